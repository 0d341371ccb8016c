// Rotations as three turns about axes, for forms that know no quaternions.
#pragma once

#include "realizer/math/quat.h"

namespace kine::formats {

/// The turns of R = Rz Rx Ry, in radians.
struct EulerZxy {
  double z = 0;
  double x = 0;
  double y = 0;

  friend bool operator==(const EulerZxy&, const EulerZxy&) = default;
};

/// Of the many turns that make this rotation, the ones nearest to `before`: a motion without jumps
/// gives numbers without jumps.
EulerZxy euler_zxy(const Quat& rotation, const EulerZxy& before);

}  // namespace kine::formats
