#include "realizer/formats/euler.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace kine::formats {
namespace {

constexpr double kPi = std::numbers::pi;

/// `angle` moved by whole turns to where it is nearest to `before`.
double nearest(double angle, double before) {
  return angle + 2 * kPi * std::round((before - angle) / (2 * kPi));
}

EulerZxy nearest(const EulerZxy& angles, const EulerZxy& before) {
  return {nearest(angles.z, before.z), nearest(angles.x, before.x), nearest(angles.y, before.y)};
}

double distance(const EulerZxy& a, const EulerZxy& b) {
  return std::abs(a.z - b.z) + std::abs(a.x - b.x) + std::abs(a.y - b.y);
}

}  // namespace

EulerZxy euler_zxy(const Quat& rotation, const EulerZxy& before) {
  // The columns of the matrix of Rz(z) Rx(x) Ry(y). Its last row is
  // (-cos x sin y, sin x, cos x cos y) and its middle column (-sin z cos x, cos z cos x, sin x).
  const Vec3 column_x = rotation * Vec3{1, 0, 0};
  const Vec3 column_y = rotation * Vec3{0, 1, 0};
  const Vec3 column_z = rotation * Vec3{0, 0, 1};

  // Where cos x is 0, only z + y or z - y is known: y stays as it was.
  constexpr double kUprightCosine = 1e-7;
  const double cos_x = std::hypot(column_y.x, column_y.y);
  const double x = std::atan2(column_y.z, cos_x);
  if (cos_x < kUprightCosine) {
    const double sum_or_difference = std::atan2(column_x.y, column_x.x);
    const double z = column_y.z > 0 ? sum_or_difference - before.y : sum_or_difference + before.y;
    return {nearest(z, before.z), nearest(x, before.x), before.y};
  }
  const EulerZxy one = {std::atan2(-column_y.x, column_y.y), x,
                        std::atan2(-column_x.z, column_z.z)};
  const EulerZxy first = nearest(one, before);
  const EulerZxy second = nearest({one.z + kPi, kPi - one.x, one.y + kPi}, before);
  return distance(first, before) <= distance(second, before) ? first : second;
}

}  // namespace kine::formats
