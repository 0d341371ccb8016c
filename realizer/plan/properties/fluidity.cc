#include "realizer/plan/properties/fluidity.h"

#include <algorithm>
#include <array>

#include "realizer/plan/retime.h"

namespace kine::plan {
namespace {

/// What a fluidity of 1 takes from a hold, and one of -1 adds to it.
constexpr Seconds kHoldChange{0.3};

/// 0 and above: a smooth passage. Below: straight in and straight out, a corner. The first release
/// took the parameter as it is.
double continuity_of(double p, script::Compat compat) {
  return compat == script::Compat::Embr2010 ? p : std::min(p, 0.0);
}

void set_continuity(const Plan& plan, Sequence& sequence) {
  for (Track& track : sequence.tracks) {
    for (Key& key : track.keys) {
      const Pose& pose = sequence.poses[key.pose];
      const double p = parameter_of(plan, pose.nucleus, script::kFluidity);
      if (p != 0 && !pose.tcb && !key.goes_back())
        key.tcb.continuity = continuity_of(p, plan.compat);
    }
  }
}

void add_hold_wishes(const Plan& plan, const Sequence& sequence, TimeWishes& wishes) {
  const std::vector<Leg> legs = legs_of(sequence);
  for (std::size_t i = 0; i < legs.size(); ++i) {
    const auto& [from, reached, hold_end] = legs[i];
    const double p = parameter_of(plan, sequence.poses[i].nucleus, script::kFluidity);
    if (p == 0) continue;
    if (reached < hold_end) {
      const Seconds hold = hold_end - reached - p * kHoldChange;
      wishes.stretches.push_back(
          {.from = reached, .to = hold_end, .length = std::max(hold, Seconds{0})});
    } else if (p < 0) {
      wishes.pauses.push_back({.at = reached, .length = -p * kHoldChange});
    }
  }
}

constexpr std::array<const script::Parameter*, 1> kFluidityParameters = {&script::kFluidity};

class Fluidity final : public Property {
 public:
  std::string_view name() const override { return "fluidity"; }
  Stage stage() const override { return Stage::Pauses; }
  std::span<const script::Parameter* const> parameters() const override {
    return kFluidityParameters;
  }

  Plan applied_to(Plan plan, const PropertyContext& context) const override {
    for (const Gesture& gesture : gestures_of(plan, script::kFluidity)) {
      TimeWishes wishes = wishes_for(plan, gesture);
      for (const std::size_t i : gesture) {
        add_hold_wishes(plan, plan.sequences[i], wishes);
        set_continuity(plan, plan.sequences[i]);
      }
      // The first release left holds alone.
      if (wishes.empty() || plan.compat == script::Compat::Embr2010) continue;
      retime(plan, gesture, Timeline(wishes), context.diagnostics);
    }
    return plan;
  }
};

}  // namespace

const Property& fluidity() {
  static const Fluidity property;
  return property;
}

}  // namespace kine::plan
