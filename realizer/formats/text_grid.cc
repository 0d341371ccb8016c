#include "realizer/formats/text_grid.h"

#include <algorithm>

#include "realizer/core/number.h"
#include "realizer/formats/event_tiers.h"

namespace kine::formats {
namespace {

/// In quotes, of which two within stand for one; a label is one line.
std::string in_praat_quotes(std::string_view text) {
  std::string quoted = "\"";
  for (const char letter : text) {
    if (letter == '"') quoted += '"';
    quoted += static_cast<unsigned char>(letter) < 0x20 ? ' ' : letter;
  }
  return quoted + '"';
}

std::string seconds(Seconds time) { return format_number(time.count()); }

/// All of the time, what lies between the stretches as stretches without a label.
std::vector<LabelledStretch> without_gaps(const Tier& tier, Seconds length) {
  std::vector<LabelledStretch> all;
  Seconds at{0};
  for (const LabelledStretch& stretch : tier.stretches) {
    if (stretch.start > at) all.push_back({"", at, stretch.start});
    all.push_back(stretch);
    at = stretch.end;
  }
  if (at < length) all.push_back({"", at, length});
  return all;
}

class TextGridWriter final : public Writer {
 public:
  explicit TextGridWriter(const Recorded& recorded) : log_(recorded.rate) {}

  void append(const Feedback& feedback, std::string&) override { log_.add(feedback); }
  void append(const Frame& frame, std::string&) override { log_.see(frame.tick); }

  Result<Done> finish(std::string& bytes) override {
    const std::vector<Tier> tiers = log_.tiers();
    length_ = log_.length();
    for (const Tier& tier : tiers) {
      for (const LabelledStretch& each : tier.stretches) length_ = std::max(length_, each.end);
    }
    bytes += "File type = \"ooTextFile\"\nObject class = \"TextGrid\"\n\nxmin = 0\nxmax = " +
             seconds(length_) + "\ntiers? <exists>\nsize = " + std::to_string(tiers.size() + 1) +
             "\nitem []:\n";
    std::size_t number = 0;
    for (const Tier& tier : tiers) append_tier(++number, tier, bytes);
    append_events(++number, bytes);
    return Done{};
  }

 private:
  void append_head(std::size_t number, std::string_view kind, std::string_view name,
                   std::string& bytes) const {
    bytes += "    item [" + std::to_string(number) +
             "]:\n        class = " + in_praat_quotes(kind) +
             "\n        name = " + in_praat_quotes(name) +
             "\n        xmin = 0\n        xmax = " + seconds(length_) + "\n";
  }

  void append_tier(std::size_t number, const Tier& tier, std::string& bytes) const {
    append_head(number, "IntervalTier", tier.name, bytes);
    const auto all = without_gaps(tier, length_);
    bytes += "        intervals: size = " + std::to_string(all.size()) + "\n";
    for (std::size_t i = 0; i < all.size(); ++i) {
      bytes += "        intervals [" + std::to_string(i + 1) +
               "]:\n            xmin = " + seconds(all[i].start) +
               "\n            xmax = " + seconds(all[i].end) +
               "\n            text = " + in_praat_quotes(all[i].label) + "\n";
    }
  }

  void append_events(std::size_t number, std::string& bytes) const {
    append_head(number, "TextTier", "events", bytes);
    bytes += "        points: size = " + std::to_string(log_.events().size()) + "\n";
    std::size_t point = 0;
    for (const Event& event : log_.events()) {
      bytes += "        points [" + std::to_string(++point) +
               "]:\n            number = " + seconds(event.time) +
               "\n            mark = " + in_praat_quotes(event.label) + "\n";
    }
  }

  EventLog log_;
  Seconds length_{0};
};

}  // namespace

std::unique_ptr<Writer> make_text_grid(const Recorded& recorded) {
  return std::make_unique<TextGridWriter>(recorded);
}

}  // namespace kine::formats
