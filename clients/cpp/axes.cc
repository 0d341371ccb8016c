#include "clients/cpp/axes.h"

namespace kine::client {
namespace {

constexpr std::array kAll = {kGltf, kBlender, kUnity, kUnrealMesh, kUnrealActor, kVrm0};

}  // namespace

bool AxisMap::mirrors() const {
  const bool is_even = (rows[0].axis + 1) % 3 == rows[1].axis;
  const float sign = rows[0].sign * rows[1].sign * rows[2].sign;
  return (is_even ? sign : -sign) < 0;
}

std::array<float, 3> AxisMap::direction(const std::array<float, 3>& v) const {
  return {rows[0].sign * v[rows[0].axis], rows[1].sign * v[rows[1].axis],
          rows[2].sign * v[rows[2].axis]};
}

std::array<float, 3> AxisMap::vector(const std::array<float, 3>& v) const {
  const auto [x, y, z] = direction(v);
  return {unit * x, unit * y, unit * z};
}

std::array<float, 4> AxisMap::quaternion(const std::array<float, 4>& q) const {
  const float side = mirrors() ? -1.0F : 1.0F;
  const auto [x, y, z] = direction({q[0], q[1], q[2]});
  return {side * x, side * y, side * z, q[3]};
}

std::span<const AxisMap> axis_maps() { return kAll; }

}  // namespace kine::client
