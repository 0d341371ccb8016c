#include "realizer/plan/properties/tempo.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "realizer/plan/retime.h"
#include "realizer/plan/sketches.h"

namespace kine::plan {
namespace {

double hold_factor(const script::Expressivity& manner) {
  return std::exp2(manner[script::kPause] - manner[script::kTempo]);
}

double movement_factor(const script::Expressivity& manner) {
  return std::exp2(manner[script::kDuration] - manner[script::kTempo]);
}

bool is_timed(const script::Expressivity& manner) {
  return hold_factor(manner) != 1 || movement_factor(manner) != 1;
}

/// Speech has times of its own, which nothing beside it may leave.
bool has_tempo(const Plan& plan, const Sequence& sequence) {
  if (sequence.speech != nullptr) return false;
  if (is_timed(manner_of(plan, sequence))) return true;
  for (const Pose& pose : sequence.poses) {
    if (is_timed(manner_of(plan, sequence, pose))) return true;
  }
  return false;
}

/// Sequences that go on at once, such as the two arms of a gesture, stay in step.
std::vector<Gesture> gestures_with_tempo(const Plan& plan) {
  std::vector<std::size_t> timed;
  for (std::size_t i = 0; i < plan.sequences.size(); ++i) {
    if (has_tempo(plan, plan.sequences[i])) timed.push_back(i);
  }
  std::ranges::stable_sort(timed, {}, [&](std::size_t i) { return plan.sequences[i].start; });
  std::vector<Gesture> gestures;
  Seconds over{0};
  for (const std::size_t i : timed) {
    const Sequence& sequence = plan.sequences[i];
    if (gestures.empty() || sequence.start >= over) gestures.emplace_back();
    gestures.back().push_back(i);
    over = std::max(over, sequence.end_of_holds());
  }
  return gestures;
}

void stretch(Seconds from, Seconds to, double factor, TimeWishes& wishes) {
  if (from >= to || factor == 1) return;
  wishes.stretches.push_back({.from = from, .to = to, .length = factor * (to - from)});
}

void stretch_all(const Plan& plan, const Sequence& sequence, TimeWishes& wishes) {
  const std::vector<Leg> legs = legs_of(sequence);
  for (std::size_t i = 0; i < legs.size(); ++i) {
    const script::Expressivity& manner = manner_of(plan, sequence, sequence.poses[i]);
    stretch(legs[i].from, legs[i].to, movement_factor(manner), wishes);
    stretch(legs[i].to, legs[i].hold_end, hold_factor(manner), wishes);
  }
  for (const Clip& clip : sequence.clips) {
    stretch(clip.time, clip.time + clip.hold, hold_factor(manner_of(plan, sequence)), wishes);
  }
}

constexpr std::array<const script::Parameter*, 3> kTempoParameters = {
    &script::kTempo, &script::kDuration, &script::kPause};

class Tempo final : public Property {
 public:
  std::string_view name() const override { return "tempo"; }
  Stage stage() const override { return Stage::Timing; }
  std::span<const script::Parameter* const> parameters() const override { return kTempoParameters; }

  Plan applied_to(Plan plan, const PropertyContext& context) const override {
    if (plan.sketches.empty()) return plan;
    for (const Gesture& gesture : gestures_with_tempo(plan)) {
      TimeWishes wishes = wishes_for(plan, gesture);
      for (const std::size_t i : gesture) stretch_all(plan, plan.sequences[i], wishes);
      if (wishes.empty()) continue;
      retime(plan, gesture, Timeline(wishes), context.diagnostics, "sketch");
    }
    return plan;
  }
};

}  // namespace

const Property& tempo() {
  static const Tempo property;
  return property;
}

}  // namespace kine::plan
