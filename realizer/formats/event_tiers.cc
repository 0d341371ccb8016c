#include "realizer/formats/event_tiers.h"

#include <algorithm>
#include <utility>

namespace kine::formats {
namespace {

constexpr std::string_view kStart = ":start";
constexpr std::string_view kEnd = ":end";

std::string without(std::string_view id, std::string_view ending) {
  return std::string(id.substr(0, id.size() - ending.size()));
}

}  // namespace

void EventLog::begin(Spans& spans, const std::string& label, Seconds time) {
  spans.open.emplace(label, time);
}

void EventLog::end(Spans& spans, const std::string& label, Seconds time) const {
  const auto found = spans.open.find(label);
  if (found == spans.open.end()) return;
  spans.done.push_back({label, found->second, std::max(time, found->second + tick_length())});
  spans.open.erase(found);
}

void EventLog::add(const Feedback& feedback) {
  const Seconds time = rate_.time_of(feedback.tick);
  last_ = std::max(last_, feedback.tick);
  const std::string& id = feedback.id;
  if (feedback.kind == FeedbackKind::Started) {
    begin(blocks_, id, time);
  } else if (is_last_word(feedback)) {
    // What is cut off has no end of its own.
    std::vector<std::string> cut_off;
    for (const auto& [label, since] : behaviours_.open) {
      if (block_of(label) == id) cut_off.push_back(label);
    }
    for (const std::string& label : cut_off) end(behaviours_, label, time);
    end(blocks_, id, time);
  } else if (feedback.kind == FeedbackKind::SyncPoint && id.ends_with(kStart)) {
    begin(behaviours_, without(id, kStart), time);
  } else if (feedback.kind == FeedbackKind::SyncPoint && id.ends_with(kEnd)) {
    end(behaviours_, without(id, kEnd), time);
  }
  std::string label = std::string(word_of(feedback.kind)) + " " + id;
  if (!feedback.message.empty()) label += ": " + feedback.message;
  if (!events_.empty() && events_.back().time >= time) {
    events_.back().label += "; " + label;
  } else {
    events_.push_back({std::move(label), time});
  }
}

Seconds EventLog::length() const { return rate_.time_of(Tick{last_.index + 1}); }

std::vector<Tier> EventLog::tiers() const {
  std::vector<Tier> tiers;
  add_lanes(blocks_, "blocks", tiers);
  add_lanes(behaviours_, "behaviours", tiers);
  return tiers;
}

void EventLog::add_lanes(const Spans& spans, const std::string& name,
                         std::vector<Tier>& tiers) const {
  std::vector<LabelledStretch> all = spans.done;
  for (const auto& [label, since] : spans.open) all.push_back({label, since, length()});
  std::ranges::stable_sort(all, {}, &LabelledStretch::start);
  const std::size_t first = tiers.size();
  tiers.push_back({.name = name, .stretches = {}});
  for (LabelledStretch& stretch : all) {
    std::size_t lane = first;
    while (lane < tiers.size() && !tiers[lane].stretches.empty() &&
           tiers[lane].stretches.back().end > stretch.start) {
      ++lane;
    }
    if (lane == tiers.size()) {
      tiers.push_back({.name = name + " " + std::to_string(lane - first + 1), .stretches = {}});
    }
    tiers[lane].stretches.push_back(std::move(stretch));
  }
}

}  // namespace kine::formats
