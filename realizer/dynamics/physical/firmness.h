// How firm degrees of freedom are: what tensions ask for, and how muscles come to it.
//
//   JointTensions, inertias of the pose --follow_tensions--> Firmness, tick by tick
#pragma once

#include <array>
#include <optional>
#include <span>

#include "realizer/body/skeleton.h"
#include "realizer/core/time.h"
#include "realizer/dynamics/physical/engine.h"
#include "realizer/dynamics/physical/figure.h"
#include "realizer/math/tension.h"

namespace kine::dynamics::physical {

/// How firm a joint is to be.
struct JointTension {
  Tension tension = {};                         // as firm as swings like that, …
  std::optional<double> stiffness_Nm_rad = {};  // … or this firm
  std::optional<double> damping_Nms_rad = {};   // of a stiffness; nothing: critical, and of legs
                                                // 0.1 s times the stiffness
  bool compensates = true;                      // whether gravity is held
  bool predicts = false;                        // whether gains are predicted from both poses
  Seconds over{0};                              // 95 % of the way by then; 0: at once
  std::optional<Seconds> asked_for = {};        // up to the end of the tick; nothing: all of it
  double share = 1;  // of the way from what is left, where that is said: TensionsAsked
};

/// By the joints of the body; of two that turn as one the first one counts.
using JointTensions = std::array<JointTension, body::kJointCount>;

/// All alike.
JointTensions same_at_all_joints(const Tension& tension);

/// How firm each degree of freedom is.
struct Firmness {
  std::array<double, kDegreesMax> stiffness_Nm_rad = {};
  std::array<double, kDegreesMax> damping_Nms_rad = {};
  std::array<double, kDegreesMax> compensation = {};  // the share of gravity that is held

  friend bool operator==(const Firmness&, const Firmness&) = default;
};

/// By a thousandth of itself, in any degree of freedom.
bool differ(const Firmness& from, const Firmness& to);

/// A share of the way back to what was left.
void come_between(const Firmness& left, double share, Firmness& firmness);

/// Springs and dampers of each degree of freedom by its factor.
void scale(const std::array<double, kDegreesMax>& factors, Firmness& firmness);

/// Whether a joint is as firm as makes its own inertia swing at the frequency of its tension.
bool swings_by_inertia(const FigureJoint& joint, const JointTension& said);

/// How stiff a tension asks a degree of freedom to be.
double asked_stiffness_Nm_rad(const Figure& figure, const FigureJoint& joint, double inertia_kg_m2,
                              const JointTension& said);

/// In a tick.
struct TensionsAsked {
  const JointTensions& asked;
  const JointTensions* left = nullptr;  // where a share is below 1: what it leaves
  Seconds step;
  bool at_once = false;  // whatever they say
};

/// A tick later. As stiff as swings at the frequency of the tension, in the pose as it is:
/// k = I wn^2. Gains that go from one tension to another are on the straight line between both.
/// `leading` is on its way to what is asked, and `led` follows it.
void follow_tensions(const Figure& figure, std::span<const double> inertias_kg_m2,
                     const TensionsAsked& tensions, Firmness& leading, Firmness& led);

}  // namespace kine::dynamics::physical
