#include "realizer/plan/properties/temporal_extent.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "realizer/plan/retime.h"

namespace kine::plan {
namespace {

/// Pohl's factor.
constexpr double kDelayScale = 1.5;

/// (3.1) with its unit and base put right: the order of times is kept for any p in [-1, 1], for
/// 1.5 log10(1 + d) < d.
Seconds with_delay(Seconds length, double p) {
  return length + Seconds(kDelayScale * p * std::log10(1 + length.count()));
}

/// The first release: the natural logarithm, in whole milliseconds, and less of what is negative.
Seconds with_delay_of_2010(Seconds length, double p) {
  constexpr double kNegativeShare = 0.6;
  constexpr double kMilliseconds = 1000;
  const double share = p < 0 ? kNegativeShare * p : p;
  const double delay_ms =
      std::trunc(kDelayScale * share * kMilliseconds * std::log(1 + length.count()));
  return std::max(length + Seconds(delay_ms / kMilliseconds), Seconds{0});
}

void add_stretch(Seconds from, Seconds to, double p, script::Compat compat, TimeWishes& wishes) {
  if (from >= to) return;
  const auto delayed = compat == script::Compat::Embr2010 ? with_delay_of_2010 : with_delay;
  wishes.stretches.push_back({.from = from, .to = to, .length = delayed(to - from, p)});
}

void add_stretches(const Plan& plan, const Sequence& sequence, TimeWishes& wishes) {
  const std::vector<Leg> legs = legs_of(sequence);
  bool first = true;
  for (std::size_t i = 0; i < legs.size(); ++i) {
    const Pose& pose = sequence.poses[i];
    const double p = parameter_of(plan, pose.nucleus, script::kTemporalExtent);
    if (p == 0) continue;
    // The first release counted from the second pose of a nucleus on.
    const bool moves = plan.compat == script::Compat::None || !first;
    if (moves) add_stretch(legs[i].from, legs[i].to, p, plan.compat, wishes);
    add_stretch(legs[i].to, legs[i].hold_end, p, plan.compat, wishes);
    first = false;
  }
  const double p = parameter_of(plan, sequence.nucleus, script::kTemporalExtent);
  if (p == 0) return;
  for (const Clip& clip : sequence.clips) {
    add_stretch(clip.time, clip.time + clip.hold, p, plan.compat, wishes);
  }
}

constexpr std::array<const script::Parameter*, 1> kTemporalExtentParameters = {
    &script::kTemporalExtent};

class TemporalExtent final : public Property {
 public:
  std::string_view name() const override { return "temporal extent"; }
  Stage stage() const override { return Stage::Timing; }
  std::span<const script::Parameter* const> parameters() const override {
    return kTemporalExtentParameters;
  }

  Plan applied_to(Plan plan, const PropertyContext& context) const override {
    for (const Gesture& gesture : gestures_of(plan, script::kTemporalExtent)) {
      TimeWishes wishes = wishes_for(plan, gesture);
      for (const std::size_t i : gesture) add_stretches(plan, plan.sequences[i], wishes);
      if (wishes.empty()) continue;
      retime(plan, gesture, Timeline(wishes), context.diagnostics);
    }
    return plan;
  }
};

}  // namespace

const Property& temporal_extent() {
  static const TemporalExtent property;
  return property;
}

}  // namespace kine::plan
