#include "realizer/tick/filters/touch.h"

#include <algorithm>

#include "realizer/core/assert.h"
#include "realizer/tick/state/scene.h"

namespace kine {
namespace {

/// Of the balls, in the order of kTouchedJoints: shares of the height.
constexpr std::array<double, kTouchedJoints.size()> kRadii = {0.085, 0.08, 0.08, 0.065, 0.05,
                                                              0.05,  0.03, 0.03, 0.035, 0.035};

// Flesh gives way like a spring, and pushes no harder than that. A force is a tick late, which a
// firmer spring would not bear.
constexpr double kFlesh_N_m = 1500;
constexpr double kTouchMost_N = 300;

/// Bodies nearer than that stand in one another: nothing pushes them apart.
constexpr double kStandsIn_m = 0.15;

/// What one ball does to another. That of the other on it is the same with its sign turned, to the
/// last bit.
Vec3 touch_N(const Vec3& on_m, const Vec3& by_m, double apart_m) {
  const Vec3 way = on_m - by_m;
  const double far = length(way);
  if (far >= apart_m || far == 0) return {};
  return std::min(kTouchMost_N, kFlesh_N_m * (apart_m - far)) / far * way;
}

}  // namespace

Balls balls_of(const Frame& frame, const body::Body& body) {
  Balls balls;
  for (std::size_t i = 0; i < kTouchedJoints.size(); ++i) {
    balls.at_m[i] = find_in_world(frame, body, kTouchedJoints[i]);
    balls.radius_m[i] = kRadii[i] * body.height_m;
  }
  return balls;
}

void add_touch_N(const Balls& on, const Balls& by, std::span<Vec3> forces_N) {
  KINE_ASSERT(forces_N.size() == kTouchedJoints.size());
  if (length(on.at_m[0] - by.at_m[0]) < kStandsIn_m) return;
  for (std::size_t i = 0; i < forces_N.size(); ++i) {
    for (std::size_t k = 0; k < forces_N.size(); ++k) {
      forces_N[i] = forces_N[i] + touch_N(on.at_m[i], by.at_m[k], on.radius_m[i] + by.radius_m[k]);
    }
  }
}

}  // namespace kine
