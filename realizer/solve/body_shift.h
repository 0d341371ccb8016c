// The body under the gestures is moved, and its feet stay where they are.
//
//   Carriage, BodyOffsets --shift_of--> BodyShift
#pragma once

#include <array>
#include <cstddef>

#include "realizer/body/body.h"
#include "realizer/body/body_offsets.h"
#include "realizer/math/quat.h"
#include "realizer/math/vec3.h"

namespace kine::solve {

/// A whole pose: where the hips are, in the character's space, and how every joint is turned.
struct Carriage {
  Vec3 hips_m;
  std::array<Quat, body::kJointCount> parent_from_joint = {};
};

/// The joints that are turned, from the hips outwards.
inline constexpr std::array kShiftedJoints = {
    body::Joint::Hips,          body::Joint::Spine,         body::Joint::Chest,
    body::Joint::UpperChest,    body::Joint::LeftShoulder,  body::Joint::RightShoulder,
    body::Joint::LeftUpperLeg,  body::Joint::LeftLowerLeg,  body::Joint::LeftFoot,
    body::Joint::RightUpperLeg, body::Joint::RightLowerLeg, body::Joint::RightFoot};

/// How far the hips go, and how each joint turns once more, behind the turn that it has.
struct BodyShift {
  Vec3 hips_m;
  std::array<Quat, kShiftedJoints.size()> turns = {};

  const Quat& turn_of_shoulder(body::Side side) const {
    constexpr std::size_t kLeftShoulder = 4;
    return turns[kLeftShoulder + static_cast<std::size_t>(side)];
  }
};

/// The soles stay where the carriage has them. Where a leg is too short for that, the hips go down.
BodyShift shift_of(const body::Body& body, const body::BodyOffsets& offsets,
                   const Carriage& carriage);

}  // namespace kine::solve
