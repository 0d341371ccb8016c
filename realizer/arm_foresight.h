// What an arm is going to do, as far as its character's blocks know it: the way of its wrist, for
// which its clock is planned.
//
//   segments that play or wait --blend, at some hundred times--> path of a wrist
//
// Not for every tick: a path costs a tenth of a millisecond.
#pragma once

#include <vector>

#include "realizer/body/body.h"
#include "realizer/character_state.h"
#include "realizer/core/time.h"
#include "realizer/math/vec3.h"

namespace kine {

struct ArmForesight {
  const CharacterState& state;
  const body::Body& body;
  const pose::Pose& base;
  body::Side side;
  TickRate rate;
  Tick tick;  // times count from here
};

/// Where the wrist is asked to be, from the upper chest's joint and in its axes, from now until
/// `until`. What waits is bound to the poses that are foreseen; what holds or looks is left out.
std::vector<Vec3> foreseen_path(const ArmForesight& arm, Seconds until, Seconds step);

/// The strokes of the arm that are not over yet, in the order of their end and without overlaps: of
/// two that do, the one that is seen.
std::vector<plan::ArmStroke> foreseen_strokes(const ArmForesight& arm);

/// What becomes of the arm's tension, in the order of time.
std::vector<plan::TensionChange> foreseen_tensions(const ArmForesight& arm);

}  // namespace kine
