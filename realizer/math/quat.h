// Unit quaternions in preparation: double, Hamilton's product, `parent_from_joint * joint_point`.
#pragma once

#include <cmath>

#include "realizer/math/vec3.h"

namespace kine {

struct Quat {
  double x = 0;
  double y = 0;
  double z = 0;
  double w = 1;

  friend bool operator==(const Quat&, const Quat&) = default;
};

// What is a handful of products stands here, so that it costs no call: looks are solved in a tick.

constexpr Quat operator*(const Quat& a, const Quat& b) {
  return {
      a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
      a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

constexpr Vec3 operator*(const Quat& q, const Vec3& v) {
  const Vec3 axis{q.x, q.y, q.z};
  const Vec3 twice = 2 * cross(axis, v);
  return v + q.w * twice + cross(axis, twice);
}

constexpr Quat conjugate(const Quat& q) { return {-q.x, -q.y, -q.z, q.w}; }
constexpr Quat operator-(const Quat& q) { return {-q.x, -q.y, -q.z, -q.w}; }
constexpr double dot(const Quat& a, const Quat& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

inline Quat normalized(const Quat& q) {
  const double size = std::sqrt(dot(q, q));
  if (size <= 0) return {};
  return {q.x / size, q.y / size, q.z / size, q.w / size};
}

/// The turn by `angle_rad` about the unit vector `axis`.
Quat rotation_about(const Vec3& axis, double angle_rad);

/// The shortest turn that takes direction `from` to direction `to`. Where they are opposite, it
/// goes round an axis square to both.
Quat shortest_arc(const Vec3& from, const Vec3& to);

/// The rotation whose columns are the unit vectors x, y and z, which are square to each other and
/// right-handed.
Quat from_axes(const Vec3& x, const Vec3& y, const Vec3& z);

/// Half-angle times axis of a unit quaternion, and back: exp(log(q)) == q.
Vec3 log(const Quat& q);
Quat exp(const Vec3& half_angle);

/// Angle times axis, the short way round: length in [0, pi].
Vec3 rotation_vector(const Quat& q);
Quat from_rotation_vector(const Vec3& v);

/// The angle of the rotation that takes `a` to `b`, in [0, pi].
double angle_between(const Quat& a, const Quat& b);

/// Constant speed along the shorter great arc, h in [0, 1].
Quat slerp(const Quat& a, const Quat& b, double h);

/// q == swing * twist, where `twist` turns about the unit vector `axis` alone and `swing` about an
/// axis square to it.
struct SwingTwist {
  Quat swing;
  Quat twist;
};
SwingTwist swing_twist(const Quat& q, const Vec3& axis);

}  // namespace kine
