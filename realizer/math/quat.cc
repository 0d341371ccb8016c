#include "realizer/math/quat.h"

#include <algorithm>
#include <cmath>

namespace kine {

Quat rotation_about(const Vec3& axis, double angle_rad) { return exp((angle_rad / 2) * axis); }

Quat shortest_arc(const Vec3& from, const Vec3& to) {
  const Vec3 a = unit(from);
  const Vec3 b = unit(to);
  constexpr double kOpposite = -1 + 1e-12;
  const double cosine = dot(a, b);
  if (cosine < kOpposite) {
    const Vec3 aside = std::abs(a.x) < 0.9 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
    const Vec3 axis = unit(cross(a, aside));
    return {axis.x, axis.y, axis.z, 0};
  }
  const Vec3 axis = cross(a, b);
  return normalized({axis.x, axis.y, axis.z, 1 + cosine});
}

Quat from_axes(const Vec3& x, const Vec3& y, const Vec3& z) {
  // The largest of the four squares decides which component is safe to divide by (Shepperd 1978).
  const double trace = x.x + y.y + z.z;
  Quat q;
  if (trace > std::max({x.x, y.y, z.z})) {
    q = {y.z - z.y, z.x - x.z, x.y - y.x, 1 + trace};
  } else if (x.x >= y.y && x.x >= z.z) {
    q = {1 + 2 * x.x - trace, x.y + y.x, x.z + z.x, y.z - z.y};
  } else if (y.y >= z.z) {
    q = {x.y + y.x, 1 + 2 * y.y - trace, y.z + z.y, z.x - x.z};
  } else {
    q = {x.z + z.x, y.z + z.y, 1 + 2 * z.z - trace, x.y - y.x};
  }
  return normalized(q);
}

Vec3 log(const Quat& q) {
  const Vec3 axis{q.x, q.y, q.z};
  const double sine = length(axis);
  constexpr double kSmall = 1e-9;
  if (sine < kSmall) return axis / (q.w < 0 ? -1 : 1);
  return (std::atan2(sine, q.w) / sine) * axis;
}

Quat exp(const Vec3& half_angle) {
  const double angle = length(half_angle);
  constexpr double kSmall = 1e-9;
  const double ratio = angle < kSmall ? 1 : std::sin(angle) / angle;
  return {ratio * half_angle.x, ratio * half_angle.y, ratio * half_angle.z, std::cos(angle)};
}

Vec3 rotation_vector(const Quat& q) { return 2 * log(q.w < 0 ? -q : q); }

Quat from_rotation_vector(const Vec3& v) { return exp(0.5 * v); }

double angle_between(const Quat& a, const Quat& b) {
  return length(rotation_vector(conjugate(a) * b));
}

Quat slerp(const Quat& a, const Quat& b, double h) {
  const Quat near_b = dot(a, b) < 0 ? -b : b;
  return a * exp(h * log(conjugate(a) * near_b));
}

SwingTwist swing_twist(const Quat& q, const Vec3& axis) {
  const double along = q.x * axis.x + q.y * axis.y + q.z * axis.z;
  const double size = std::sqrt(along * along + q.w * q.w);
  constexpr double kNoTwist = 1e-12;  // a half turn about an axis square to `axis`
  if (size < kNoTwist) return {q, {}};
  const Quat twist{along * axis.x / size, along * axis.y / size, along * axis.z / size, q.w / size};
  return {q * conjugate(twist), twist};
}

}  // namespace kine
