#include "realizer/solve/point_at.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "realizer/solve/arm.h"

namespace kine::solve {
namespace {

using body::Joint;

constexpr double kDegree = std::numbers::pi / 180;

/// What turns the chest, each the same share.
constexpr std::array kTrunk = {Joint::Spine, Joint::Chest, Joint::UpperChest};

/// How far round an arm points without the trunk: outwards and across, from straight ahead.
constexpr double kOutwards_rad = 95 * kDegree;
constexpr double kAcross_rad = 40 * kDegree;

/// How far the trunk turns for it.
constexpr double kTrunk_rad = 65 * kDegree;

/// Where outwards becomes across, behind the back.
constexpr double kBehind_rad = 200 * kDegree;

/// How much of its length a pointing arm has from shoulder to wrist.
constexpr double kStretch = 0.95;

/// From the wrist to what the finger all but touches.
constexpr double kTip_m = 0.22;

struct FingerJoints {
  Joint base;
  Joint tip;
};

FingerJoints index_finger(body::Side side) {
  if (side == body::Side::Left) return {Joint::LeftIndexProximal, Joint::LeftIndexDistal};
  return {Joint::RightIndexProximal, Joint::RightIndexDistal};
}

/// From the axis straight ahead to the target, about the vertical of the chest: positive outwards,
/// to the side of the arm.
double bearing_of(const Vec3& in_chest, body::Side side) {
  const double left_rad = std::atan2(in_chest.x, in_chest.z);
  const double outwards = side == body::Side::Left ? left_rad : -left_rad;
  return outwards < kBehind_rad - 2 * std::numbers::pi ? outwards + 2 * std::numbers::pi : outwards;
}

/// What the arm leaves to the trunk, positive outwards.
double trunk_turn(double bearing_rad) {
  if (bearing_rad > kOutwards_rad) return std::min(bearing_rad - kOutwards_rad, kTrunk_rad);
  if (bearing_rad < -kAcross_rad) return std::max(bearing_rad + kAcross_rad, -kTrunk_rad);
  return 0;
}

Quat& rotation_of(Joint joint, std::array<Quat, body::kJointCount>& pose) {
  return pose[body::index_of(joint)];
}

void turn_trunk(const body::Body& body, body::Side side, const Vec3& target_m,
                std::array<Quat, body::kJointCount>& pose) {
  const body::Body::Model model = body.compute_model(pose);
  const std::size_t chest = body::index_of(Joint::UpperChest);
  const std::size_t shoulder = body::index_of(body::arm_chain(side).upper_arm);
  const Vec3 in_chest =
      conjugate(model.character_from_joint[chest]) * (target_m - model.positions_m[shoulder]);
  const double turn = trunk_turn(bearing_of(in_chest, side));
  if (turn == 0) return;
  const double left_rad = side == body::Side::Left ? turn : -turn;
  const Quat each = rotation_about({0, 1, 0}, left_rad / static_cast<double>(kTrunk.size()));
  for (const Joint joint : kTrunk) rotation_of(joint, pose) = rotation_of(joint, pose) * each;
}

/// The line of the index finger, in the hand's axes.
struct Finger {
  Vec3 base_m;
  Vec3 direction;
};

Finger finger_of(const body::Body::Model& model, body::Side side) {
  const FingerJoints joints = index_finger(side);
  const std::size_t hand = body::index_of(body::arm_chain(side).hand);
  const Quat hand_from_character = conjugate(model.character_from_joint[hand]);
  const auto in_hand = [&](Joint joint) {
    return hand_from_character *
           (model.positions_m[body::index_of(joint)] - model.positions_m[hand]);
  };
  const Vec3 base = in_hand(joints.base);
  return {base, unit(in_hand(joints.tip) - base)};
}

struct ArmPlace {
  Vec3 wrist_m;
  std::optional<Vec3> elbow_m;  // none: where a person would have it
};

/// Nearly straight towards what is far. For what is near forearm and finger are one bone that ends
/// there, and the elbow lies below, somewhat out: so the wrist need not bend.
ArmPlace place_arm(const body::Body& body, body::Side side, const Vec3& shoulder_m,
                   const Vec3& target_m) {
  const body::ArmChain arm = body::arm_chain(side);
  const double upper_m = body.bone_length_m(arm.lower_arm);
  const double lower_m = body.bone_length_m(arm.hand);
  const Vec3 ahead = unit(target_m - shoulder_m);
  const double distance_m = length(target_m - shoulder_m);
  const double straight_m = kStretch * (upper_m + lower_m);
  if (distance_m >= straight_m + kTip_m) {
    return {.wrist_m = shoulder_m + straight_m * ahead, .elbow_m = {}};
  }
  constexpr double kInTheShoulder_m = 0.05;
  const double finger_m = lower_m + kTip_m;
  const double cosine =
      std::clamp((upper_m * upper_m + distance_m * distance_m - finger_m * finger_m) /
                     (2 * upper_m * std::max(distance_m, kInTheShoulder_m)),
                 -1.0, 1.0);
  const double outwards = side == body::Side::Left ? 1 : -1;
  const Vec3 sideways = unit(rejected(Vec3{0.4 * outwards, -1, -0.2}, ahead));
  const Vec3 elbow_m =
      shoulder_m + upper_m * (cosine * ahead + std::sqrt(1 - cosine * cosine) * sideways);
  return {.wrist_m = elbow_m + lower_m * unit(target_m - elbow_m), .elbow_m = elbow_m};
}

}  // namespace

body::JointSet joints_that_point(body::Side side) {
  const body::ArmChain arm = body::arm_chain(side);
  body::JointSet joints;
  for (const Joint joint : kTrunk) joints.insert(joint);
  for (const Joint joint : {arm.shoulder, arm.upper_arm, arm.lower_arm, arm.hand}) {
    joints.insert(joint);
  }
  return joints;
}

void point_at(const body::Body& body, body::Side side, const Vec3& target_m,
              std::array<Quat, body::kJointCount>& pose) {
  turn_trunk(body, side, target_m, pose);
  const body::ArmChain arm = body::arm_chain(side);

  // The line of the finger lies beside that of the arm: where the hand has gone says by how much.
  constexpr int kRounds = 4;
  for (int round = 0; round < kRounds; ++round) {
    const body::Body::Model model = body.compute_model(pose);
    const Finger finger = finger_of(model, side);
    const Vec3 shoulder_m = model.positions_m[body::index_of(arm.upper_arm)];
    const std::size_t hand = body::index_of(arm.hand);
    const ArmPlace place = place_arm(body, side, shoulder_m, target_m);
    const Vec3 base_m = model.positions_m[hand] + model.character_from_joint[hand] * finger.base_m;
    const Vec3 from_finger = target_m - (round == 0 ? place.wrist_m : base_m);
    const ArmSolution solved =
        solve_arm(body, pose,
                  {.side = side,
                   .wrist_m = place.wrist_m,
                   .elbow_m = place.elbow_m,
                   .first_aim = ArmRequest::HandAim{finger.direction, unit(from_finger)},
                   .second_aim = ArmRequest::HandAim{{0, -1, 0}, {0, -1, 0}}});
    rotation_of(arm.shoulder, pose) = solved.shoulder;
    rotation_of(arm.upper_arm, pose) = solved.upper_arm;
    rotation_of(arm.lower_arm, pose) = solved.lower_arm;
    rotation_of(arm.hand, pose) = solved.hand;
  }
}

}  // namespace kine::solve
