#include "avatars/solids.h"

#include <algorithm>

namespace kine::avatars {

double distance_m(const Cone& cone, const Vec3& p) {
  const Vec3 along = cone.to - cone.from;
  const double h = std::clamp(dot(p - cone.from, along) / dot(along, along), 0.0, 1.0);
  return length(p - cone.from - h * along) - mixed(cone.from_radius_m, cone.to_radius_m, h);
}

double distance_m(const Egg& egg, const Vec3& p) {
  const Vec3 q = conjugate(egg.turn) * (p - egg.centre);
  const Vec3& r = egg.radii_m;
  const double k0 = length({q.x / r.x, q.y / r.y, q.z / r.z});
  const double k1 = length({q.x / (r.x * r.x), q.y / (r.y * r.y), q.z / (r.z * r.z)});
  return k1 > 0 ? k0 * (k0 - 1) / k1 : -std::min({r.x, r.y, r.z});
}

double distance_m(const Solid& solid, const Vec3& p) {
  return std::visit([&](const auto& shape) { return distance_m(shape, p); }, solid);
}

double joined(double a, double b, double round_m) {
  const double h = std::max(round_m - std::abs(a - b), 0.0) / round_m;
  return std::min(a, b) - h * h * round_m / 4;
}

double without(double a, double b, double round_m) { return -joined(-a, b, round_m); }

double common(double a, double b, double round_m) { return -joined(-a, -b, round_m); }

double joined_distance_m(const Solids& solids, const Vec3& p, double round_m) {
  double d = 1;
  for (const Solid& solid : solids) d = joined(d, distance_m(solid, p), round_m);
  return d;
}

Vec3 gradient(const Field& field, const Vec3& p) {
  constexpr double kStep = 2e-5;
  return Vec3{field(p + Vec3{kStep, 0, 0}) - field(p - Vec3{kStep, 0, 0}),
              field(p + Vec3{0, kStep, 0}) - field(p - Vec3{0, kStep, 0}),
              field(p + Vec3{0, 0, kStep}) - field(p - Vec3{0, 0, kStep})} /
         (2 * kStep);
}

Vec3 on_surface(const Field& field, Vec3 p) {
  constexpr int kSteps = 3;
  constexpr double kFlattest = 0.05;  // a gradient below it points nowhere
  for (int i = 0; i < kSteps; ++i) {
    const Vec3 slope = gradient(field, p);
    const double steepness = dot(slope, slope);
    if (steepness < kFlattest) break;
    p = p - field(p) / steepness * slope;
  }
  return p;
}

double smooth_step(double from, double to, double x) {
  const double h = std::clamp((x - from) / (to - from), 0.0, 1.0);
  return h * h * (3 - 2 * h);
}

double mixed(double a, double b, double h) { return a + h * (b - a); }
Vec3 mixed(const Vec3& a, const Vec3& b, double h) { return a + h * (b - a); }

}  // namespace kine::avatars
