#include "realizer/solve/arm.h"

#include <algorithm>
#include <cmath>

#include "realizer/solve/elbow.h"
#include "realizer/solve/minimum.h"
#include "realizer/solve/trunk.h"
#include "realizer/solve/wrist.h"

namespace kine::solve {
namespace {

using body::Joint;
using body::JointLimits;

/// What stays the same while ways for one arm are weighed.
struct Arm {
  const body::Body& body;
  const ArmRequest& request;
  body::ArmChain chain;
  Trunk trunk;
  Vec3 shoulder_m;  // the joint of the upper arm
  Vec3 start_wrist_m;
  Quat character_from_clavicle;
  Quat start_shoulder;
  Quat start_upper_arm;
  SwingTwist start_lower_arm;  // the bend of the elbow, and the pronation
  Quat start_hand;
  Vec3 spine;  // unit
  double upper_length_m = 0;
  double fore_length_m = 0;

  double length_m() const { return upper_length_m + fore_length_m; }
  const JointLimits& limits(Joint joint) const { return body.limits[index_of(joint)]; }
};

/// One way to hold the arm, within all limits.
struct Hold {
  ArmSolution solution;
  Vec3 elbow_m;
  Vec3 wrist_m;
  Quat character_from_upper;
  Quat character_from_lower;
  Quat character_from_hand;
};

/// Where the wrist is to be, and the line to it that the swivel turns about.
struct Reach {
  Vec3 wrist_m;  // softened: no farther than the arm is long
  Vec3 line;     // unit, from the shoulder
  double distance_m = 0;
};

Vec3 direction_up_the_spine(const body::Body::Model& model) {
  return unit(
      model.positions_m[index_of(Joint::UpperChest)] - model.positions_m[index_of(Joint::Spine)],
      {0, 1, 0});
}

Arm make_arm(const body::Body& body, const std::array<Quat, body::kJointCount>& start,
             const ArmRequest& request) {
  const body::ArmChain chain = arm_chain(request.side);
  const body::Body::Model model = body.compute_model(start);
  const auto position_m = [&](Joint joint) { return model.positions_m[index_of(joint)]; };
  return {.body = body,
          .request = request,
          .chain = chain,
          .trunk = make_trunk(body, model),
          .shoulder_m = position_m(chain.upper_arm),
          .start_wrist_m = position_m(chain.hand),
          .character_from_clavicle = model.character_from_joint[index_of(chain.shoulder)],
          .start_shoulder = start[index_of(chain.shoulder)],
          .start_upper_arm = start[index_of(chain.upper_arm)],
          .start_lower_arm = swing_twist(start[index_of(chain.lower_arm)], kForearmAxis),
          .start_hand = start[index_of(chain.hand)],
          .spine = direction_up_the_spine(model),
          .upper_length_m = body.bone_length_m(chain.lower_arm),
          .fore_length_m = body.bone_length_m(chain.hand)};
}

Reach make_reach(const Arm& arm, const Vec3& wrist_m) {
  constexpr double kNoDirection_m = 1e-4;
  const Vec3 to_wrist = wrist_m - arm.shoulder_m;
  const double distance_m = length(to_wrist);
  const Vec3 line = distance_m < kNoDirection_m ? unit(arm.start_wrist_m - arm.shoulder_m)
                                                : to_wrist / distance_m;
  const double soft_m = std::max(soft_reach_m(distance_m, arm.length_m()),
                                 nearest_reach_m(arm.body, arm.request.side));
  return {arm.shoulder_m + soft_m * line, line, soft_m};
}

/// Forearm and hand on an upper arm and a bend of the elbow that are settled.
Hold hold_with(const Arm& arm, const Quat& upper_arm, const Quat& bend) {
  const ArmRequest& request = arm.request;
  Hold hold;
  hold.solution.shoulder = arm.start_shoulder;
  hold.solution.upper_arm = within_limits(arm.limits(arm.chain.upper_arm), upper_arm);
  const Quat character_from_upper = arm.character_from_clavicle * hold.solution.upper_arm;
  const JointLimits& elbow = arm.limits(arm.chain.lower_arm);
  const Quat possible_bend = within_limits(elbow, bend);

  Quat pronation = arm.start_lower_arm.twist;
  Quat hand = arm.start_hand;
  if (request.first_aim) {
    const WristSolution wrist =
        solve_wrist({.side = request.side,
                     .character_from_forearm = character_from_upper * possible_bend,
                     .lower_arm = elbow,
                     .hand = arm.limits(arm.chain.hand),
                     .first = *request.first_aim,
                     .second = request.second_aim});
    pronation = rotation_about(kForearmAxis, wrist.pronation_rad);
    hand = wrist.hand;
    hold.solution.miss_rad = wrist.miss_rad;
  }
  hold.solution.lower_arm = within_limits(elbow, possible_bend * pronation);
  hold.solution.hand = within_limits(arm.limits(arm.chain.hand), hand);

  const Quat character_from_lower = character_from_upper * hold.solution.lower_arm;
  hold.elbow_m =
      arm.shoulder_m + character_from_upper * arm.body.offsets_m[index_of(arm.chain.lower_arm)];
  hold.wrist_m = hold.elbow_m + character_from_lower * arm.body.offsets_m[index_of(arm.chain.hand)];
  hold.character_from_upper = character_from_upper;
  hold.character_from_lower = character_from_lower;
  hold.character_from_hand = character_from_lower * hold.solution.hand;
  return hold;
}

/// The arm with its elbow on the side `towards` of the line. Its rotations come from frames of
/// the arm's plane, which are there for a straight arm too.
Hold hold_at(const Arm& arm, const Reach& reach, const Vec3& towards) {
  const double sign = sign_of(arm.request.side);
  const double upper = arm.upper_length_m;
  const double fore = arm.fore_length_m;
  const double along =
      (reach.distance_m * reach.distance_m + upper * upper - fore * fore) / (2 * reach.distance_m);
  const double height = std::sqrt(std::max(0.0, upper * upper - along * along));

  const Vec3 upper_direction = unit(along * reach.line + height * towards);
  const Vec3 fore_direction = unit(reach.distance_m * reach.line - upper * upper_direction);
  const Vec3 hinge = cross(towards, reach.line);
  const double bend_rad = std::atan2(dot(cross(upper_direction, fore_direction), hinge),
                                     dot(upper_direction, fore_direction));

  const Vec3 x = sign * upper_direction;
  const Vec3 y = -sign * hinge;
  const Quat character_from_upper = from_axes(x, y, cross(x, y));
  return hold_with(arm, conjugate(arm.character_from_clavicle) * character_from_upper,
                   rotation_about(elbow_hinge(arm.request.side), bend_rad));
}

bool has_bone_aim(const ArmRequest& request) {
  return request.upper_arm_aim || request.lower_arm_aim;
}

/// The squared angles by which upper arm and forearm miss what they are to point at.
double bone_miss_of(const Arm& arm, const Hold& hold) {
  const auto miss = [](const std::optional<ArmRequest::BoneAim>& aim, const Quat& turn) {
    if (!aim) return 0.0;
    const Vec3 pointed = turn * aim->axis;
    return square(std::atan2(length(cross(pointed, aim->direction)), dot(pointed, aim->direction)));
  };
  return miss(arm.request.upper_arm_aim, hold.character_from_upper) +
         miss(arm.request.lower_arm_aim, hold.character_from_lower);
}

/// What it costs to depart from the swivel that was wanted. Where the elbow is left to us, it also
/// makes room for the hand's aim and keeps out of the trunk.
double cost_of(const Arm& arm, const Reach& reach, const Hold& hold, double departure_rad) {
  constexpr double kStrain_m = 0.0001;
  constexpr double kDeparture_rad = 0.5;
  constexpr double kAimMiss_rad = 0.003;
  constexpr double kInTrunk_m = 0.01;
  const double strain = length(hold.wrist_m - reach.wrist_m) / kStrain_m;
  const double cost = square(departure_rad / kDeparture_rad) + square(strain);
  if (arm.request.swivel_rad || arm.request.elbow_m) return cost;
  const double in_trunk_m = depth_in_trunk_m(arm.trunk, hold.elbow_m, hold.wrist_m);
  return cost + square(hold.solution.miss_rad / kAimMiss_rad) + square(in_trunk_m / kInTrunk_m);
}

/// The swivel that is asked for, or where a person would have the elbow.
double wanted_swivel_rad(const Arm& arm, const Reach& reach, const SwivelFrame& frame) {
  const ArmRequest& request = arm.request;
  if (request.swivel_rad) return *request.swivel_rad;
  const double natural_rad = natural_swivel_rad(request.side, reach.line);
  if (!request.elbow_m) return natural_rad;
  constexpr double kNoSide_m = 1e-6;
  const Vec3 aside = rejected(*request.elbow_m - arm.shoulder_m, reach.line);
  return length(aside) < kNoSide_m ? natural_rad : frame.swivel_of(aside);
}

/// The arm with its elbow where its bones come nearest to the directions that they are to have.
Hold best_hold_of_bones(const Arm& arm, const Reach& reach, const SwivelFrame& frame,
                        double natural_rad) {
  constexpr double kStrain_m = 0.0001;
  constexpr double kDepartureWeight = 1e-6;  // settles what the directions leave open
  constexpr SearchRange kRound = {
      .min = -3.1415927, .max = 3.1415927, .grid_steps = 48, .narrowing_steps = 40};
  const auto hold_departing = [&](double departure_rad) {
    return hold_at(arm, reach, frame.direction_at(natural_rad + departure_rad));
  };
  const double departure_rad = find_minimum(kRound, [&](double departure) {
    const Hold hold = hold_departing(departure);
    const double strain = length(hold.wrist_m - reach.wrist_m) / kStrain_m;
    return bone_miss_of(arm, hold) + square(strain) + kDepartureWeight * square(departure);
  });
  return hold_departing(departure_rad);
}

/// The arm at its wanted swivel, or at the neighbouring one that serves the request best where
/// limits bind.
Hold best_hold(const Arm& arm, const Reach& reach) {
  const ArmRequest& request = arm.request;
  const SwivelZero zero = request.swivel_rad ? request.swivel_zero : SwivelZero::Carried;
  const SwivelFrame frame = swivel_frame(zero, request.side, reach.line, arm.spine);
  const double wanted_rad = wanted_swivel_rad(arm, reach, frame);
  if (!request.swivel_rad && !request.elbow_m && has_bone_aim(request)) {
    return best_hold_of_bones(arm, reach, frame, wanted_rad);
  }
  const auto hold_departing = [&](double departure_rad) {
    return hold_at(arm, reach, frame.direction_at(wanted_rad + departure_rad));
  };

  constexpr double kFaultless = 1e-9;
  const Hold wanted = hold_departing(0);
  if (cost_of(arm, reach, wanted, 0) < kFaultless) return wanted;

  constexpr SearchRange kNeighbours = {
      .min = -1.6, .max = 1.6, .grid_steps = 10, .narrowing_steps = 12};
  const double departure_rad = find_minimum(kNeighbours, [&](double departure) {
    return cost_of(arm, reach, hold_departing(departure), departure);
  });
  return hold_departing(departure_rad);
}

/// Where the wrist is to be depends on the hand's rotation, which depends on where the wrist is.
/// With two aims it does not, and the first round is the last but one.
Hold hold_point_at(const Arm& arm, const Vec3& target_m) {
  const ArmRequest& request = arm.request;
  constexpr int kRoundsMax = 40;
  constexpr double kSettled_m = 1e-11;
  if (request.offset_m == Vec3{}) return best_hold(arm, make_reach(arm, target_m));
  Vec3 wrist_m = target_m;
  Hold hold = best_hold(arm, make_reach(arm, wrist_m));
  for (int round = 0; round < kRoundsMax; ++round) {
    const Vec3 corrected_m = target_m - hold.character_from_hand * request.offset_m;
    const bool settled = length(corrected_m - wrist_m) < kSettled_m;
    wrist_m = corrected_m;
    hold = best_hold(arm, make_reach(arm, wrist_m));
    if (settled) break;
  }
  return hold;
}

}  // namespace

ArmSolution solve_arm(const body::Body& body, const std::array<Quat, body::kJointCount>& start,
                      const ArmRequest& request) {
  const Arm arm = make_arm(body, start, request);
  if (request.wrist_m) {
    Hold hold = hold_point_at(arm, *request.wrist_m);
    const Vec3 point_m = hold.wrist_m + hold.character_from_hand * request.offset_m;
    hold.solution.miss_m = length(point_m - *request.wrist_m);
    return hold.solution;
  }
  if (request.swivel_rad) return best_hold(arm, make_reach(arm, arm.start_wrist_m)).solution;
  return hold_with(arm, arm.start_upper_arm, arm.start_lower_arm.swing).solution;
}

double swivel_of(const body::Body& body, const std::array<Quat, body::kJointCount>& pose,
                 body::Side side, SwivelZero zero) {
  const body::ArmChain chain = arm_chain(side);
  const body::Body::Model model = body.compute_model(pose);
  const Vec3 shoulder_m = model.positions_m[index_of(chain.upper_arm)];
  const Vec3 to_elbow = model.positions_m[index_of(chain.lower_arm)] - shoulder_m;
  const Vec3 line = unit(model.positions_m[index_of(chain.hand)] - shoulder_m);
  Vec3 towards = rejected(to_elbow, line);

  // The elbow of a straight arm says nothing about its plane; the axis that it bends about does.
  constexpr double kStraight_m = 0.002;
  if (length(towards) < kStraight_m) {
    const Quat& character_from_upper = model.character_from_joint[index_of(chain.upper_arm)];
    towards = cross(line, character_from_upper * elbow_hinge(side));
  }
  return swivel_frame(zero, side, line, direction_up_the_spine(model)).swivel_of(towards);
}

}  // namespace kine::solve
