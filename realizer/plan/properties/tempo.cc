#include "realizer/plan/properties/tempo.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>
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

/// Empty: as written.
const std::vector<double>& rhythm_of(const Plan& plan, const Sequence& sequence, const Pose& pose) {
  static const std::vector<double> kAsWritten;
  const Sketch* const sketch = find_sketch(plan, sequence, pose);
  return sketch == nullptr ? kAsWritten : sketch->rhythm;
}

bool is_even_rhythm(const std::vector<double>& rhythm) {
  return std::ranges::all_of(rhythm, [&](double share) { return share == rhythm.front(); });
}

/// Speech has times of its own, which nothing beside it may leave.
bool has_tempo(const Plan& plan, const Sequence& sequence) {
  if (sequence.speech != nullptr) return false;
  if (is_timed(manner_of(plan, sequence))) return true;
  return std::ranges::any_of(sequence.poses, [&](const Pose& pose) {
    return is_timed(manner_of(plan, sequence, pose)) || !rhythm_of(plan, sequence, pose).empty();
  });
}

std::vector<Gesture> gestures_with_tempo(const Plan& plan) {
  std::vector<std::size_t> timed;
  for (std::size_t i = 0; i < plan.sequences.size(); ++i) {
    if (has_tempo(plan, plan.sequences[i])) timed.push_back(i);
  }
  return gestures_at_once(plan, std::move(timed));
}

void stretch(Seconds from, Seconds to, double factor, TimeWishes& wishes) {
  if (from >= to || factor == 1) return;
  wishes.stretches.push_back({.from = from, .to = to, .length = factor * (to - from)});
}

bool is_one_movement(const Leg& a, const Leg& b) { return a.from == b.from && a.to == b.to; }

/// Of one group, while the sequence is still held by others: no movement of the whole.
bool is_hidden(const Leg& leg, const Leg& before) {
  return !is_one_movement(leg, before) && leg.from < before.hold_end;
}

/// Shares of legs `begin` to `end`, which have one rhythm: it goes round over their movements. What
/// they take together stays as it is.
void add_rhythm(const std::vector<Leg>& legs, std::size_t begin, std::size_t end,
                const std::vector<double>& rhythm, std::vector<double>& factors) {
  double written_s = 0;
  double shared_s = 0;
  std::size_t movement = 0;
  for (std::size_t i = begin; i < end; ++i) {
    if (i > begin && is_one_movement(legs[i], legs[i - 1])) {
      factors[i] = factors[i - 1];
      continue;
    }
    if (i > begin && is_hidden(legs[i], legs[i - 1])) continue;
    factors[i] = rhythm[movement++ % rhythm.size()];
    const double takes_s = (legs[i].to - legs[i].from).count();
    written_s += takes_s;
    shared_s += factors[i] * takes_s;
  }
  for (std::size_t i = begin; i < end && shared_s > 0; ++i) {
    if (i == begin || !is_hidden(legs[i], legs[i - 1])) factors[i] *= written_s / shared_s;
  }
}

/// By how much each movement is longer for the rhythm of its sketch.
std::vector<double> rhythm_factors(const Plan& plan, const Sequence& sequence,
                                   const std::vector<Leg>& legs) {
  std::vector<double> factors(legs.size(), 1);
  for (std::size_t begin = 0; begin < legs.size();) {
    const std::vector<double>& rhythm = rhythm_of(plan, sequence, sequence.poses[begin]);
    std::size_t end = begin;
    while (end < legs.size() && rhythm_of(plan, sequence, sequence.poses[end]) == rhythm) ++end;
    if (!is_even_rhythm(rhythm)) add_rhythm(legs, begin, end, rhythm, factors);
    begin = end;
  }
  return factors;
}

void stretch_all(const Plan& plan, const Sequence& sequence, TimeWishes& wishes) {
  const std::vector<Leg> legs = legs_of(sequence);
  const std::vector<double> rhythm = rhythm_factors(plan, sequence, legs);
  for (std::size_t i = 0; i < legs.size(); ++i) {
    const script::Expressivity& manner = manner_of(plan, sequence, sequence.poses[i]);
    stretch(legs[i].from, legs[i].to, movement_factor(manner) * rhythm[i], wishes);
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
