// Figures whose arms are tracked, for tests of the filter: what a frame shows of each, and what is
// kept of its arms.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "realizer/dynamics/follow.h"
#include "tests/support/motion/plain_tracker.h"

namespace kine::test {

struct TrackedFigure {
  const body::Body* body = nullptr;
  JointTurns turns;  // of the pose that is not tracked
  Vec3 hips_m;
  std::array<std::optional<dynamics::TrackedArm>, 2> arms = {};
  dynamics::Rotations shown = {};  // what the filter has made of it

  Quat shown_turn(body::Joint joint) const;
  JointTurns shown_turns() const;
  Vec3 shown_m(body::Joint joint) const;    // its place, in the character's space
  Vec3 wrist_m(body::Side side) const;      // as it is shown, in the axes of the upper chest …
  Vec3 untracked_m(body::Side side) const;  // … and as it is not tracked
};

/// A figure that stands as its body does at rest, with no arm tracked.
TrackedFigure figure_of(const body::Body& body);

/// An arm from its first tick on.
dynamics::TrackedArm arm_with(const Tension& tension, const body::Body& body, Seconds step,
                              dynamics::FrameOf frame = dynamics::FrameOf::Chest,
                              double swings = 1);

/// One tick of all of them, at most sixteen.
void follow(std::span<TrackedFigure> figures, Seconds step);

}  // namespace kine::test
