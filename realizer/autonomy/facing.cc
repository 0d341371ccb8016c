#include "realizer/autonomy/facing.h"

#include <cmath>
#include <numbers>

namespace kine::autonomy {
namespace {

/// How long it takes to have settled where one faces.
constexpr double kSettling_s = 0.5;

// A turn is far from here on, which a head that goes 30 degrees in half a second comes to and one
// that goes 20 does not; and over when it is nearer than this. Of shifts of the gaze by more than
// 33 degrees nearly all have a blink (Evinger and others 1994).
constexpr double kFar_rad = 18 * std::numbers::pi / 180;
constexpr double kNear_rad = 6 * std::numbers::pi / 180;

}  // namespace

void face(const Vec3& direction, Seconds step, Facing& facing) {
  const double share = 1 - std::exp(-step.count() / kSettling_s);
  facing.settled = facing.settled + share * (direction - facing.settled);
  const Vec3 square = cross(facing.settled, direction);
  const double angle_rad = std::atan2(length(square), dot(facing.settled, direction));
  if (angle_rad > kFar_rad && !facing.away) facing.away = facing.turned = true;
  if (angle_rad < kNear_rad) facing.away = facing.turned = false;
}

}  // namespace kine::autonomy
