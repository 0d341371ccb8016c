#include "server/voices/labels.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "realizer/speech/phones.h"
#include "server/voices/json_object.h"

namespace kine::server {
namespace {

using speech::Phone;

Error fault(std::string what) { return {ErrorCode::Syntax, std::move(what)}; }

std::string lowered(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

bool is_pause(std::string_view name) {
  static constexpr std::array<std::string_view, 12> kPauses = {
      "", "sil", "sp", "spn", "pau", "<eps>", "<sil>", "#", "_", "h#", "ssil", "<p:>"};
  return std::ranges::find(kPauses, lowered(name)) != kPauses.end();
}

constexpr std::pair<std::string_view, std::string_view> kArpabet[] = {
    {"aa", "ɑː"}, {"ae", "æ"}, {"ah", "ʌ"},  {"ao", "ɔː"}, {"aw", "aʊ"}, {"ax", "ə"},  {"axr", "ɚ"},
    {"ay", "aɪ"}, {"b", "b"},  {"ch", "tʃ"}, {"d", "d"},   {"dh", "ð"},  {"dx", "ɾ"},  {"eh", "ɛ"},
    {"el", "əl"}, {"em", "m"}, {"en", "n"},  {"er", "ɜː"}, {"ey", "eɪ"}, {"f", "f"},   {"g", "ɡ"},
    {"hh", "h"},  {"hv", "h"}, {"ih", "ɪ"},  {"ix", "ɪ"},  {"iy", "iː"}, {"jh", "dʒ"}, {"k", "k"},
    {"l", "l"},   {"m", "m"},  {"n", "n"},   {"ng", "ŋ"},  {"ow", "oʊ"}, {"oy", "ɔɪ"}, {"p", "p"},
    {"r", "ɹ"},   {"s", "s"},  {"sh", "ʃ"},  {"t", "t"},   {"th", "θ"},  {"uh", "ʊ"},  {"uw", "uː"},
    {"v", "v"},   {"w", "w"},  {"y", "j"},   {"z", "z"},   {"zh", "ʒ"}};

/// The values of a TextGrid in their order: numbers and texts in quotes. What else stands there
/// ("xmin =", "intervals [3]:") says nothing that the order does not.
class TextGridValues {
 public:
  explicit TextGridValues(std::string_view text) : text_(text) {}

  struct Value {
    bool quoted = false;
    std::string text;
  };

  std::optional<Value> next() {
    while (at_ < text_.size()) {
      if (text_[at_] == '"') return quoted();
      if (text_[at_] == '[') {  // an index
        at_ = std::min(text_.find(']', at_), text_.size());
      } else if (!is_blank(text_[at_])) {
        const std::size_t begin = at_;
        while (at_ < text_.size() && !is_blank(text_[at_]) && text_[at_] != '[') ++at_;
        const std::string_view word = text_.substr(begin, at_ - begin);
        if (parse_number(word) || word == "<exists>") return Value{false, std::string(word)};
        continue;
      }
      ++at_;
    }
    return {};
  }

  std::optional<std::string> text() {
    const auto value = next();
    return value && value->quoted ? std::optional(value->text) : std::nullopt;
  }
  std::optional<double> number() {
    const auto value = next();
    return value && !value->quoted ? parse_number(value->text) : std::nullopt;
  }

 private:
  /// Two quotes in it are one.
  Value quoted() {
    Value value{.quoted = true, .text = {}};
    for (++at_; at_ < text_.size(); ++at_) {
      if (text_[at_] != '"') {
        value.text += text_[at_];
      } else if (at_ + 1 < text_.size() && text_[at_ + 1] == '"') {
        value.text += text_[at_++];
      } else {
        ++at_;
        break;
      }
    }
    return value;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

void add(Labels& labels, bool is_word, LabelledWord interval) {
  while (!interval.text.empty() && is_blank(interval.text.back())) interval.text.pop_back();
  if (is_word) {
    if (!is_pause(interval.text)) labels.words.push_back(std::move(interval));
    return;
  }
  Phone phone = phone_named(interval.text);
  phone.start = interval.start;
  phone.end = interval.end;
  labels.phones.push_back(std::move(phone));
}

/// One tier of intervals or points.
bool read_tier(TextGridValues& values, Labels& labels) {
  const auto kind = values.text();
  const auto name = values.text();
  const auto from = values.number();
  const auto to = values.number();
  const auto count = values.number();
  if (!kind || !name || !from || !to || !count || *count < 0 || *count > kLabelsMax) return false;
  const std::string called = lowered(*name);
  const bool words = called == "words" || called == "word";
  const bool phones =
      called == "phones" || called == "phone" || called == "phonemes" || called == "segments";
  if (*kind != "IntervalTier" || (!words && !phones)) {
    labels.left_out.push_back("the tier " + kine::quoted(*name));
  }
  for (std::size_t i = 0; i < static_cast<std::size_t>(*count); ++i) {
    const auto start = values.number();
    const auto end = *kind == "IntervalTier" ? values.number() : start;
    auto text = values.text();
    if (!start || !end || !text) return false;
    if (*kind != "IntervalTier" || (!words && !phones)) continue;
    add(labels, words, {*std::move(text), Seconds(*start), Seconds(*end)});
  }
  return true;
}

std::string_view take_line(std::string_view& text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  text.remove_prefix(std::min(line.size() + 1, text.size()));
  return line;
}

std::vector<std::string_view> fields_of(std::string_view line) {
  std::vector<std::string_view> fields;
  std::size_t at = 0;
  while (at < line.size()) {
    while (at < line.size() && is_blank(line[at])) ++at;
    const std::size_t begin = at;
    while (at < line.size() && !is_blank(line[at])) ++at;
    if (at > begin) fields.push_back(line.substr(begin, at - begin));
  }
  return fields;
}

void leave_out(Labels& labels, std::string what) {
  constexpr std::size_t kLeftOutMax = 64;
  if (labels.left_out.size() >= kLeftOutMax) return;
  if (std::ranges::count(labels.left_out, what) > 0) return;
  labels.left_out.push_back(std::move(what));
}

/// Sounds that no mouth is known for.
void note_unknown_sounds(Labels& labels) {
  for (const Phone& phone : labels.phones) {
    if (speech::is_known_sound(phone.ipa)) continue;
    leave_out(labels, "the sound " + kine::quoted(phone.ipa) + ", shown as a mouth half open");
  }
}

bool is_time(Seconds time) {
  return std::isfinite(time.count()) && time >= Seconds{0} && time <= kBlockLengthMax;
}

template <class Spans>
bool follow_each_other(const Spans& spans) {
  Seconds at{0};
  for (const auto& span : spans) {
    if (!is_time(span.start) || !is_time(span.end) || span.start < at || span.end < span.start) {
      return false;
    }
    at = span.end;
  }
  return true;
}

}  // namespace

Phone phone_named(std::string_view name) {
  if (is_pause(name)) return {};
  Phone phone{.ipa = std::string(name)};
  std::string_view letters = name;
  const char last = letters.back();
  if (last >= '0' && last <= '2') {
    letters.remove_suffix(1);
    phone.stress = static_cast<std::uint8_t>(last - '0');
  }
  const std::string known = lowered(letters);
  for (const auto& [arpabet, ipa] : kArpabet) {
    if (known == arpabet) phone.ipa = ipa;
  }
  return phone;
}

Result<Labels> checked(Labels labels) {
  if (labels.words.size() > kLabelsMax || labels.phones.size() > kLabelsMax) {
    return Error{ErrorCode::LimitExceeded,
                 "past labels_max of " + std::to_string(kLabelsMax) + " in a file of labels"};
  }
  // A tool's rounding makes neighbours overlap by less than anybody hears.
  constexpr Seconds kRounding{0.001};
  const auto settle = [&](auto& spans) {
    for (std::size_t i = 1; i < spans.size(); ++i) {
      const Seconds over = spans[i - 1].end - spans[i].start;
      if (over <= Seconds{0} || over > kRounding) continue;
      spans[i].start = spans[i - 1].end;
      spans[i].end = std::max(spans[i].end, spans[i].start);
    }
  };
  settle(labels.words);
  settle(labels.phones);
  if (!follow_each_other(labels.words)) return fault("words that are not one behind the other");
  if (!follow_each_other(labels.phones)) return fault("sounds that are not one behind the other");
  note_unknown_sounds(labels);
  return labels;
}

Result<Labels> read_text_grid(std::string_view text) {
  TextGridValues values(text);
  const auto type = values.text();
  const auto kind = values.text();
  if (!type || *type != "ooTextFile" || !kind || *kind != "TextGrid") return fault("no TextGrid");
  const auto from = values.number();
  const auto to = values.number();
  const auto exists = values.next();
  const auto tiers = values.number();
  constexpr double kTiersMax = 100;
  if (!from || !to || !exists || !tiers || *tiers < 0 || *tiers > kTiersMax) {
    return fault("a TextGrid without tiers");
  }
  Labels labels;
  for (std::size_t i = 0; i < static_cast<std::size_t>(*tiers); ++i) {
    if (!read_tier(values, labels)) {
      return fault("a TextGrid is broken in its tier '" + std::to_string(i + 1) + "'");
    }
  }
  return checked(std::move(labels));
}

Result<Labels> read_ctm(std::string_view text) {
  Labels labels;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::string_view line = take_line(text);
    const auto fields = fields_of(line);
    if (fields.empty() || fields[0].starts_with(";;")) continue;
    const auto start = fields.size() < 5 ? std::nullopt : parse_number(fields[2]);
    const auto length = fields.size() < 5 ? std::nullopt : parse_number(fields[3]);
    if (!start || !length || labels.words.size() >= kLabelsMax) {
      return Error{ErrorCode::Syntax, "no line of a CTM", {static_cast<std::uint32_t>(number), 1}};
    }
    add(labels, true, {std::string(fields[4]), Seconds(*start), Seconds(*start + *length)});
  }
  return checked(std::move(labels));
}

Result<Labels> read_json_labels(std::string_view text) {
  const auto object = JsonObject::read(text);
  if (!object) return object.error();
  Labels labels;
  for (const JsonObject& word : object->objects("words")) {
    add(labels, true,
        {word.text("text"), Seconds(word.number("start", -1)), Seconds(word.number("end", -1))});
  }
  for (const JsonObject& phone : object->objects("phones")) {
    add(labels, false,
        {phone.text("ipa"), Seconds(phone.number("start", -1)), Seconds(phone.number("end", -1))});
    const double stress = phone.number("stress", 0);
    if (stress == 1 || stress == 2) labels.phones.back().stress = static_cast<std::uint8_t>(stress);
  }
  return checked(std::move(labels));
}

Result<Labels> read_labels(std::string_view file_name, std::string_view text) {
  if (text.size() > kLabelBytesMax) {
    return Error{ErrorCode::LimitExceeded,
                 "past label_bytes_max of " + std::to_string(kLabelBytesMax)};
  }
  if (file_name.ends_with(".TextGrid")) return read_text_grid(text);
  if (file_name.ends_with(".ctm")) return read_ctm(text);
  if (file_name.ends_with(".json")) return read_json_labels(text);
  return Error{ErrorCode::Unsupported, "no file of labels: " + quoted(file_name)};
}

}  // namespace kine::server
