#include "realizer/tick/kinds/hand_kind.h"

#include <algorithm>
#include <optional>

#include "realizer/tick/solving/held_hands.h"
#include "realizer/tick/solving/on_top.h"
#include "realizer/tick/solving/shift.h"

namespace kine {
namespace {

void hold_on_what_is_shown(const SolveJob& job) {
  TickScratch& scratch = job.scratch;
  scratch.samples.resize(scratch.layers.size());
  hold_hands({*job.row.cast->body, scratch.layers, *job.row.base, lay_on_top(scratch),
              scratch.samples, scratch.pose});
}

bool moves_arms_alike(const std::optional<solve::BodyShift>& a,
                      const std::optional<solve::BodyShift>& b) {
  constexpr double kAlike_rad = 1e-4;  // less than a tenth of a millimetre at the wrist
  if (!a || !b) return !a && !b;
  return std::ranges::equal(a->turns, b->turns, [](const Quat& one, const Quat& other) {
    return angle_between(one, other) < kAlike_rad;
  });
}

}  // namespace

/// An arm that hangs is turned by the body's shift, and where a hand is held says how much it
/// hangs. So both are found in turn, until what begins in the next tick begins from what is shown.
void HandKind::solve(const SolveJob& job) const {
  constexpr int kRounds = 8;
  TickScratch& scratch = job.scratch;
  const pose::Pose blended = scratch.pose;
  for (int round = 0; round < kRounds; ++round) {
    scratch.pose = blended;
    hold_on_what_is_shown(job);
    if (!scratch.shift) return;
    const auto before = scratch.shift;
    scratch.shift =
        find_shift(job.context, *job.row.cast->body, job.row.state, job.tick, scratch.pose);
    if (moves_arms_alike(before, scratch.shift)) return;
  }
}

}  // namespace kine
