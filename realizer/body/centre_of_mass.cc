#include "realizer/body/centre_of_mass.h"

namespace kine::body {
namespace {

/// The mean position of the joints that hang on each joint, or its own.
std::array<Vec3, kJointCount> far_ends_m(const Body::Model& model) {
  std::array<Vec3, kJointCount> sums = {};
  std::array<int, kJointCount> children = {};
  for (std::size_t i = 0; i < kJointCount; ++i) {
    const auto parent = parent_of(joint_at(i));
    if (!parent) continue;
    const std::size_t at = index_of(*parent);
    sums[at] = sums[at] + model.positions_m[i];
    ++children[at];
  }
  for (std::size_t i = 0; i < kJointCount; ++i) {
    sums[i] = children[i] == 0 ? model.positions_m[i] : (1.0 / children[i]) * sums[i];
  }
  return sums;
}

}  // namespace

Vec3 centre_of_mass_m(const Body& body, const Body::Model& model) {
  const std::array<Vec3, kJointCount> far_m = far_ends_m(model);
  Vec3 centre_m;
  for (std::size_t i = 0; i < kJointCount; ++i) {
    const Vec3 middle_m = 0.5 * (model.positions_m[i] + far_m[i]);
    centre_m = centre_m + body.mass_fractions[i] * middle_m;
  }
  return centre_m;
}

Body carrying(const Body& body, const std::array<double, kSides.size()>& loads) {
  Body loaded = body;
  double whole = 1;
  for (const Side side : kSides) {
    const double load = loads[static_cast<std::size_t>(side)];
    loaded.mass_fractions[index_of(arm_chain(side).hand)] += load;
    whole += load;
  }
  for (double& each : loaded.mass_fractions) each /= whole;
  return loaded;
}

}  // namespace kine::body
