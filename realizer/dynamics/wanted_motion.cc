#include "realizer/dynamics/wanted_motion.h"

#include "realizer/core/assert.h"

namespace kine::dynamics {
namespace {

Quat row_of(const Rotations& rotations, body::Joint joint) {
  const auto& [x, y, z, w] = rotations[body::index_of(joint)];
  return normalized({x, y, z, w});
}

Vec3 point_of(const std::array<float, 3>& row) { return {row[0], row[1], row[2]}; }

}  // namespace

void WantedMotion::advance_to(const ShownPose& wanted) {
  const Rows rows{*wanted.parent_from_joint, *wanted.hips_m};
  before_ = now_.value_or(rows);
  now_ = rows;
}

Quat WantedMotion::rotation(body::Joint joint, double share) const {
  KINE_ASSERT(now_);
  return slerp(row_of(before_.parent_from_joint, joint), row_of(now_->parent_from_joint, joint),
               share);
}

Vec3 WantedMotion::hips_m(double share) const {
  KINE_ASSERT(now_);
  const Vec3 from_m = point_of(before_.hips_m);
  return from_m + share * (point_of(now_->hips_m) - from_m);
}

Vec3 WantedMotion::velocity_rad_s(body::Joint joint, Seconds step) const {
  KINE_ASSERT(now_ && step.count() > 0);
  const Quat turn =
      row_of(now_->parent_from_joint, joint) * conjugate(row_of(before_.parent_from_joint, joint));
  return (1 / step.count()) * rotation_vector(turn);
}

}  // namespace kine::dynamics
