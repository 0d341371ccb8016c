// The hands that a sequence keeps in their places (`keep="yes"`, `target="chin"`): beside the keys
// of an arm, those of the torso that its targets were solved for.
//
//   Figure --append_held--> HeldKeys --KeyPoses binds--> Keys --hold_hands--> the wrist stays
//
// In a tick what is left of that torso tells where the hand was meant, at any time between two
// keys.
#pragma once

#include <array>

#include "realizer/body/body.h"
#include "realizer/math/quat.h"
#include "realizer/plan/plan.h"
#include "realizer/pose/keys.h"

namespace kine::motion {

/// Without times yet, for the hands that keys of the track keep, for those of `hard` that they
/// bring to places, and for those that touch the body; empty where there are none. What touches
/// goes with what it touches, unless the track keeps a hand for another reason.
pose::HeldKeys make_held_keys(const body::Body& body, const plan::Track& track, script::Space frame,
                              body::JointSet hard = {});

/// One solved key behind those that are there: what `rotations` say of the torso, and how much of
/// each hand `key` keeps, from `time` on. Pre: `held` is not empty.
void append_held(const std::array<Quat, body::kJointCount>& rotations, const plan::Key& key,
                 Seconds time, pose::HeldKeys& held, body::JointSet hard = {});

}  // namespace kine::motion
