// The hands that a sequence keeps in their places (`keep="yes"`): beside the keys of an arm, those
// of the torso that its targets were solved for.
//
//   Figure --append_held--> HeldKeys --KeyPoses binds--> Keys --hold_hands--> the wrist stays
//
// In a tick what is left of that torso tells where the hand was meant, at any time between two
// keys.
#pragma once

#include <array>

#include "realizer/math/quat.h"
#include "realizer/plan/plan.h"
#include "realizer/pose/keys.h"

namespace kine::motion {

/// Without times yet, for the hands that keys of the track keep, and for those of `hard` that they
/// bring to places; empty where there are none.
pose::HeldKeys make_held_keys(const plan::Track& track, script::Space frame,
                              body::JointSet hard = {});

/// One solved key behind those that are there: what `rotations` say of the torso, and how much of
/// each hand `key` keeps, from `time` on. Pre: `held` is not empty.
void append_held(const std::array<Quat, body::kJointCount>& rotations, const plan::Key& key,
                 Seconds time, pose::HeldKeys& held, body::JointSet hard = {});

}  // namespace kine::motion
