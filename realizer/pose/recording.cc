#include "realizer/pose/recording.h"

#include <algorithm>
#include <cmath>

namespace kine::pose {
namespace {

bool is_unit(const Quat& q) {
  constexpr double kRounding = 1e-6;
  return std::abs(dot(q, q) - 1) < kRounding;
}

bool valid_node(const Recording& recording, std::size_t index) {
  const Recording::Node& node = recording.nodes[index];
  const auto fits = [&](std::size_t frames) {
    return frames == 0 || frames == recording.frame_count;
  };
  return (!node.parent || *node.parent < index) && is_unit(node.rest) &&
         fits(node.rotations.size()) && fits(node.positions.size()) &&
         std::ranges::all_of(node.rotations, is_unit);
}

}  // namespace

bool valid(const Recording& recording) {
  if (recording.frame_count == 0 || recording.frame_time <= Seconds{0}) return false;
  for (std::size_t i = 0; i < recording.nodes.size(); ++i) {
    if (!valid_node(recording, i)) return false;
  }
  return std::ranges::all_of(recording.curves, [&](const Recording::Curve& curve) {
    return curve.values.size() == recording.frame_count &&
           std::ranges::all_of(curve.values, [](float v) { return v >= 0 && v <= 1.5F; });
  });
}

Placed placed(const Recording& recording, std::optional<std::size_t> frame) {
  Placed result;
  for (const Recording::Node& node : recording.nodes) {
    const bool turns = frame && !node.rotations.empty();
    const bool moves = frame && !node.positions.empty();
    const Quat rotation = turns ? node.rotations[*frame] : node.rest;
    const Vec3 position = moves ? node.positions[*frame] : node.offset;
    if (!node.parent) {
      result.positions.push_back(position);
      result.rotations.push_back(rotation);
      continue;
    }
    const Quat& parent = result.rotations[*node.parent];
    result.positions.push_back(result.positions[*node.parent] + parent * position);
    result.rotations.push_back(normalized(parent * rotation));
  }
  return result;
}

}  // namespace kine::pose
