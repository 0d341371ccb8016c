#include "realizer/solve/point_at.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "realizer/math/ease.h"
#include "realizer/math/units.h"
#include "realizer/solve/elbow.h"
#include "realizer/solve/soft_limit.h"

namespace kine::solve {
namespace {

using body::Joint;
using body::JointLimits;

using Pose = std::array<Quat, body::kJointCount>;

/// How far round an arm points without the trunk: outwards and across, from straight ahead. Around
/// that the trunk begins to help.
constexpr double kOutwards_rad = 95 * kDegree;
constexpr double kAcross_rad = 40 * kDegree;
constexpr double kOnset_rad = 20 * kDegree;

/// Farther round no arm is guessed to point.
constexpr double kAcrossMost_rad = 90 * kDegree;
constexpr double kOutwardsMost_rad = 130 * kDegree;

/// How far the trunk turns for it, its joints by what they can; less for what is above or below, to
/// which no turn brings it nearer.
constexpr double kTrunk_rad = 65 * kDegree;
constexpr std::array kTrunkShares = {35.0 / 65, 15.0 / 65, 15.0 / 65};
constexpr double kSoftTrunk = 0.2;
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
  const auto help = [](double beyond_rad) {
    return kTrunk_rad *
           softly(beyond(beyond_rad + kOnset_rad / 2, kOnset_rad) / kTrunk_rad, kSoftTrunk);
  };
  return help(bearing_rad - kOutwards_rad) - help(-kAcross_rad - bearing_rad);
}

Quat& rotation_of(Joint joint, Pose& pose) { return pose[body::index_of(joint)]; }

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

/// A vector of what `each` gives for each axis.
template <class Each>
Vec3 by_axis(Each each) {
  return {each(&Vec3::x), each(&Vec3::y), each(&Vec3::z)};
}

/// Where an arm has its bones by geometry. All unit and of the character's space.
struct ArmPlane {
  Vec3 upper;    // from shoulder to elbow
  Vec3 forearm;  // from elbow to wrist
  Vec3 hinge;    // about which the elbow bends
};

/// Forearm and finger are one bone that ends at the target, as far as the arm gets; so the wrist
/// need not bend. The elbow of an arm that is nearly straight is where a person would have it, and
/// for what is near it lies below, somewhat out.
ArmPlane place_arm(const body::Body& body, body::Side side, const Vec3& to_target_m) {
  constexpr double kInTheShoulder_m = 0.05;
  constexpr double kSoftReach = 0.1;
  constexpr double kNear = 0.9;  // of what it reaches
  constexpr double kFar = 1.4;
  const body::ArmChain arm = body::arm_chain(side);
  const double upper_m = body.bone_length_m(arm.lower_arm);
  const double finger_m = body.bone_length_m(arm.hand) + kTip_m;
  const double reach_m = kStretch * (upper_m + finger_m);
  const double away_m = std::max(length(to_target_m), kInTheShoulder_m);
  const double distance_m = reach_m * softly(away_m / reach_m, kSoftReach);
  const Vec3 ahead = unit(to_target_m);

  const SwivelFrame swivel = swivel_frame(SwivelZero::Carried, side, ahead, {0, 1, 0});
  const Vec3 natural = swivel.direction_at(natural_swivel_rad(side, ahead));
  const Vec3 below = unit(rejected(Vec3{0.3 * sign_of(side), -0.5, -0.8}, ahead));
  const double far = eased_between(kNear, kFar, away_m / reach_m);
  const Vec3 towards = unit(far * natural + (1 - far) * below);

  const double cosine =
      std::clamp((upper_m * upper_m + distance_m * distance_m - finger_m * finger_m) /
                     (2 * upper_m * distance_m),
                 -1.0, 1.0);
  const Vec3 upper = cosine * ahead + std::sqrt(1 - cosine * cosine) * towards;
  return {.upper = upper,
          .forearm = unit(distance_m * ahead - upper_m * upper),
          .hinge = cross(towards, ahead)};
}

/// An arm from the clavicle to its index finger, each joint as it is wanted to turn: what comes of
/// that is within the limits, softly, so that whatever moves smoothly moves the arm so.
class AimedArm {
 public:
  /// What aims, from the wrist inwards.
  static constexpr std::size_t kLength = 4;
  enum Link : std::size_t { kHand, kForearm, kUpperArm, kClavicle };

  /// On the trunk of `pose`, as it stands there.
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
    for (std::size_t link = 0; link < kLength; ++link) {
      const Vec3 turns = turns_of(limits(link).bone, pose[body::index_of(chain_[link])]);
      wanted_rad_[link] = by_axis(
          [&](double Vec3::*axis) { return wanted_for(range_of(link, axis), turns.*axis); });
    }
    place();
  }

  /// What is behind the arm or far across, brought round to where an arm can point.
  Vec3 in_front(const Vec3& to_target_m, body::Side side) const {
    const Vec3 in_chest = conjugate(character_from_chest_) * to_target_m;
    const double bearing = bearing_of(in_chest, side);
    const double back = within_softly({-kAcrossMost_rad, kOutwardsMost_rad}, bearing) - bearing;
    const Quat round = rotation_about({0, 1, 0}, side == body::Side::Left ? back : -back);
    return character_from_chest_ * (round * in_chest);
  }

  Vec3 position_m(Link link) const { return joints_m_[link]; }
  Quat character_from(Link link) const { return character_from_[link]; }

  /// The angle by which the finger misses the target.
  double miss_rad(const Vec3& target_m) const {
    return std::atan2(length(cross(line_, target_m - knuckle_m_)),
                      dot(line_, target_m - knuckle_m_));
  }

  void want(Link link, const Vec3& turns_rad) {
    wanted_rad_[link] = turns_rad;
    place();
  }
  void want(Link link, const Quat& turn) { want(link, turns_of(limits(link).bone, turn)); }

  /// Turns one joint by what is missing.
  void aim(Link link, double share, const Vec3& target_m) {
    const Vec3 to_target = target_m - knuckle_m_;
    const double distance_m = std::max(length(to_target), kNearest_m);
    // The knuckle goes along, and with it the direction of what is near.
    const double lever_m = std::max(0.0, dot(knuckle_m_ - joints_m_[link], line_));
    const double gain = share * distance_m / (distance_m + lever_m);
    const Vec3 missing = gain * rotation_vector(shortest_arc(line_, unit(to_target)));
    const Vec3 in_joint = conjugate(character_from_[link]) * missing;
    turn(link, turns_[link] * from_rotation_vector(in_joint));
  }

  /// Turns a joint by so much more about its parent's axes. By small steps, each from within the
  /// limits, for beyond them half a turn one way is half a turn the other way.
  void carry(Link link, const Quat& by) {
    constexpr int kSteps = 8;
    const Quat step = from_rotation_vector(rotation_vector(by) / kSteps);
    for (int i = 0; i < kSteps; ++i) turn(link, step * turns_[link]);
  }

  void write_to(Pose& pose) const {
    for (std::size_t link = 0; link < kLength; ++link) {
      pose[body::index_of(chain_[link])] = turns_[link];
    }
  }

 private:
  static constexpr double kNearest_m = 0.03;
  static constexpr double kWantedBeyond = 0.6;  // farther out a soft limit does not move any more

  const body::JointLimits& limits(std::size_t link) const {
    return body_.limits[body::index_of(chain_[link])];
  }
  /// Wants so much more as it is from where the joint is to there.
  void turn(Link link, const Quat& there) {
    const JointLimits::Axis bone = limits(link).bone;
    const Vec3 wanted =
        wanted_rad_[link] + turns_of(bone, normalized(there)) - turns_of(bone, turns_[link]);
    wanted_rad_[link] = by_axis([&](double Vec3::*axis) {
      const SoftRange range = range_of(link, axis);
      const double beyond_rad = kWantedBeyond * range.half();
      return std::clamp(wanted.*axis, range.min - beyond_rad, range.max + beyond_rad);
    });
    place();
  }

  SoftRange range_of(std::size_t link, double Vec3::*axis) const {
    return {limits(link).min_rad.*axis, limits(link).max_rad.*axis};
  }

  void place() {
    Vec3 at_m = chest_m_;
    Quat turn = character_from_chest_;
    for (std::size_t link = kLength; link-- > 0;) {
      const Vec3 inside = by_axis([&](double Vec3::*axis) {
        return within_softly(range_of(link, axis), wanted_rad_[link].*axis);
      });
      turns_[link] = from_turns(limits(link).bone, inside);
      at_m = at_m + turn * body_.offsets_m[body::index_of(chain_[link])];
      turn = turn * turns_[link];
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
  std::array<Vec3, kLength> wanted_rad_;

  // By `place`.
  std::array<Quat, kLength> turns_;
  std::array<Vec3, kLength> joints_m_;
  std::array<Quat, kLength> character_from_;
  Vec3 knuckle_m_;
  Vec3 line_;
};

/// Puts the arm where geometry has it, its palm as that of an arm straight ahead with the palm
/// down, carried to where it points.
void guess(const body::Body& body, body::Side side, const Vec3& target_m, AimedArm& arm) {
  const double sign = sign_of(side);
  const Vec3 to_target_m = arm.in_front(target_m - arm.position_m(AimedArm::kUpperArm), side);
  const ArmPlane plane = place_arm(body, side, to_target_m);
  const Vec3 x = sign * plane.upper;
  const Vec3 y = -sign * plane.hinge;
  const Quat character_from_upper = from_axes(x, y, cross(x, y));
  arm.want(AimedArm::kUpperArm,
           conjugate(arm.character_from(AimedArm::kClavicle)) * character_from_upper);

  const double bend_rad = std::atan2(dot(cross(plane.upper, plane.forearm), plane.hinge),
                                     dot(plane.upper, plane.forearm));
  const Quat bend = rotation_about(elbow_hinge(side), bend_rad);
  const Vec3 palm =
      conjugate(character_from_upper * bend) * (shortest_arc(kAhead, plane.forearm) * kDown);
  const double pronation_rad = std::atan2(-palm.z, -palm.y);
  arm.want(AimedArm::kForearm, bend_rad * elbow_hinge(side) + Vec3{pronation_rad, 0, 0});
}

/// What is missing of the aim, joint by joint. What a joint may not do the next ones take over.
double aim(const Vec3& target_m, AimedArm& arm) {
  constexpr int kRoundsMax = 40;
  constexpr double kMet_rad = 1e-5;
  constexpr std::array kShares = {1.0, 0.6, 0.6, 0.3};
  double miss_rad = arm.miss_rad(target_m);
  for (int round = 0; round < kRoundsMax && miss_rad > kMet_rad; ++round) {
    for (std::size_t link = 0; link < AimedArm::kLength; ++link) {
      arm.aim(AimedArm::Link{link}, kShares[link], target_m);
    }
    miss_rad = arm.miss_rad(target_m);
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
  const double level = eased_between(kSteepFrom, kSteepTo, std::hypot(in_chest.x, in_chest.z));
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
  AimedArm arm(body, side, pose);
  guess(body, side, target_m, arm);
  const double miss_rad = aim(target_m, arm);
  arm.write_to(pose);
  return miss_rad;
}

void carry_aimed_arm(const body::Body& body, body::Side side, const Vec3& target_m,
                     const Pose& aimed, Pose& pose) {
  const body::ArmChain chain = body::arm_chain(side);
  for (const Joint joint : {chain.shoulder, chain.upper_arm, chain.lower_arm, chain.hand}) {
    rotation_of(joint, pose) = aimed[body::index_of(joint)];
  }
  const Quat carried_by =
      body.compute_model(aimed).character_from_joint[body::index_of(chain.shoulder)];
  AimedArm arm(body, side, pose);
  arm.carry(AimedArm::kUpperArm, conjugate(arm.character_from(AimedArm::kClavicle)) * carried_by);
  aim(target_m, arm);
  arm.write_to(pose);
}

}  // namespace kine::solve
