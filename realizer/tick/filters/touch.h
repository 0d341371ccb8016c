// What the bodies of others do to one: where balls about joints meet, they push each other apart.
//
//   frames of the last tick --balls_of--> Balls --add_touch_N--> a force on each joint
//
// Both of a pair work out the same force from the same frames, so that their momentum is kept.
#pragma once

#include <array>
#include <span>

#include "realizer/body/body.h"
#include "realizer/math/vec3.h"
#include "realizer/tick/state/frame.h"

namespace kine {

/// The joints that others meet.
inline constexpr std::array kTouchedJoints = {body::Joint::Hips,         body::Joint::Spine,
                                              body::Joint::UpperChest,   body::Joint::Head,
                                              body::Joint::LeftUpperArm, body::Joint::RightUpperArm,
                                              body::Joint::LeftLowerArm, body::Joint::RightLowerArm,
                                              body::Joint::LeftHand,     body::Joint::RightHand};

/// About each of them, in the world.
struct Balls {
  std::array<Vec3, kTouchedJoints.size()> at_m;
  std::array<double, kTouchedJoints.size()> radius_m = {};
};

/// As a frame shows them.
Balls balls_of(const Frame& frame, const body::Body& body);

/// What `by` does to each of `on`, a joint each. Bodies that stand in one another already do
/// nothing.
void add_touch_N(const Balls& on, const Balls& by, std::span<Vec3> forces_N);

}  // namespace kine
