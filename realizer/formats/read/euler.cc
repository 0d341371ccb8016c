#include "realizer/formats/read/euler.h"

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

EulerAngles nearest(const EulerAngles& angles, const EulerAngles& before) {
  return {nearest(angles[0], before[0]), nearest(angles[1], before[1]),
          nearest(angles[2], before[2])};
}

double distance(const EulerAngles& a, const EulerAngles& b) {
  return std::abs(a[0] - b[0]) + std::abs(a[1] - b[1]) + std::abs(a[2] - b[2]);
}

}  // namespace

EulerAngles euler_angles(const Quat& rotation, const EulerOrder& order, const EulerAngles& before) {
  const auto [i, j, k] = order;
  // The columns of the matrix of Ri(a) Rj(b) Rk(c). With e = 1 for xyz, yzx and zxy and -1 for the
  // others, its row i is (cos b cos c, -e cos b sin c, e sin b) and its column k goes on with
  // (-e sin a cos b, cos a cos b), both in the order of i, j, k.
  const double e = (i + 1) % 3 == j ? 1 : -1;
  const auto column = [&](std::size_t axis) {
    const Vec3 v = rotation * Vec3{axis == 0 ? 1.0 : 0, axis == 1 ? 1.0 : 0, axis == 2 ? 1.0 : 0};
    return std::array{v.x, v.y, v.z};
  };
  const auto of_i = column(i);
  const auto of_j = column(j);
  const auto of_k = column(k);

  // Where cos b is 0, only a + c or a - c is known: c stays as it was.
  constexpr double kUprightCosine = 1e-7;
  const double cos_b = std::hypot(of_k[j], of_k[k]);
  const double b = std::atan2(e * of_k[i], cos_b);
  if (cos_b < kUprightCosine) {
    const double sum_or_difference = std::atan2(e * of_j[k], of_j[j]);
    const double a = of_k[i] > 0 ? sum_or_difference - before[2] : sum_or_difference + before[2];
    return {nearest(a, before[0]), nearest(b, before[1]), before[2]};
  }
  const EulerAngles one = {std::atan2(-e * of_k[j], of_k[k]), b, std::atan2(-e * of_j[i], of_i[i])};
  const EulerAngles first = nearest(one, before);
  const EulerAngles second = nearest({one[0] + kPi, kPi - one[1], one[2] + kPi}, before);
  return distance(first, before) <= distance(second, before) ? first : second;
}

EulerZxy euler_zxy(const Quat& rotation, const EulerZxy& before) {
  const auto [z, x, y] = euler_angles(rotation, {2, 0, 1}, {before.z, before.x, before.y});
  return {z, x, y};
}

}  // namespace kine::formats
