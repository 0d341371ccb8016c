#include "realizer/solve/involvement.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "realizer/math/ease.h"
#include "realizer/math/units.h"

namespace kine::solve {
namespace {

using enum body::Joint;

// Of a clavicle (Ludewig's figures, and the shoulders of a captured speaker).
constexpr double kRisesFrom_rad = 30 * kDegree;
constexpr double kRisesBy = 0.1;  // of the arm's elevation above that
constexpr double kRisesMost_rad = 15 * kDegree;
constexpr double kGoesBackMost_rad = 14 * kDegree;  // of an arm that is straight up
constexpr double kGoesAhead_rad = 10 * kDegree;     // of a hand at arm's length

// Of the trunk, for one arm at full reach and usual involvement.
constexpr double kTurnsAhead_rad = 14 * kDegree;
constexpr double kTurnsAside_rad = 8 * kDegree;
constexpr double kLeansAhead_rad = 7 * kDegree;
constexpr double kLeansOut = 0.7;                // of a lean ahead, for an arm that is out
constexpr double kLeansBack_rad = 4 * kDegree;   // of a raised one
constexpr double kBendsAside_rad = 8 * kDegree;  // away from an arm that is raised or out

// Of what is below and above it.
constexpr double kPelvisShare = 0.5;    // of the trunk's turn
constexpr double kHeadCounters = 0.95;  // of the trunk's turn: eyes stay on what they see
constexpr double kHeadBends = 0.4;      // of its bend: the head goes along to the arm
constexpr double kWeightAside_m = 0.025;
constexpr double kWeightAhead_m = 0.02;

/// From 0 at `from` on, and 1 from `to` on, without a corner.
double rising(double from, double to, double x) {
  return eased(std::clamp((x - from) / (to - from), 0.0, 1.0));
}

/// How far an arm is ahead, out and up, each from 0 at rest to 1 at full reach.
struct Shares {
  double ahead = 0;
  double aside = 0;
  double raised = 0;
};

Shares shares_of(const ArmReach& arm) {
  return {.ahead = rising(0.1, 1, arm.ahead),
          .aside = rising(0.15, 1, arm.aside) - rising(0.1, 0.9, -arm.aside),
          .raised = rising(-0.6, 1, arm.raised)};
}

/// A rotation vector whose turn is to the left, whose bend is to the left and whose lean is ahead.
constexpr Vec3 turning(double lean_rad, double turn_rad, double bend_rad) {
  return {lean_rad, turn_rad, -bend_rad};
}

/// How far a side is to the left.
double left_of(body::Side side) { return side == body::Side::Left ? 1 : -1; }

Vec3 clavicle_turn(body::Side side, const ArmReach& arm, double size) {
  const double above_rad = std::max(arm.elevation_rad - kRisesFrom_rad, 0.0);
  const double rises_rad = std::min(size * kRisesBy * above_rad, kRisesMost_rad);
  const double back_rad = size * kGoesBackMost_rad * rising(0, 1, arm.raised);
  const double ahead_rad = size * kGoesAhead_rad * rising(0.2, 1, arm.ahead);
  const double left = left_of(side);
  return {0, left * (back_rad - ahead_rad), left * rises_rad};
}

/// What one arm makes of the trunk: lean, turn and bend.
Vec3 trunk_turn(body::Side side, const Shares& arm, double size) {
  const double left = left_of(side);
  // An arm ahead brings its shoulder along; one that is out or raised takes the trunk to its side.
  const double turn_rad = left * (kTurnsAside_rad * arm.aside - kTurnsAhead_rad * arm.ahead);
  const double out = std::max(arm.aside, 0.0);
  const double lean_rad =
      kLeansAhead_rad * (arm.ahead + kLeansOut * out) - kLeansBack_rad * arm.raised * arm.raised;
  const double bend_rad = kBendsAside_rad * (0.4 * arm.raised + 0.8 * out);
  return size * turning(lean_rad, turn_rad, -left * bend_rad);
}

}  // namespace

ArmReach reach_of(const body::Body& body, body::Side side,
                  const std::array<Quat, body::kJointCount>& parent_from_joint) {
  const body::ArmChain arm = body::arm_chain(side);
  const auto offset = [&](body::Joint joint) { return body.offsets_m[body::index_of(joint)]; };
  const auto turn = [&](body::Joint joint) { return parent_from_joint[body::index_of(joint)]; };
  const Quat upper_arm = turn(arm.shoulder) * turn(arm.upper_arm);
  const Vec3 elbow_m = upper_arm * offset(arm.lower_arm);
  const Vec3 hand_m = elbow_m + upper_arm * turn(arm.lower_arm) * offset(arm.hand);
  const double length_m = length(offset(arm.lower_arm)) + length(offset(arm.hand));
  const double down = std::clamp(-elbow_m.y / length(elbow_m), -1.0, 1.0);
  return {.elevation_rad = std::acos(down),
          .ahead = hand_m.z / length_m,
          .aside = left_of(side) * hand_m.x / length_m,
          .raised = hand_m.y / length_m};
}

body::BodyOffsets involvement_of(const std::array<ArmReach, body::kSides.size()>& arms,
                                 double involvement, TakingPart parts) {
  const double size = involvement / body::kUsualInvolvement;
  body::BodyOffsets offsets;
  if (size == 0) return offsets;
  Vec3 trunk_rad;
  for (const body::Side side : body::kSides) {
    const auto i = static_cast<std::size_t>(side);
    const Shares shares = shares_of(arms[i]);
    offsets.clavicles_rad[i] = clavicle_turn(side, arms[i], size);
    if (parts == TakingPart::Clavicles) continue;
    trunk_rad = trunk_rad + trunk_turn(side, shares, size);
    const double out = std::max(shares.aside, 0.0) + 0.5 * shares.raised;
    offsets.pelvis_m = offsets.pelvis_m + size * Vec3{left_of(side) * kWeightAside_m * out, 0,
                                                      kWeightAhead_m * shares.ahead};
  }
  const Vec3 turn_rad{0, trunk_rad.y, 0};
  offsets.pelvis_rad = kPelvisShare * turn_rad;
  offsets.spine_rad = body::shared_by_trunk(trunk_rad - kPelvisShare * turn_rad);
  const Vec3 head_rad{-kHeadCounters * trunk_rad.x, -kHeadCounters * trunk_rad.y,
                      kHeadBends * trunk_rad.z};
  offsets.spine_rad[3] = offsets.spine_rad[4] = 0.5 * head_rad;
  return offsets;
}

}  // namespace kine::solve
