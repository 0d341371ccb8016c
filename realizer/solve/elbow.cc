#include "realizer/solve/elbow.h"

#include <algorithm>
#include <cmath>

#include "realizer/math/units.h"

namespace kine::solve {
namespace {

Vec3 carried_zero(const Vec3& line) { return shortest_arc(kAhead, line) * kDown; }

/// 0 up to 0, 1 at 1, and without a kink.
double onset(double x) { return x > 0 ? x * x : 0; }

}  // namespace

Vec3 SwivelFrame::direction_at(double swivel_rad) const {
  return std::cos(swivel_rad) * zero + std::sin(swivel_rad) * outwards;
}

double SwivelFrame::swivel_of(const Vec3& direction) const {
  return std::atan2(dot(direction, outwards), dot(direction, zero));
}

SwivelFrame swivel_frame(SwivelZero zero, body::Side side, const Vec3& line, const Vec3& spine) {
  Vec3 towards_zero = carried_zero(line);
  if (zero == SwivelZero::AwayFromSpine) towards_zero = unit(rejected(-spine, line), towards_zero);
  return {towards_zero, sign_of(side) * cross(line, towards_zero)};
}

double natural_swivel_rad(body::Side side, const Vec3& line) {
  // Hanging 9 degrees, straight ahead 28 (the median of what people wrote into scripts), overhead
  // 75; reaching across or behind turns the elbow out, for the trunk is in its way.
  const double by_height = 28 + 33 * line.y + 14 * line.y * line.y;
  const double across = 18 * onset(-sign_of(side) * line.x);
  const double behind = 20 * onset(-line.z);
  return (by_height + across + behind) * kDegree;
}

double nearest_reach_m(const body::Body& body, body::Side side) {
  const body::ArmChain chain = body::arm_chain(side);
  const body::JointLimits& elbow = body.limits[index_of(chain.lower_arm)];
  const double bend_rad = side == body::Side::Left ? -elbow.min_rad.y : elbow.max_rad.y;
  const double upper = body.bone_length_m(chain.lower_arm);
  const double fore = body.bone_length_m(chain.hand);
  return std::sqrt(
      std::max(0.0, upper * upper + fore * fore + 2 * upper * fore * std::cos(bend_rad)));
}

double soft_reach_m(double distance_m, double arm_length_m) {
  constexpr double kSoftFrom = 0.97;
  const double soft_from_m = kSoftFrom * arm_length_m;
  if (distance_m <= soft_from_m) return distance_m;
  const double room_m = arm_length_m - soft_from_m;
  return arm_length_m - room_m * std::exp(-(distance_m - soft_from_m) / room_m);
}

}  // namespace kine::solve
