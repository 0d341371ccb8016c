// What arms are going to do, as far as their character's blocks know it: the ways of the wrists,
// for which their clocks are planned.
//
//   segments that play or wait --blend, at some dozen times--> paths of the wrists
//
// Not for every tick: a second of paths costs as much as a dozen ticks of a character.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "realizer/body/body.h"
#include "realizer/core/time.h"
#include "realizer/dynamics/tracked_arm.h"
#include "realizer/math/vec3.h"
#include "realizer/tick/state/character_state.h"

namespace kine {

struct Foresight {
  const CharacterState& state;
  const body::Body& body;
  const pose::Pose& base;
  TickRate rate;
  Tick tick;  // times count from here
};

/// How far an arm's way is to be foreseen, and in which frame.
struct PathWanted {
  std::optional<Seconds> until;  // none: not at all
  dynamics::FrameOf frame = dynamics::FrameOf::Chest;
};

/// Where the wrists are asked to be, left and right, each in its frame, from now on every `step`.
/// What waits is bound to the poses that are foreseen; what holds or looks is left out.
std::array<std::vector<Vec3>, 2> foreseen_paths(const Foresight& foresight,
                                                const std::array<PathWanted, 2>& wanted,
                                                Seconds step);

/// The strokes of the arm that are not over yet, in the order of their end and without overlaps: of
/// two that do, the one that is seen.
std::vector<plan::ArmStroke> foreseen_strokes(const Foresight& foresight, body::Side side);

/// When what waits to move the arm begins, in that order.
std::vector<Seconds> foreseen_begins(const Foresight& foresight, body::Side side);

/// What becomes of the arm's tension, in the order of time.
std::vector<plan::TensionChange> foreseen_tensions(const Foresight& foresight, body::Side side);

}  // namespace kine
