#include "realizer/body/body_offsets.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "realizer/body/body.h"
#include "realizer/math/ease.h"

namespace kine::body {
namespace {

bool is_within(const Vec3& offset, double most) {
  // Not a number is within nothing.
  return std::abs(offset.x) <= most && std::abs(offset.y) <= most && std::abs(offset.z) <= most;
}

bool is_stance(const FootOffset& foot) {
  return is_within(foot.moved_m, kOffsetMost_m) && std::abs(foot.yaw_rad) <= kOffsetMost_rad;
}

// A step to another stance is small: the foot clears the ground, and the weight goes over the other
// one as far as it must.
constexpr double kStepLift_m = 0.03;
constexpr double kStepLean_m = 0.04;
constexpr double kStepDown_m = 0.02;  // of the hips, so that no knee comes to its straightest
constexpr double kWholeStep_m = 0.04;
constexpr double kWholeStep_rad = 0.3;

/// 0 at either end of a step, 1 in its midst. A straight knee bends by the root of what its foot
/// is lifted: so flat an end starts it without a jolt.
double bump(double h) {
  const double parabola = 4 * h * (1 - h);
  return parabola * parabola * parabola * parabola;
}

/// From 0 to 1: how much of a step it is. Where either place moves itself, it has no corner.
double size_of_step(const FootOffset& from, const FootOffset& to) {
  return eased(length(to.moved_m - from.moved_m) / kWholeStep_m +
               std::abs(to.yaw_rad - from.yaw_rad) / kWholeStep_rad);
}

/// `share` of the step from one place to another is made.
void step(std::size_t side, const FootOffset& from, const FootOffset& to, double share,
          BodyOffsets& offsets) {
  if (from == to) return;
  const double h = std::clamp(share, 0.0, 1.0);
  FootOffset& foot = offsets.feet[side];
  foot = (1 - eased(h)) * from + eased(h) * to;
  const double high = size_of_step(from, to) * bump(h);
  foot.moved_m.y += kStepLift_m * high;
  const double to_other_foot = side == 0 ? -1 : 1;
  offsets.pelvis_m.x += to_other_foot * kStepLean_m * high;
  offsets.pelvis_m.y -= kStepDown_m * high;
}

bool is_turn(const Vec3& turn_rad) { return is_within(turn_rad, kOffsetMost_rad); }

/// A turn of a joint that stands as in T-pose, on top of another one, as far as its limits let it.
Vec3 as_far_as_it_goes(const JointLimits& limits, const Vec3& turn_rad, const Vec3& beneath_rad) {
  constexpr double kRounding_rad = 1e-9;
  const Vec3 wanted_rad = beneath_rad + turn_rad;
  const Vec3 had_rad = rotation_vector(within_limits(limits, from_rotation_vector(wanted_rad)));
  return length(had_rad - wanted_rad) < kRounding_rad ? turn_rad : had_rad - beneath_rad;
}

}  // namespace

std::array<Quat, kJointCount> turned(const BodyOffsets& offsets,
                                     std::array<Quat, kJointCount> parent_from_joint) {
  const auto turn = [&](Joint joint, const Vec3& turn_rad) {
    if (turn_rad == Vec3{}) return;
    Quat& rotation = parent_from_joint[index_of(joint)];
    rotation = normalized(rotation * from_rotation_vector(turn_rad));
  };
  turn(Joint::Hips, offsets.pelvis_rad);
  for (std::size_t i = 0; i < kSpineJoints.size(); ++i) {
    turn(kSpineJoints[i], offsets.spine_rad[i]);
  }
  turn(Joint::LeftShoulder, offsets.clavicles_rad[0]);
  turn(Joint::RightShoulder, offsets.clavicles_rad[1]);
  return parent_from_joint;
}

BodyOffsets mixed(const BodyOffsets& from, const BodyOffsets& to, double share) {
  BodyOffsets between = (1 - share) * from + share * to;
  step(0, from.feet[0], to.feet[0], 2 * share, between);
  step(1, from.feet[1], to.feet[1], 2 * share - 1, between);
  return between;
}

BodyOffsets within_limits(const Body& body, BodyOffsets offsets, const BodyOffsets& beneath) {
  const auto keep = [&](Joint joint, Vec3& turn_rad, const Vec3& beneath_rad) {
    turn_rad = as_far_as_it_goes(body.limits[index_of(joint)], turn_rad, beneath_rad);
  };
  for (std::size_t i = 0; i < kSpineJoints.size(); ++i) {
    keep(kSpineJoints[i], offsets.spine_rad[i], beneath.spine_rad[i]);
  }
  keep(Joint::LeftShoulder, offsets.clavicles_rad[0], beneath.clavicles_rad[0]);
  keep(Joint::RightShoulder, offsets.clavicles_rad[1], beneath.clavicles_rad[1]);
  return offsets;
}

bool valid(const BodyOffsets& offsets) {
  return is_within(offsets.pelvis_m, kOffsetMost_m) &&
         is_within(offsets.pelvis_rad, kOffsetMost_rad) &&
         std::ranges::all_of(offsets.spine_rad, is_turn) &&
         std::ranges::all_of(offsets.clavicles_rad, is_turn) &&
         std::ranges::all_of(offsets.centre_of_mass_m,
                             [](double way_m) { return std::abs(way_m) <= kOffsetMost_m; }) &&
         std::ranges::all_of(offsets.feet, is_stance);
}

}  // namespace kine::body
