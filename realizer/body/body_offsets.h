// What a body is moved by beneath all that it does: pelvis, trunk, clavicles, centre of mass.
//
// Offsets add up: of a posture, of what plays. All zero is the body as it is.
#pragma once

#include <array>
#include <cstddef>

#include "realizer/body/skeleton.h"
#include "realizer/math/quat.h"
#include "realizer/math/vec3.h"

namespace kine::body {

/// The joints above the hips, from the trunk to the head.
inline constexpr std::array kSpineJoints = {Joint::Spine, Joint::Chest, Joint::UpperChest,
                                            Joint::Neck, Joint::Head};
inline constexpr std::size_t kTrunkJoints = 3;  // of them: those that carry the arms

/// Where a foot stands that has stepped aside, in the character's axes.
struct FootOffset {
  Vec3 moved_m;
  double yaw_rad = 0;  // of its toes, to the left

  friend bool operator==(const FootOffset&, const FootOffset&) = default;
};

constexpr FootOffset operator+(const FootOffset& a, const FootOffset& b) {
  return {.moved_m = a.moved_m + b.moved_m, .yaw_rad = a.yaw_rad + b.yaw_rad};
}
constexpr FootOffset operator*(double share, const FootOffset& a) {
  return {.moved_m = share * a.moved_m, .yaw_rad = share * a.yaw_rad};
}

/// A turn is a rotation vector in radians, in the joint's own axes, behind the turn that it has.
struct BodyOffsets {
  Vec3 pelvis_m;  // over the feet
  Vec3 pelvis_rad;
  std::array<Vec3, kSpineJoints.size()> spine_rad = {};
  std::array<Vec3, 2> clavicles_rad = {};    // the left one, the right one
  std::array<double, 2> centre_of_mass_m{};  // how far it goes to the left, and forwards
  std::array<FootOffset, 2> feet = {};       // the left one, the right one

  friend bool operator==(const BodyOffsets&, const BodyOffsets&) = default;
};

constexpr BodyOffsets operator+(const BodyOffsets& a, const BodyOffsets& b) {
  BodyOffsets sum{.pelvis_m = a.pelvis_m + b.pelvis_m, .pelvis_rad = a.pelvis_rad + b.pelvis_rad};
  for (std::size_t i = 0; i < kSpineJoints.size(); ++i) {
    sum.spine_rad[i] = a.spine_rad[i] + b.spine_rad[i];
  }
  for (std::size_t i = 0; i < 2; ++i) {
    sum.clavicles_rad[i] = a.clavicles_rad[i] + b.clavicles_rad[i];
    sum.centre_of_mass_m[i] = a.centre_of_mass_m[i] + b.centre_of_mass_m[i];
    sum.feet[i] = a.feet[i] + b.feet[i];
  }
  return sum;
}

constexpr BodyOffsets operator*(double share, const BodyOffsets& a) {
  BodyOffsets scaled{.pelvis_m = share * a.pelvis_m, .pelvis_rad = share * a.pelvis_rad};
  for (std::size_t i = 0; i < kSpineJoints.size(); ++i) {
    scaled.spine_rad[i] = share * a.spine_rad[i];
  }
  for (std::size_t i = 0; i < 2; ++i) {
    scaled.clavicles_rad[i] = share * a.clavicles_rad[i];
    scaled.centre_of_mass_m[i] = share * a.centre_of_mass_m[i];
    scaled.feet[i] = share * a.feet[i];
  }
  return scaled;
}

/// A turn of the trunk: each of its joints takes an equal part.
constexpr std::array<Vec3, kSpineJoints.size()> shared_by_trunk(const Vec3& turn_rad) {
  const Vec3 part_rad = (1.0 / kTrunkJoints) * turn_rad;
  return {part_rad, part_rad, part_rad};
}

/// A share of the way from one to the other. Feet that go to another place step there: the left one
/// in the first half of the way, the right one in the second, and the hips over the one that
/// stands.
BodyOffsets mixed(const BodyOffsets& from, const BodyOffsets& to, double share);

/// The rotations of a pose with the turns above the legs.
std::array<Quat, kJointCount> turned(const BodyOffsets& offsets,
                                     std::array<Quat, kJointCount> parent_from_joint);

/// How much of a body goes along with its arms where nothing is said (solve/involvement.h): what
/// people do, of [0, 1].
inline constexpr double kUsualInvolvement = 0.5;

/// Every offset has a bound: a hip goes no farther than a step, a joint no more than half a turn.
inline constexpr double kOffsetMost_m = 0.4;
inline constexpr double kOffsetMost_rad = 1.6;

/// Whether all of it is finite and within the bounds.
bool valid(const BodyOffsets& offsets);

}  // namespace kine::body
