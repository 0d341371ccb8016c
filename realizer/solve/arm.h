// An arm brought to a target: the analytic inverse kinematics of key poses, in preparation.
//
//   what a pose asks of an arm --solve_arm--> four local rotations within the joints' limits
//
// The elbow lies where the swivel puts it, or where a person would have it. A target out of reach
// is approached softly along the line from the shoulder, so that elbows never pop.
#pragma once

#include <array>
#include <optional>

#include "realizer/body/body.h"

namespace kine::solve {

/// What 0 of a swivel angle is: the elbow on this side of the line from shoulder to wrist.
enum class SwivelZero {
  Carried,        // straight down, after the shortest turn from straight ahead to the line
  AwayFromSpine,  // the side away from the spine's direction
};

struct ArmRequest {
  body::Side side = body::Side::Right;

  /// Where the joint of the hand (the wrist) is to be, in the character's space; nothing keeps the
  /// arm as `start` has it.
  std::optional<Vec3> wrist_m = {};

  /// A point in the hand's own axes that is to be at the target instead of the wrist.
  Vec3 offset_m = {};

  /// Turns the elbow about the line from shoulder to wrist, positive outwards on both sides.
  /// Nothing: where a person would have it.
  std::optional<double> swivel_rad = {};
  SwivelZero swivel_zero = SwivelZero::Carried;

  /// Instead of a swivel: a point that the elbow is to come near, or directions that axes of upper
  /// arm and forearm are to come near to, as far as a turn about that line can do it.
  struct BoneAim {
    Vec3 axis;       // in the joint's axes, unit
    Vec3 direction;  // in the character's space, unit
  };
  std::optional<Vec3> elbow_m = {};
  std::optional<BoneAim> upper_arm_aim = {};
  std::optional<BoneAim> lower_arm_aim = {};

  /// Directions in the hand's axes that are to point along directions of the character's space. The
  /// first is met exactly, the second as far as it is square to the first. Without any, the hand
  /// goes on in line with the forearm as `start` has it.
  struct HandAim {
    Vec3 axis;
    Vec3 direction;
  };
  std::optional<HandAim> first_aim = {};
  std::optional<HandAim> second_aim = {};
};

struct ArmSolution {
  Quat shoulder;  // parent_from_joint of the clavicle, as of the rest
  Quat upper_arm;
  Quat lower_arm;
  Quat hand;
  double miss_m = 0;    // how far the point stays from its target
  double miss_rad = 0;  // how far the first aim stays from its direction
};

/// `start` is the local rotations at that key: its torso carries the arm, and its arm is what stays
/// where nothing is asked.
ArmSolution solve_arm(const body::Body& body, const std::array<Quat, body::kJointCount>& start,
                      const ArmRequest& request);

/// The elbow's swivel in `pose`, measured as `zero` says: what solve_arm would need to give it
/// back.
double swivel_of(const body::Body& body, const std::array<Quat, body::kJointCount>& pose,
                 body::Side side, SwivelZero zero);

}  // namespace kine::solve
