#include "realizer/pointing.h"

#include <array>
#include <optional>

#include "realizer/solve/point_at.h"

namespace kine {
namespace {

using Rotations = std::array<Quat, body::kJointCount>;

Rotations rotations_of(const pose::Pose& pose) {
  Rotations rotations;
  for (std::size_t i = 0; i < rotations.size(); ++i) {
    rotations[i] = normalized(pose.rotation(body::joint_at(i)));
  }
  return rotations;
}

/// The pose with the arm at what a key names; as it is where that leads nowhere.
Rotations pointed(const GazeStage& stage, const GazeLayer& layer, std::size_t index,
                  const pose::Pose& pose) {
  Rotations rotations = rotations_of(pose);
  const pose::GazeKey& key = layer.keys->keys[index];
  const auto target = find_target(stage, layer, index, pose);
  if (key.joints.empty() || !target) return rotations;
  solve::point_at(stage.body, *layer.keys->arm, *target, rotations);
  return rotations;
}

}  // namespace

void solve_pointing(const GazeStage& stage, const GazeLayer& layer, double freedom,
                    pose::Pose& pose) {
  const GazeMoment moment = moment_at(*layer.keys, layer.time_s);
  const double weight = layer.weight * freedom;
  if (weight == 0 || (moment.key == 0 && moment.h == 0)) return;
  const Rotations next = pointed(stage, layer, moment.key, pose);
  const bool moving = moment.h < 1;
  const Rotations before =
      moving && moment.key > 0 ? pointed(stage, layer, moment.key - 1, pose) : rotations_of(pose);
  const double h = moving ? pose::least_jerk(moment.h) : 1;
  for (std::size_t i = 0; i < next.size(); ++i) {
    const body::Joint joint = body::joint_at(i);
    if (!layer.keys->joints.contains(joint)) continue;
    const Quat turned = slerp(before[i], next[i], h);
    pose.set_rotation(joint, slerp(normalized(pose.rotation(joint)), turned, weight));
  }
}

}  // namespace kine
