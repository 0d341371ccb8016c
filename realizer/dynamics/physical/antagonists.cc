#include "realizer/dynamics/physical/antagonists.h"

#include <algorithm>

#include "realizer/core/assert.h"

namespace kine::dynamics::physical {

Gains equilibrium_gains(double tension_Nm_rad, double angle_rad, double external_Nm,
                        const SetPoints& points) {
  const double to_high = points.high_rad - angle_rad;
  const double to_low = angle_rad - points.low_rad;
  KINE_ASSERT(to_high > 0 && to_low > 0 && tension_Nm_rad > 0);
  const double least = std::max(-external_Nm / to_high, external_Nm / to_low);
  const double tension = std::max(tension_Nm_rad, least);
  // Both springs and the external torque are in balance at the angle:
  // k_low (low - angle) + k_high (high - angle) + external = 0.
  const double low = (tension * to_high + external_Nm) / (points.high_rad - points.low_rad);
  return {low, tension - low};
}

double torque_Nm(const Gains& gains, double angle_rad, const SetPoints& points) {
  return gains.low_Nm_rad * (points.low_rad - angle_rad) +
         gains.high_Nm_rad * (points.high_rad - angle_rad);
}

}  // namespace kine::dynamics::physical
