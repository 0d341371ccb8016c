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

using Pose = std::array<Quat, body::kJointCount>;

/// How far round an arm points without the trunk: outwards and across, from straight ahead.
constexpr double kOutwards_rad = 95 * kDegree;
constexpr double kAcross_rad = 40 * kDegree;

/// How far the trunk turns for it, its joints by what they can; less for what is above or below, to
/// which no turn brings it nearer.
constexpr double kTrunk_rad = 65 * kDegree;
constexpr std::array kTrunkShares = {35.0 / 65, 15.0 / 65, 15.0 / 65};
constexpr double kSteepFrom = 0.2;  // the cosine of the target's height
constexpr double kSteepTo = 0.6;

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

Quat& rotation_of(Joint joint, Pose& pose) { return pose[body::index_of(joint)]; }

double smooth(double from, double to, double x) {
  const double h = std::clamp((x - from) / (to - from), 0.0, 1.0);
  return h * h * (3 - 2 * h);
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

/// An arm from the clavicle to its index finger, as far as aiming moves it.
class AimedArm {
 public:
  /// What aims, from the wrist inwards.
  static constexpr std::size_t kLength = 4;

  AimedArm(const body::Body& body, body::Side side, const Pose& pose) : body_(body) {
    const body::ArmChain arm = body::arm_chain(side);
    chain_ = {arm.hand, arm.lower_arm, arm.upper_arm, arm.shoulder};
    const body::Body::Model model = body.compute_model(pose);
    const std::size_t chest = body::index_of(Joint::UpperChest);
    chest_m_ = model.positions_m[chest];
    character_from_chest_ = model.character_from_joint[chest];
    const Finger finger = finger_of(model, side);
    base_m_ = finger.base_m;
    direction_ = finger.direction;
  }

  /// The angle by which the finger misses the target, in a pose of the arm.
  double miss_rad(const Vec3& target_m, const Pose& pose) {
    place(pose);
    return std::atan2(length(cross(line_, target_m - knuckle_m_)),
                      dot(line_, target_m - knuckle_m_));
  }

  /// Turns one joint by what is missing, within its limits.
  void turn(std::size_t link, double share, const Vec3& target_m, Pose& pose) {
    place(pose);
    const Vec3 to_target = target_m - knuckle_m_;
    const double distance_m = std::max(length(to_target), kNearest_m);
    // The knuckle goes along, and with it the direction of what is near.
    const double lever_m = std::max(0.0, dot(knuckle_m_ - joints_m_[link], line_));
    const double gain = share * distance_m / (distance_m + lever_m);
    const Vec3 missing = gain * rotation_vector(shortest_arc(line_, unit(to_target)));
    const std::size_t joint = body::index_of(chain_[link]);
    const Vec3 in_joint = conjugate(character_from_[link]) * missing;
    pose[joint] = within_limits(body_.limits[joint],
                                normalized(pose[joint] * from_rotation_vector(in_joint)));
  }

 private:
  static constexpr double kNearest_m = 0.03;

  void place(const Pose& pose) {
    Vec3 at_m = chest_m_;
    Quat turn = character_from_chest_;
    for (std::size_t link = kLength; link-- > 0;) {
      const std::size_t joint = body::index_of(chain_[link]);
      at_m = at_m + turn * body_.offsets_m[joint];
      turn = turn * pose[joint];
      joints_m_[link] = at_m;
      character_from_[link] = turn;
    }
    knuckle_m_ = at_m + turn * base_m_;
    line_ = turn * direction_;
  }

  const body::Body& body_;
  std::array<Joint, kLength> chain_;
  Vec3 chest_m_;
  Quat character_from_chest_;
  Vec3 base_m_;  // in the hand's axes, as the finger's direction
  Vec3 direction_;

  // By `place`.
  std::array<Vec3, kLength> joints_m_;
  std::array<Quat, kLength> character_from_;
  Vec3 knuckle_m_;
  Vec3 line_;
};

/// What is missing of the aim, joint by joint. What a joint may not do the next ones take over.
double aim(const body::Body& body, body::Side side, const Vec3& target_m, Pose& pose) {
  constexpr int kRoundsMax = 24;
  constexpr double kMet_rad = 1e-4;
  constexpr std::array kShares = {1.0, 0.6, 0.6, 0.3};
  AimedArm arm(body, side, pose);
  double miss_rad = arm.miss_rad(target_m, pose);
  for (int round = 0; round < kRoundsMax && miss_rad > kMet_rad; ++round) {
    for (std::size_t link = 0; link < AimedArm::kLength; ++link) {
      arm.turn(link, kShares[link], target_m, pose);
    }
    miss_rad = arm.miss_rad(target_m, pose);
  }
  return miss_rad;
}

}  // namespace

body::JointSet joints_that_point(body::Side side) {
  const body::ArmChain arm = body::arm_chain(side);
  body::JointSet joints;
  for (const Joint joint : kPointingTrunk) joints.insert(joint);
  for (const Joint joint : {arm.shoulder, arm.upper_arm, arm.lower_arm, arm.hand}) {
    joints.insert(joint);
  }
  return joints;
}

void turn_trunk_to(const body::Body& body, body::Side side, const Vec3& target_m,
                   const TrunkFreedom& freedom, Pose& pose) {
  const body::Body::Model model = body.compute_model(pose);
  const std::size_t chest = body::index_of(Joint::UpperChest);
  const std::size_t shoulder = body::index_of(body::arm_chain(side).upper_arm);
  const Vec3 in_chest =
      unit(conjugate(model.character_from_joint[chest]) * (target_m - model.positions_m[shoulder]));
  const double level = smooth(kSteepFrom, kSteepTo, std::hypot(in_chest.x, in_chest.z));
  const double turn = level * trunk_turn(bearing_of(in_chest, side));
  if (turn == 0) return;
  const double left_rad = side == body::Side::Left ? turn : -turn;
  for (std::size_t i = 0; i < kPointingTrunk.size(); ++i) {
    const Quat share = rotation_about({0, 1, 0}, left_rad * kTrunkShares[i] * freedom[i]);
    Quat& joint = rotation_of(kPointingTrunk[i], pose);
    joint = joint * share;
  }
}

double point_arm_at(const body::Body& body, body::Side side, const Vec3& target_m, Pose& pose) {
  const body::ArmChain arm = body::arm_chain(side);

  // The line of the finger lies beside that of the arm: where the hand has gone says by how much.
  constexpr int kRounds = 2;
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
  return aim(body, side, target_m, pose);
}

void carry_aimed_arm(const body::Body& body, body::Side side, const Vec3& target_m,
                     const Pose& aimed, Pose& pose) {
  const body::ArmChain arm = body::arm_chain(side);
  for (const Joint joint : {arm.shoulder, arm.upper_arm, arm.lower_arm, arm.hand}) {
    rotation_of(joint, pose) = aimed[body::index_of(joint)];
  }
  const std::size_t clavicle = body::index_of(arm.shoulder);
  const std::size_t upper_arm = body::index_of(arm.upper_arm);
  const Quat meant = body.compute_model(aimed).character_from_joint[upper_arm];
  const Quat carrier = body.compute_model(pose).character_from_joint[clavicle];
  pose[upper_arm] = within_limits(body.limits[upper_arm], normalized(conjugate(carrier) * meant));
  aim(body, side, target_m, pose);
}

}  // namespace kine::solve
