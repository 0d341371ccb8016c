#include "realizer/plan/properties/power_of_2010.h"

#include <cmath>
#include <optional>
#include <variant>

#include "realizer/plan/retime.h"

namespace kine::plan {
namespace {

constexpr double kDrawBack_m = 0.1;
constexpr Seconds kHold{0.3};

double power_of(const Plan& plan, const Sequence& sequence, std::size_t pose) {
  return parameter_of(plan, sequence.poses[pose].nucleus, script::kPower);
}

Reach* find_reach(Key& key, body::Joint joint) {
  for (Goal& goal : key.goals) {
    auto* reach = std::get_if<Reach>(&goal);
    if (reach != nullptr && reach->joint == joint) return reach;
  }
  return nullptr;
}

/// The first key of a nucleus away from its second.
void draw_back(const Plan& plan, Sequence& sequence) {
  for (Track& track : sequence.tracks) {
    Key* first = nullptr;
    for (Key& key : track.keys) {
      const double p = power_of(plan, sequence, key.pose);
      if (p == 0) continue;
      if (first == nullptr) {
        first = &key;
        continue;
      }
      for (Goal& goal : first->goals) {
        auto* reach = std::get_if<Reach>(&goal);
        if (reach == nullptr || p <= 0) continue;
        const Reach* second = find_reach(key, reach->joint);
        if (second == nullptr) continue;
        const Vec3 away = unit(reach->target_m - second->target_m, {});
        reach->target_m = reach->target_m + (kDrawBack_m * p) * away;
      }
      break;
    }
  }
}

/// Only a power of 1 adds a hold; a negative one shortens what there is.
void add_hold_of_2010(const Plan& plan, const Sequence& sequence, TimeWishes& wishes) {
  const std::vector<Leg> legs = legs_of(sequence);
  for (std::size_t i = 0; i < legs.size(); ++i) {
    const double p = power_of(plan, sequence, i);
    if (p == 0) continue;
    const Seconds hold = legs[i].hold_end - legs[i].to;
    const Seconds wanted = p > 0 ? hold + std::floor(p) * kHold : (1 + p) * hold;
    if (hold > Seconds{0}) {
      wishes.stretches.push_back({.from = legs[i].to, .to = legs[i].hold_end, .length = wanted});
    } else if (wanted > Seconds{0}) {
      wishes.pauses.push_back({.at = legs[i].to, .length = wanted});
    }
    return;
  }
}

void set_curves_of_2010(const Plan& plan, Sequence& sequence) {
  for (Track& track : sequence.tracks) {
    for (Key& key : track.keys) {
      const double p = power_of(plan, sequence, key.pose);
      if (p == 0 || sequence.poses[key.pose].tcb) continue;
      key.tcb.tension = -p;
      key.tcb.bias = -p;
    }
  }
}

}  // namespace

Plan with_power_of_2010(Plan plan, const PropertyContext& context) {
  for (const Gesture& gesture : gestures_of(plan, script::kPower)) {
    TimeWishes wishes = wishes_for(plan, gesture);
    for (const std::size_t i : gesture) {
      Sequence& sequence = plan.sequences[i];
      draw_back(plan, sequence);
      set_curves_of_2010(plan, sequence);
      add_hold_of_2010(plan, sequence, wishes);
    }
    if (!wishes.empty()) retime(plan, gesture, Timeline(wishes), context.diagnostics);
  }
  return plan;
}

}  // namespace kine::plan
