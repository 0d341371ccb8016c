#include "realizer/dynamics/physical/prediction.h"

#include <algorithm>
#include <cmath>

namespace kine::dynamics::physical {

Gains gains_on_the_way(const PredictedDegree& way, double wanted_rad, double compensation,
                       const SetPoints& reach, const SetPoints& points) {
  const double beside_rad = wanted_rad - std::lerp(way.from.angle_rad, way.to.angle_rad, way.share);
  const auto gains_in = [&](const HeldAngle& pose) {
    const double angle_rad = std::clamp(pose.angle_rad + beside_rad, reach.low_rad, reach.high_rad);
    return equilibrium_gains(pose.tension_Nm_rad, angle_rad, compensation * pose.gravity_Nm,
                             points);
  };
  const Gains from = gains_in(way.from);
  const Gains to = gains_in(way.to);
  return {std::lerp(from.low_Nm_rad, to.low_Nm_rad, way.share),
          std::lerp(from.high_Nm_rad, to.high_Nm_rad, way.share)};
}

}  // namespace kine::dynamics::physical
