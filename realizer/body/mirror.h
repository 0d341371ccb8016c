// Left and right: everything of one side of a body, reflected in the plane x = 0.
#pragma once

#include "realizer/body/body.h"

namespace kine::body {

constexpr Vec3 mirrored(const Vec3& point) { return {-point.x, point.y, point.z}; }

/// A reflection turns the sense of every turn round but that about x.
constexpr Quat mirrored(const Quat& rotation) {
  return {rotation.x, -rotation.y, -rotation.z, rotation.w};
}

JointLimits mirrored(const JointLimits& limits);

}  // namespace kine::body
