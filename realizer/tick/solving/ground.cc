#include "realizer/tick/solving/ground.h"

#include <array>
#include <cmath>
#include <utility>

#include "realizer/core/assert.h"
#include "realizer/motion/ground/footing.h"
#include "realizer/solve/leg.h"

namespace kine {
namespace {

using enum body::Joint;
using motion::Foot;
using motion::Footing;

constexpr Vec3 kSideways = {1, 0, 0};
constexpr Vec3 kUp = {0, 1, 0};

body::JointSet driven_by(const pose::Keys& keys) {
  const auto* const gaze = keys.find<pose::GazeKeys>();
  const body::JointSet driven = keys.joints.joints | keys.clip.joints;
  return gaze != nullptr ? driven | gaze->joints : driven;
}

/// What of the joint is left by the layers that `stands` counts.
template <class Stands>
double freedom_of(const GroundStage& stage, body::Joint joint, Stands stands) {
  double freedom = 1;
  for (std::size_t i = 0; i < stage.layers.size(); ++i) {
    const pose::Layer& layer = stage.layers[i];
    if (layer.weight == 0 || !stands(i)) continue;
    if (driven_by(*layer.keys).contains(joint)) freedom *= 1 - static_cast<double>(layer.weight);
  }
  return freedom;
}

Quat turned_by(const Quat& a, const Quat& b, double share) {
  return share == 1 ? b : slerp(a, b, share);
}

void turn_joint(body::Joint joint, const Quat& turn, double share, pose::Pose& pose) {
  if (share == 0) return;
  pose.set_rotation(joint, turned_by(normalized(pose.rotation(joint)), turn, share));
}

void turn_leg(const GroundStage& stage, const Footing& footing, body::Side side, double share,
              pose::Pose& pose) {
  const solve::LegChain chain = solve::leg_chain(side);
  const Foot& foot = footing.feet[static_cast<std::size_t>(side)];
  const Quat yaw = rotation_about(kUp, foot.yaw_rad);
  const Vec3 hips_m{pose.hips_m[0], pose.hips_m[1], pose.hips_m[2]};
  const solve::LegTurns turns = solve::bring_foot(
      stage.body, side, hips_m, normalized(pose.rotation(Hips)),
      {.ankle_m = foot.ankle_m,
       .turn = yaw * rotation_about(kSideways, foot.pitch_rad),
       .sideways = rotation_about(kUp, foot.yaw_rad + foot.knee_rad) * kSideways});
  turn_joint(chain.upper_leg, turns.upper_leg, share, pose);
  turn_joint(chain.lower_leg, turns.lower_leg, share, pose);
  turn_joint(chain.foot, turns.foot, share, pose);
  turn_joint(chain.toes, rotation_about(kSideways, -foot.toes_rad), share, pose);
}

/// `turn` on top of what is there, about axes of the character as it stands upright.
void turn_along(body::Joint joint, const Vec3& turn_rad, double share, pose::Pose& pose) {
  if (share == 0 || turn_rad == Vec3{}) return;
  pose.set_rotation(joint,
                    from_rotation_vector(share * turn_rad) * normalized(pose.rotation(joint)));
}

/// What of an arm nothing moves goes to where it rests.
void rest_arm(const GroundStage& stage, const body::ArmChain& arm, const pose::ArmAtRest& rest,
              double rests, pose::Pose& pose) {
  if (rests == 0) return;
  const auto all = [](std::size_t) { return true; };
  for (const auto& [joint, turn] :
       {std::pair(arm.upper_arm, rest.upper_arm), std::pair(arm.lower_arm, rest.lower_arm),
        std::pair(arm.hand, rest.hand)}) {
    turn_joint(joint, turn, rests * freedom_of(stage, joint, all), pose);
  }
}

/// Arms, trunk and head, as far as nothing else moves them.
void go_along(const GroundStage& stage, const motion::GoingAlong& along,
              const pose::StandingBody& body, pose::Pose& pose) {
  const auto all = [](std::size_t) { return true; };
  constexpr std::array kTrunk = {Spine, Chest, UpperChest};
  for (const body::Joint joint : kTrunk) {
    turn_along(joint, (1.0 / kTrunk.size()) * along.trunk_rad, freedom_of(stage, joint, all), pose);
  }
  for (const body::Joint joint : {Neck, Head}) {
    turn_along(joint, 0.5 * along.head_rad, freedom_of(stage, joint, all), pose);
  }
  for (const body::Side side : {body::Side::Left, body::Side::Right}) {
    const body::ArmChain arm = body::arm_chain(side);
    const auto index = static_cast<std::size_t>(side);
    const double sign = side == body::Side::Left ? -1 : 1;
    rest_arm(stage, arm, body.seated_arms[index], along.on_thighs[index], pose);
    turn_along(arm.upper_arm, {-along.arms_rad[index], 0, -sign * along.arms_out_rad[index]},
               freedom_of(stage, arm.upper_arm, all), pose);
    const double share = freedom_of(stage, arm.lower_arm, all);
    if (share > 0 && along.forearms_rad[index] != 0) {
      const Quat bend = rotation_about(kUp, share * sign * along.forearms_rad[index]);
      pose.set_rotation(arm.lower_arm, normalized(pose.rotation(arm.lower_arm)) * bend);
    }
  }
}

}  // namespace

body::Placement stand(const GroundStage& stage, pose::Pose& pose) {
  std::size_t own = stage.layers.size();
  while (own > 0 && stage.layers[own - 1].contents.solved != pose::Solved::Ground) --own;
  KINE_ASSERT(own > 0);
  --own;
  const pose::Layer& layer = stage.layers[own];
  const auto& keys = *layer.keys->find<pose::GroundKeys>();
  const Footing footing = motion::footing_at(keys, static_cast<double>(layer.time_s));
  const auto over = [own](std::size_t i) { return i > own; };
  const double hips_share = freedom_of(stage, Hips, over);
  const std::array hips_m = {footing.hips_m.x, footing.hips_m.y, footing.hips_m.z};
  for (std::size_t i = 0; i < hips_m.size(); ++i) {
    const auto share = static_cast<float>(hips_share);
    pose.hips_m[i] += share * (static_cast<float>(hips_m[i]) - pose.hips_m[i]);
  }
  turn_joint(Hips, footing.character_from_hips, hips_share, pose);
  for (const body::Side side : {body::Side::Left, body::Side::Right}) {
    turn_leg(stage, footing, side, freedom_of(stage, solve::leg_chain(side).upper_leg, over), pose);
  }
  go_along(stage, footing.along, keys.body, pose);
  return footing.root;
}

}  // namespace kine
