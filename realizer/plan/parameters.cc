#include "realizer/plan/parameters.h"

#include <algorithm>

#include "realizer/core/number.h"
#include "realizer/speech/ssml.h"

namespace kine::plan {
namespace {

/// What is another at once is so after this time, without a jump.
constexpr Seconds kAtOnce{0.3};

constexpr std::string_view kOfAmount[] = {"amount"};
constexpr std::string_view kOfSpeech[] = {"volume", "rate"};
constexpr std::string_view kAll[] = {"amount", "volume", "rate"};

}  // namespace

std::span<const std::string_view> parameters_of(const script::BehaviourKind& kind) {
  if (std::holds_alternative<script::HeadMove>(kind)) return kOfAmount;
  if (std::holds_alternative<script::Face>(kind)) return kOfAmount;
  if (std::holds_alternative<script::Speech>(kind)) return kOfSpeech;
  return {};
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

std::vector<Seconds> ParameterWay::moments(Seconds from, Seconds until, Seconds now) const {
  std::vector<Seconds> moments;
  const Seconds joined = now + kJoinsWay;
  if (bends_.empty()) return moments;
  if (joined > from && joined < until) moments.push_back(joined);
  for (const Bend& bend : bends_) {
    if (bend.time > std::max(from, joined) && bend.time < until) moments.push_back(bend.time);
  }
  return moments;
}

void ParameterWay::change(const ParameterChange& change) {
  const double is = at(change.at);
  const auto later = std::ranges::lower_bound(bends_, change.at, {}, &Bend::time);
  bends_.erase(later, bends_.end());
  bends_.push_back({change.at, is});
  if (change.over <= Seconds{0}) {
    bends_.push_back({change.at + kAtOnce, change.value});
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

}  // namespace kine::plan
