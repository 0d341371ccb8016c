// Gains that lead from one pose to the next (Neff and Fiume 2002, section 5.1): those that hold the
// first pose, those that hold the second one, and the straight line between them.
//
//   ways of joints, gravity in both poses --> PredictedDegree, a degree of freedom
//   --gains_on_the_way--> Gains, in each step
//
// Where both poses are as tense, a joint is held where it is wanted. Where not, the firmer pose
// pulls more: a movement that becomes looser sets out late, and one that becomes firmer ends early.
#pragma once

#include <array>
#include <optional>

#include "realizer/body/skeleton.h"
#include "realizer/dynamics/physical/antagonists.h"
#include "realizer/dynamics/physical/engine.h"
#include "realizer/math/quat.h"

namespace kine::dynamics::physical {

/// The way of a joint from one pose to the next.
struct JointWay {
  Quat from;  // parent_from_joint
  Quat to;
  double share = 0;  // of its transition that is behind it, in [0, 1]
};

/// By the joints of the body; nothing: it stands where it is wanted.
using JointWays = std::array<std::optional<JointWay>, body::kJointCount>;

/// A degree of freedom in a pose, and what holds it there.
struct HeldAngle {
  double angle_rad = 0;
  double gravity_Nm = 0;
  double tension_Nm_rad = 0;
};

struct PredictedDegree {
  HeldAngle from;
  HeldAngle to;
  double share = 0;  // of the way between both
};

/// By degrees of freedom; nothing: its gains are sampled.
using PredictedDegrees = std::array<std::optional<PredictedDegree>, kDegreesMax>;

/// What is wanted beside the way, as breath or a look, moves both poses.
/// `compensation` is the share of gravity that is held. Pre: `reach` lies within the set points.
Gains gains_on_the_way(const PredictedDegree& way, double wanted_rad, double compensation,
                       const SetPoints& reach, const SetPoints& points);

}  // namespace kine::dynamics::physical
