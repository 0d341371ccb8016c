#include "realizer/tick/solving/pointing.h"

#include <algorithm>
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

/// Of the column, the links that pointing turns.
constexpr std::size_t kFirstTrunkLink = 1;

/// `act` on each joint that carries an arm, with what lies on top of it.
template <class Act>
void for_each_carrier(const GazeStage& stage, const OnTop& on_top, Rotations& rotations, Act act) {
  for (std::size_t link = 0; link <= solve::kPointingTrunk.size(); ++link) {
    act(rotations[body::index_of(solve::kColumnJoints[link])], on_top[link]);
  }
  for (const body::Side side : body::kSides) {
    act(rotations[body::index_of(body::arm_chain(side).shoulder)],
        stage.shift.turn_of_shoulder(side));
  }
}

/// What carries the arms as it is shown, with what lies on top of it, or without that again.
void lay_on_top(const GazeStage& stage, const OnTop& on_top, Rotations& rotations) {
  for_each_carrier(stage, on_top, rotations,
                   [](Quat& joint, const Quat& top) { joint = joint * top; });
}
void take_off(const GazeStage& stage, const OnTop& on_top, Rotations& rotations) {
  for_each_carrier(stage, on_top, rotations,
                   [](Quat& joint, const Quat& top) { joint = joint * conjugate(top); });
}

bool is_of_trunk(body::Joint joint) { return std::ranges::count(solve::kPointingTrunk, joint) > 0; }

/// Turns the trunk for an arm that points there.
void turn_trunk(const GazeStage& stage, const GazeLayer& layer, const Vec3& target_m,
                Rotations& rotations) {
  solve::TrunkFreedom freedom;
  std::copy_n(layer.column_freedom.begin() + kFirstTrunkLink, freedom.size(), freedom.begin());
  solve::turn_trunk_to(stage.body, *layer.keys->arm, target_m, freedom, rotations);
}

void put_arm_at_rest(const body::Body& body, body::Side side, Rotations& rotations) {
  const body::ArmChain arm = body::arm_chain(side);
  for (const body::Joint joint : {arm.shoulder, arm.upper_arm, arm.lower_arm, arm.hand}) {
    rotations[body::index_of(joint)] = body.base_pose[body::index_of(joint)];
  }
}

/// From hips that stand where the body has them: that is how an arm is pointed.
std::optional<Vec3> target_of(const GazeStage& stage, const GazeLayer& layer, std::size_t index,
                              const pose::Pose& pose) {
  if (layer.keys->keys[index].joints.empty()) return {};
  const auto target = find_target(stage, layer, index, pose);
  if (!target) return {};
  return *target - stage.shift.hips_m;
}

/// From a to b by how far each turns about each axis, within the limits all along: an arm that
/// moves may come to lie opposite to where it is to point, and from there the shortest way jumps.
Quat mixed(const body::JointLimits& limits, const Quat& a, const Quat& b, double h) {
  const Vec3 from = turns_of(limits.bone, a);
  const Vec3 to = turns_of(limits.bone, b);
  return from_turns(limits.bone, from + h * (to - from));
}

/// Turns what `is_meant` of the layer's joints from one key's pose to the next one's; `pointed`
/// gives the pose of a key.
template <class Pointed, class IsMeant>
void turn(const body::Body& body, const GazeLayer& layer, double weight, Pointed pointed,
          IsMeant is_meant, pose::Pose& pose) {
  const GazeMoment moment = moment_at(*layer.keys, layer.time_s);
  if (weight == 0 || (moment.key == 0 && moment.h == 0)) return;
  const Rotations next = pointed(moment.key);
  const bool moving = moment.h < 1;
  const Rotations before = moving && moment.key > 0 ? pointed(moment.key - 1) : rotations_of(pose);
  const double h = moving ? pose::least_jerk(moment.h) : 1;
  for (std::size_t i = 0; i < next.size(); ++i) {
    const body::Joint joint = body::joint_at(i);
    if (!layer.keys->joints.contains(joint) || !is_meant(joint)) continue;
    const body::JointLimits& limits = body.limits[i];
    const Quat turned = mixed(limits, before[i], next[i], h);
    pose.set_rotation(joint, mixed(limits, normalized(pose.rotation(joint)), turned, weight));
  }
}

}  // namespace

void turn_trunk_for_pointing(const GazeStage& stage, const GazeLayer& layer, const OnTop& on_top,
                             pose::Pose& pose) {
  const auto pointed = [&](std::size_t key) {
    Rotations rotations = rotations_of(pose);
    const auto target = target_of(stage, layer, key, pose);
    if (!target) return rotations;
    lay_on_top(stage, on_top, rotations);
    turn_trunk(stage, layer, *target, rotations);
    take_off(stage, on_top, rotations);
    return rotations;
  };
  turn(stage.body, layer, layer.weight, pointed, is_of_trunk, pose);
}

void solve_pointing(const GazeStage& stage, const GazeLayer& layer, double freedom,
                    const OnTop& on_top, const pose::Pose& below, pose::Pose& pose) {
  const auto pointed = [&](std::size_t key) {
    Rotations rotations = rotations_of(pose);
    const auto target = target_of(stage, layer, key, pose);
    if (!target) return rotations;
    // On the trunk as the arm wants it, which does not change while that is turned, and from rest,
    // whatever moves the arm below: so the way there is one. Then on the trunk that there is.
    Rotations aimed = rotations_of(below);
    put_arm_at_rest(stage.body, *layer.keys->arm, aimed);
    lay_on_top(stage, on_top, aimed);
    turn_trunk(stage, layer, *target, aimed);
    solve::point_arm_at(stage.body, *layer.keys->arm, *target, aimed);
    lay_on_top(stage, on_top, rotations);
    solve::carry_aimed_arm(stage.body, *layer.keys->arm, *target, aimed, rotations);
    take_off(stage, on_top, rotations);
    return rotations;
  };
  turn(
      stage.body, layer, layer.weight * freedom, pointed,
      [](body::Joint joint) { return !is_of_trunk(joint); }, pose);
}

}  // namespace kine
