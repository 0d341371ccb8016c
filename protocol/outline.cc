#include "protocol/outline.h"

#include <algorithm>
#include <string>

#include "protocol/kinesphere.pb.h"

namespace kine::protocol {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using kinesphere::Envelope;

// The encoding of protobuf: a tag is the number of a field and the kind of what follows.
constexpr unsigned kKindBits = 3;
constexpr std::uint64_t kKindMask = (1U << kKindBits) - 1;
constexpr std::size_t kVarintBytesMax = 10;
constexpr unsigned char kMoreFollows = 0x80;

enum class WireKind : std::uint8_t { Varint = 0, Fixed64 = 1, Length = 2, Fixed32 = 5 };

struct WireField {
  std::uint32_t number = 0;
  WireKind kind = WireKind::Varint;
  std::string_view content;  // of Length
};

Error too_many_values() {
  return {.code = ErrorCode::LimitExceeded,
          .message = "a message of more than " + std::to_string(kMessageValuesMax) +
                     " values (message_values_max)"};
}

std::optional<std::uint64_t> take_varint(std::string_view& bytes) {
  std::uint64_t value = 0;
  const std::size_t size = std::min(bytes.size(), kVarintBytesMax);
  for (std::size_t i = 0; i < size; ++i) {
    const auto byte = static_cast<unsigned char>(bytes[i]);
    value |= std::uint64_t{byte & (kMoreFollows - 1U)} << (7 * i);
    if (byte >= kMoreFollows) continue;
    bytes.remove_prefix(i + 1);
    return value;
  }
  return {};
}

std::optional<std::string_view> take_bytes(std::uint64_t size, std::string_view& bytes) {
  if (size > bytes.size()) return {};
  const std::string_view taken = bytes.substr(0, size);
  bytes.remove_prefix(size);
  return taken;
}

/// Nothing where the bytes are no field.
std::optional<WireField> take_field(std::string_view& bytes) {
  const auto tag = take_varint(bytes);
  if (!tag) return {};
  WireField field{.number = static_cast<std::uint32_t>(*tag) >> kKindBits,
                  .kind = static_cast<WireKind>(*tag & kKindMask),
                  .content = {}};
  std::optional<std::string_view> content;
  switch (field.kind) {
    case WireKind::Varint:
      if (!take_varint(bytes)) return {};
      return field;
    case WireKind::Fixed64:
      content = take_bytes(sizeof(std::uint64_t), bytes);
      break;
    case WireKind::Fixed32:
      content = take_bytes(sizeof(std::uint32_t), bytes);
      break;
    case WireKind::Length:
      if (const auto size = take_varint(bytes)) content = take_bytes(*size, bytes);
      break;
  }
  // Also where it is of no kind: proto3 has no groups.
  if (!content) return {};
  field.content = *content;
  return field;
}

/// Of numbers in one piece. No field of ours is fixed32 or fixed64.
std::size_t packed_count(const FieldDescriptor& field, std::string_view content) {
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_FLOAT:
      return content.size() / sizeof(float);
    case FieldDescriptor::CPPTYPE_DOUBLE:
      return content.size() / sizeof(double);
    default:
      return static_cast<std::size_t>(std::count_if(content.begin(), content.end(), [](char c) {
        return static_cast<unsigned char>(c) < kMoreFollows;
      }));
  }
}

/// Counts the values of a message and of all within it, up to one too many. False where what is
/// left of it is no field. No message of ours holds one of its own type, so this ends.
bool count_values(std::string_view message, const Descriptor& type, std::size_t& values) {
  while (!message.empty() && values <= kMessageValuesMax) {
    const auto field = take_field(message);
    if (!field) return false;
    ++values;
    if (field->kind != WireKind::Length) continue;
    const FieldDescriptor* const known = type.FindFieldByNumber(static_cast<int>(field->number));
    if (known == nullptr) continue;
    if (known->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) {
      if (!count_values(field->content, *known->message_type(), values)) return false;
    } else if (known->is_packable()) {
      values += packed_count(*known, field->content);
    }
  }
  return true;
}

/// Whether it is clear that only a server says this.
bool is_a_servers(const Outline& outline) {
  return outline.message.value_or(0) != 0 && !is_said_by_clients(*outline.message);
}

/// No name of a message is longer.
constexpr std::size_t kNameOfMessageBytesMax = 64;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/// Behind the text that begins at `begin` with a quotation mark; npos where it has no end.
std::size_t end_of_text(std::string_view json, std::size_t begin) {
  const char quote = json[begin];
  for (std::size_t i = begin + 1; i < json.size(); ++i) {
    if (json[i] == '\\') {
      ++i;
    } else if (json[i] == quote) {
      return i + 1;
    }
  }
  return std::string_view::npos;
}

/// Goes through JSON once. What is unusual (a name with escapes or without quotation marks, an end
/// that is missing) makes it unclear which message it is, and never how many values there are:
/// protobuf takes texts in either quotation marks.
class JsonLook {
 public:
  explicit JsonLook(std::string_view json) : json_(json) {}

  Result<Outline> outline() {
    outline_.message = 0;
    std::size_t at = 0;
    while (at < json_.size()) {
      at = pass(at);
      if (is_a_servers(outline_)) return outline_;
      if (outline_.values > kMessageValuesMax) return too_many_values();
    }
    if (depth_ != 0 || !began_) outline_.message.reset();
    return outline_;
  }

 private:
  /// Whether what comes next is the name of a message.
  bool expects_name() const { return depth_ == 1 && (before_ == '{' || before_ == ','); }

  /// Behind what stands at this place.
  std::size_t pass(std::size_t at) {
    const char c = json_[at];
    if (is_blank(c)) return at + 1;
    std::size_t end = at + 1;
    switch (c) {
      case '"':
      case '\'':
        end = end_of_text(json_, at);
        if (end == std::string_view::npos) {
          outline_.message.reset();
          return json_.size();
        }
        if (expects_name()) note_name(json_.substr(at + 1, end - at - 2));
        break;
      case '{':
      case '[':
        if (depth_ == 0 && (began_ || c == '[')) outline_.message.reset();
        began_ = true;
        ++depth_;
        ++outline_.values;
        break;
      case '}':
      case ']':
        if (depth_ == 0) outline_.message.reset();
        if (depth_ > 0) --depth_;
        break;
      case ',':
        ++outline_.values;
        break;
      default:
        if (depth_ == 0 || expects_name()) outline_.message.reset();
    }
    before_ = c;
    return end;
  }

  void note_name(std::string_view name) {
    if (name.find('\\') != std::string_view::npos) return outline_.message.reset();
    if (name.size() > kNameOfMessageBytesMax) return;
    const Descriptor& type = *Envelope::descriptor();
    const FieldDescriptor* field = type.FindFieldByCamelcaseName(std::string(name));
    if (field == nullptr) field = type.FindFieldByName(std::string(name));
    // Once it is unclear, it remains so.
    if (field != nullptr && outline_.message) {
      outline_.message = static_cast<std::uint32_t>(field->number());
    }
  }

  std::string_view json_;
  std::size_t depth_ = 0;
  bool began_ = false;  // the object that all stands in
  char before_ = 0;     // what stood before the present place; 0: nothing
  Outline outline_;
};

}  // namespace

std::uint32_t first_message_of(std::string_view envelope) {
  const auto tag = take_varint(envelope);
  return tag ? static_cast<std::uint32_t>(*tag >> kKindBits) : 0;
}

bool is_said_by_clients(std::uint32_t message) {
  switch (message) {
    case Envelope::kHello:
    case Envelope::kSubscribe:
    case Envelope::kSubmit:
    case Envelope::kInterrupt:
    case Envelope::kPing:
    case Envelope::kSetTarget:
    case Envelope::kSetTension:
    case Envelope::kAck:
    case Envelope::kCheck:
    case Envelope::kRecord:
    case Envelope::kAskPerformed:
    case Envelope::kSay:
    case Envelope::kSetManner:
    case Envelope::kSetDynamics:
    case Envelope::kPush:
    case Envelope::kSetLoad:
    case Envelope::kAudioIn:
    case Envelope::kClaim:
    case Envelope::kJoin:
    case Envelope::kSayMore:
    case Envelope::kLeave:
      return true;
    default:
      return false;
  }
}

Error no_envelope() {
  return {.code = ErrorCode::Syntax, .message = "these bytes are no envelope of kinesphere.proto"};
}

Result<Outline> outline_of(std::string_view envelope) {
  Outline outline{.message = 0, .values = 0};
  const Descriptor& type = *Envelope::descriptor();
  while (!envelope.empty()) {
    const auto field = take_field(envelope);
    if (!field) return no_envelope();
    ++outline.values;
    const FieldDescriptor* const known =
        field->kind == WireKind::Length ? type.FindFieldByNumber(static_cast<int>(field->number))
                                        : nullptr;
    if (known != nullptr) {
      outline.message = field->number;
      if (is_a_servers(outline)) return outline;
      const bool has_form = count_values(field->content, *known->message_type(), outline.values);
      if (!has_form) return no_envelope();
    }
    if (outline.values > kMessageValuesMax) return too_many_values();
  }
  return outline;
}

Result<Outline> outline_of_json(std::string_view json) { return JsonLook(json).outline(); }

}  // namespace kine::protocol
