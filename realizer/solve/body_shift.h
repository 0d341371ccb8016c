// The body under the gestures is moved, and its feet stay where they are, or step aside.
//
//   Carriage, BodyOffsets --shift_of--> BodyShift
#pragma once

#include <array>
#include <cstddef>

#include "realizer/body/body.h"
#include "realizer/body/body_offsets.h"
#include "realizer/math/quat.h"
#include "realizer/math/vec3.h"
#include "realizer/solve/look_at.h"

namespace kine::solve {

/// A whole pose: where the hips are, in the character's space, and how every joint is turned.
struct Carriage {
  Vec3 hips_m;
  std::array<Quat, body::kJointCount> parent_from_joint = {};
};

/// The joints that are turned: the column from the hips to the head, clavicles, legs, upper arms.
inline constexpr std::array kShiftedJoints = {
    body::Joint::Hips,          body::Joint::Spine,         body::Joint::Chest,
    body::Joint::UpperChest,    body::Joint::Neck,          body::Joint::Head,
    body::Joint::LeftShoulder,  body::Joint::RightShoulder, body::Joint::LeftUpperLeg,
    body::Joint::LeftLowerLeg,  body::Joint::LeftFoot,      body::Joint::RightUpperLeg,
    body::Joint::RightLowerLeg, body::Joint::RightFoot,     body::Joint::LeftUpperArm,
    body::Joint::RightUpperArm};
inline constexpr std::size_t kFirstShiftedClavicle = kColumnLength;
inline constexpr std::size_t kFirstShiftedLeg = kFirstShiftedClavicle + 2;
inline constexpr std::size_t kFirstShiftedArm = kFirstShiftedLeg + 6;

/// How far the hips go, and how each joint turns once more, behind the turn that it has.
struct BodyShift {
  Vec3 hips_m;
  std::array<Quat, kShiftedJoints.size()> turns = {};

  const Quat& turn_of_shoulder(body::Side side) const {
    return turns[kFirstShiftedClavicle + static_cast<std::size_t>(side)];
  }
};

/// Whether the hips or the feet move, and so the legs.
bool moves_hips(const body::BodyOffsets& offsets);

/// Whether the centre of mass is to go somewhere, for which the whole of the carriage counts.
bool moves_centre_of_mass(const body::BodyOffsets& offsets);

/// The soles stay where the carriage has them, but for the offsets of the feet. Where a leg is too
/// short for that, the hips go down. An arm that hangs goes on hanging straight down. Of the
/// carriage, head, hands and toes count only where the centre of mass is moved.
BodyShift shift_of(const body::Body& body, const body::BodyOffsets& offsets,
                   const Carriage& carriage);

/// The carriage as it is then.
Carriage shifted(const BodyShift& shift, Carriage carriage);

/// From 1 for an arm that hangs to 0 for one that is asked for something.
double hanging_share(const body::Body& body, body::Side side, const Quat& character_from_upper_arm,
                     const Quat& lower_arm);

}  // namespace kine::solve
