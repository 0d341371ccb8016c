// Rotations as three turns about axes, for forms that know no quaternions.
#pragma once

#include <array>
#include <cstddef>

#include "realizer/math/quat.h"

namespace kine::formats {

/// Axes (0 is x) in the order of the turns' product: {2, 0, 1} is R = Rz Rx Ry. All differ.
using EulerOrder = std::array<std::size_t, 3>;

/// In radians, in the order of the axes.
using EulerAngles = std::array<double, 3>;

/// Of the many turns that make this rotation, the ones nearest to `before`: a motion without jumps
/// gives numbers without jumps.
EulerAngles euler_angles(const Quat& rotation, const EulerOrder& order, const EulerAngles& before);

/// The turns of R = Rz Rx Ry, in radians.
struct EulerZxy {
  double z = 0;
  double x = 0;
  double y = 0;

  friend bool operator==(const EulerZxy&, const EulerZxy&) = default;
};

/// The same in this order.
EulerZxy euler_zxy(const Quat& rotation, const EulerZxy& before);

}  // namespace kine::formats
