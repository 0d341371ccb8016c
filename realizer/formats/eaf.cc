#include "realizer/formats/eaf.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "realizer/formats/event_tiers.h"
#include "realizer/formats/markup.h"

namespace kine::formats {
namespace {

long milliseconds(Seconds time) { return std::lround(time.count() * 1000); }

/// Annotations last; an event does for a tick, or until the next one.
Tier events_as_tier(const EventLog& log, Seconds tick_length) {
  Tier tier{.name = "events", .stretches = {}};
  const std::vector<Event>& events = log.events();
  for (std::size_t i = 0; i < events.size(); ++i) {
    Seconds end = events[i].time + tick_length;
    if (i + 1 < events.size()) end = std::min(end, events[i + 1].time);
    tier.stretches.push_back({events[i].label, events[i].time, end});
  }
  return tier;
}

class EafWriter final : public Writer {
 public:
  explicit EafWriter(const Recorded& recorded) : recorded_(recorded), log_(recorded.rate) {}

  void append(const Feedback& feedback, std::string&) override { log_.add(feedback); }
  void append(const Frame& frame, std::string&) override { log_.see(frame.tick); }

  Result<Done> finish(std::string& bytes) override {
    std::vector<Tier> tiers = log_.tiers();
    tiers.push_back(events_as_tier(log_, recorded_.rate.time_of(Tick{1})));
    for (const Tier& tier : tiers) append_tier(tier);
    // The date is one for all: the same bake gives the same bytes.
    bytes +=
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<ANNOTATION_DOCUMENT AUTHOR=\"kinesphere\" "
        "DATE=\"2000-01-01T00:00:00+00:00\" FORMAT=\"3.0\" VERSION=\"3.0\">\n"
        "  <HEADER MEDIA_FILE=\"\" TIME_UNITS=\"milliseconds\">\n";
    if (recorded_.provenance) {
      for (const auto& [name, value] : rows_of(*recorded_.provenance)) {
        bytes += "    <PROPERTY NAME=\"kinesphere " + std::string(name) + "\">" +
                 escaped_markup(value) + "</PROPERTY>\n";
      }
    }
    bytes += "    <PROPERTY NAME=\"lastUsedAnnotationId\">" + std::to_string(annotations_) +
             "</PROPERTY>\n  </HEADER>\n  <TIME_ORDER>\n" + slots_text_ + "  </TIME_ORDER>\n" +
             tiers_text_ +
             "  <LINGUISTIC_TYPE GRAPHIC_REFERENCES=\"false\" LINGUISTIC_TYPE_ID=\"default-lt\" "
             "TIME_ALIGNABLE=\"true\"/>\n</ANNOTATION_DOCUMENT>\n";
    return Done{};
  }

 private:
  std::string slot(long time_ms) {
    const std::string id = "ts" + std::to_string(++slots_);
    slots_text_ += "    <TIME_SLOT TIME_SLOT_ID=\"" + id + "\" TIME_VALUE=\"" +
                   std::to_string(time_ms) + "\"/>\n";
    return id;
  }

  void append_tier(const Tier& tier) {
    tiers_text_ += "  <TIER LINGUISTIC_TYPE_REF=\"default-lt\" TIER_ID=\"" +
                   escaped_markup(tier.name) + "\">\n";
    for (const LabelledStretch& each : tier.stretches) {
      const long start_ms = milliseconds(each.start);
      const std::string first = slot(start_ms);
      const std::string last = slot(std::max(start_ms + 1, milliseconds(each.end)));
      tiers_text_ += "    <ANNOTATION><ALIGNABLE_ANNOTATION ANNOTATION_ID=\"a" +
                     std::to_string(++annotations_) + "\" TIME_SLOT_REF1=\"" + first +
                     "\" TIME_SLOT_REF2=\"" + last + "\"><ANNOTATION_VALUE>" +
                     escaped_markup(each.label) +
                     "</ANNOTATION_VALUE></ALIGNABLE_ANNOTATION></ANNOTATION>\n";
    }
    tiers_text_ += "  </TIER>\n";
  }

  Recorded recorded_;
  EventLog log_;
  std::size_t slots_ = 0;
  std::size_t annotations_ = 0;
  std::string slots_text_;
  std::string tiers_text_;
};

}  // namespace

std::unique_ptr<Writer> make_eaf(const Recorded& recorded) {
  return std::make_unique<EafWriter>(recorded);
}

}  // namespace kine::formats
