#include "realizer/formats/jsonl.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "realizer/core/assert.h"
#include "realizer/core/number.h"

namespace kine::formats {
namespace {

void append_string(std::string& text, std::string_view value) {
  constexpr char kHex[] = "0123456789abcdef";
  text += '"';
  for (const char byte : value) {
    if (byte == '"' || byte == '\\') {
      text += '\\';
      text += byte;
    } else if (static_cast<unsigned char>(byte) < 0x20) {
      text += "\\u00";
      text += kHex[byte >> 4];
      text += kHex[byte & 0xF];
    } else {
      text += byte;
    }
  }
  text += '"';
}

void append_array(std::string& text, std::span<const float> numbers) {
  char separator = '[';
  for (const float number : numbers) {
    text += separator;
    // Most channels rest, and most components of most rotations are these.
    if (std::bit_cast<std::uint32_t>(number) == 0) {
      text += '0';
    } else if (number == 1) {
      text += '1';
    } else {
      append_number(text, number);
    }
    separator = ',';
  }
  text += ']';
}

/// The text of some numbers, kept until they change. Printing floats is what a bake spends its time
/// on, and from frame to frame most joints stand still.
template <std::size_t kCount>
class PrintedNumbers {
 public:
  void append_to(std::string& text, const std::array<float, kCount>& numbers) {
    const auto bits = std::bit_cast<std::array<std::uint32_t, kCount>>(numbers);
    if (text_.empty() || bits != bits_) {
      bits_ = bits;
      text_.clear();
      append_array(text_, numbers);
    }
    text += text_;
  }

 private:
  std::array<std::uint32_t, kCount> bits_ = {};
  std::string text_;
};

class JsonlWriter final : public Writer {
 public:
  explicit JsonlWriter(const Recorded& recorded)
      : rate_(recorded.rate), header_(header_of(recorded)) {}

  void append(const Feedback& feedback, std::string& bytes) override {
    append_header(bytes);
    append_time(feedback.tick, bytes);
    bytes += ",\"feedback\":{\"kind\":";
    append_string(bytes, word_of(feedback.kind));
    bytes += ",\"id\":";
    append_string(bytes, feedback.id);
    bytes += ",\"message\":";
    append_string(bytes, feedback.message);
    if (feedback.miss_m > 0) {
      bytes += ",\"missed_m\":";
      bytes += format_number(feedback.miss_m);
    }
    bytes += "}}\n";
  }

  void append(const Frame& frame, std::string& bytes) override {
    append_header(bytes);
    append_time(frame.tick, bytes);
    bytes += ",\"root\":";
    root_.append_to(bytes, frame.root);
    bytes += ",\"hips\":";
    hips_.append_to(bytes, frame.hips_m);
    bytes += ",\"rotations\":";
    for (std::size_t joint = 0; joint < body::kJointCount; ++joint) {
      bytes += joint == 0 ? '[' : ',';
      rotations_[joint].append_to(bytes, frame.parent_from_joint[joint]);
    }
    bytes += "],\"channels\":";
    channels_.append_to(bytes, frame.channels);
    bytes += "}\n";
  }

  Result<Done> finish(std::string& bytes) override {
    append_header(bytes);
    return Done{};
  }

 private:
  static std::string header_of(const Recorded& recorded) {
    const body::Body& body = *recorded.body;
    std::string text = "{\"skeleton\":{\"body\":";
    append_string(text, body.name);
    text += ",\"joints\":";
    for (std::size_t index = 0; index < body::kJointCount; ++index) {
      text += index == 0 ? "[{\"name\":" : ",{\"name\":";
      append_string(text, body::name_of(body::joint_at(index)));
      text += ",\"parent\":" + std::to_string(body::parent_indices()[index]) + ",\"offset\":";
      const Vec3& offset_m = body.offsets_m[index];
      append_array(text, std::array{static_cast<float>(offset_m.x), static_cast<float>(offset_m.y),
                                    static_cast<float>(offset_m.z)});
      text += '}';
    }
    text += "],\"channels\":";
    char separator = '[';
    for (const std::string_view name : body::channel_names()) {
      text += separator;
      append_string(text, name);
      separator = ',';
    }
    text += "]}";
    if (recorded.provenance) text += ",\"provenance\":" + json_of(*recorded.provenance);
    return text + ",\"fps\":" + std::to_string(recorded.rate.hz()) + "}\n";
  }

  void append_header(std::string& bytes) {
    bytes += header_;
    header_.clear();
  }

  void append_time(Tick tick, std::string& bytes) const {
    bytes += "{\"t\":";
    bytes += format_number(rate_.time_of(tick).count());
  }

  TickRate rate_;
  std::string header_;  // until it is written
  PrintedNumbers<7> root_;
  PrintedNumbers<3> hips_;
  std::array<PrintedNumbers<4>, body::kJointCount> rotations_;
  PrintedNumbers<body::kChannelCount> channels_;
};

}  // namespace

std::unique_ptr<Writer> make_jsonl(const Recorded& recorded) {
  KINE_ASSERT(recorded.body != nullptr);
  return std::make_unique<JsonlWriter>(recorded);
}

}  // namespace kine::formats
