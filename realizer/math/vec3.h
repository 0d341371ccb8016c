// A point, direction or rotation vector in preparation: double, right-handed, +Y up, metres.
//
// Written here rather than taken from Eigen: its headers cost ten seconds a translation unit, and
// nothing of a tick (float lanes, pose/) needs more than this. Where a system of equations is to be
// solved, a .cc file takes Eigen; in the tests it is the independent oracle.
#pragma once

#include <cmath>

namespace kine {

struct Vec3 {
  double x = 0;
  double y = 0;
  double z = 0;

  friend bool operator==(const Vec3&, const Vec3&) = default;
};

constexpr Vec3 operator+(const Vec3& a, const Vec3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
constexpr Vec3 operator-(const Vec3& a, const Vec3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
constexpr Vec3 operator-(const Vec3& a) { return {-a.x, -a.y, -a.z}; }
constexpr Vec3 operator*(double s, const Vec3& a) { return {s * a.x, s * a.y, s * a.z}; }
constexpr Vec3 operator*(const Vec3& a, double s) { return s * a; }
constexpr Vec3 operator/(const Vec3& a, double s) { return {a.x / s, a.y / s, a.z / s}; }

constexpr double dot(const Vec3& a, const Vec3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

constexpr Vec3 cross(const Vec3& a, const Vec3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

inline double length(const Vec3& a) { return std::sqrt(dot(a, a)); }

/// Between two directions of any length, exact for small angles too.
inline double angle_between(const Vec3& a, const Vec3& b) {
  return std::atan2(length(cross(a, b)), dot(a, b));
}

/// `a` at length 1, or `fallback` where `a` is too short to have a direction.
inline Vec3 unit(const Vec3& a, const Vec3& fallback = {0, 0, 1}) {
  constexpr double kShortest = 1e-12;
  const double size = length(a);
  return size > kShortest ? a / size : fallback;
}

/// What is left of `a` square to the unit vector `n`.
constexpr Vec3 rejected(const Vec3& a, const Vec3& n) { return a - dot(a, n) * n; }

}  // namespace kine
