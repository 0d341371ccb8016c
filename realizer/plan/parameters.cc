#include "realizer/plan/parameters.h"

#include <algorithm>

#include "realizer/core/number.h"
#include "realizer/speech/ssml.h"

namespace kine::plan {
namespace {

/// What is another at once is so after this time, without a jump.
constexpr Seconds kAtOnce{0.3};

constexpr std::string_view kOfAmount[] = {"amount"};
constexpr std::string_view kOfGaze[] = {"offsetAngle"};
constexpr std::string_view kOfSpeech[] = {"volume", "rate"};
constexpr std::string_view kAll[] = {"amount", "offsetAngle", "volume", "rate"};

}  // namespace

std::span<const std::string_view> parameters_of(const script::BehaviourKind& kind) {
  if (std::holds_alternative<script::HeadMove>(kind)) return kOfAmount;
  if (std::holds_alternative<script::Face>(kind)) return kOfAmount;
  if (const auto* gaze = std::get_if<script::Gaze>(&kind)) {
    // Feet that have stepped somewhere do not shift.
    const bool steps = gaze->influence == script::Influence::Whole;
    return steps ? std::span<const std::string_view>() : kOfGaze;
  }
  if (std::holds_alternative<script::Speech>(kind)) return kOfSpeech;
  return {};
}

bool is_percentage(const script::ChangeParameter& change) {
  return change.parameter.text == "volume" && std::max(change.from.value_or(0), change.to) > 1;
}

script::ChangeParameter in_our_scale(script::ChangeParameter change) {
  if (!is_percentage(change)) return change;
  if (change.from) *change.from /= kPercent;
  change.to /= kPercent;
  return change;
}

std::string parameter_names(std::span<const std::string_view> names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? " and " : ", ";
    text += quoted(names[i]);
  }
  return text;
}

std::string all_parameter_names() { return parameter_names(kAll); }

std::optional<ParameterRange> range_of(std::string_view parameter) {
  if (parameter == "rate") return ParameterRange{speech::kRateMin, speech::kRateMax};
  if (parameter == "offsetAngle") return ParameterRange{-180, 180};
  if (std::ranges::find(kAll, parameter) != std::end(kAll)) return ParameterRange{};
  return std::nullopt;
}

double ParameterWay::at(Seconds time) const {
  const auto next = std::ranges::upper_bound(bends_, time, {}, &Bend::time);
  if (next == bends_.begin()) return value_;
  const Bend& before = *std::prev(next);
  if (next == bends_.end()) return before.value;
  const double share = (time - before.time) / (next->time - before.time);
  return before.value + share * (next->value - before.value);
}

std::vector<Seconds> ParameterWay::bends_between(Seconds from, Seconds until) const {
  std::vector<Seconds> between;
  for (const Bend& bend : bends_) {
    if (bend.time > from && bend.time < until) between.push_back(bend.time);
  }
  return between;
}

void ParameterWay::change(const ParameterChange& change) {
  const double is = at(change.at);
  const auto later = std::ranges::lower_bound(bends_, change.at, {}, &Bend::time);
  bends_.erase(later, bends_.end());
  bends_.push_back({change.at, is});
  if (change.over <= Seconds{0}) {
    // A word has one rate.
    const Seconds within = change.parameter == "rate" ? Seconds{0} : kAtOnce;
    bends_.push_back({change.at + within, change.value});
    return;
  }
  if (change.from && change.over > kAtOnce) {
    const double share = kAtOnce / change.over;
    const double there = *change.from + share * (change.value - *change.from);
    bends_.push_back({change.at + kAtOnce, there});
  }
  bends_.push_back({change.at + change.over, change.value});
}

ParameterWay way_of(std::span<const ParameterChange> changes, std::string_view part,
                    std::string_view parameter, double written) {
  ParameterWay way(written);
  for (const ParameterChange& change : changes) {
    if (change.part == part && change.parameter == parameter) way.change(change);
  }
  return way;
}

ParameterChange made_from(Seconds now, ParameterChange change) {
  if (change.at >= now) return change;
  const Seconds late = now - change.at;
  if (change.from && change.over > late) {
    *change.from += late / change.over * (change.value - *change.from);
  }
  change.at = now;
  change.over = std::max(change.over - late, Seconds{0});
  return change;
}

}  // namespace kine::plan
