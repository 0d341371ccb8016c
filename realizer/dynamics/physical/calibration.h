// How far a firm push turns each degree of freedom of a torso, the less the tenser it is: what
// tells an animator what tensions mean (Neff and Fiume 2002, section 5.3).
//
//   Body, TorsoModel --compute_calibration--> a curve a degree of freedom
//
// The torso stands in its base pose. All other degrees of freedom are held.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "realizer/body/body.h"
#include "realizer/core/result.h"
#include "realizer/core/time.h"
#include "realizer/dynamics/physical/figure.h"
#include "realizer/dynamics/physical/torso.h"

namespace kine::dynamics::physical {

/// From a torso that falls over to one that hardly gives way.
inline constexpr std::array kCalibratedTensions_Nm_rad = {5.0,   10.0,  20.0,   50.0,  100.0,
                                                          200.0, 500.0, 1000.0, 1700.0};

/// A firm push, as the paper has it.
inline constexpr double kFirmPush_N = 45;
inline constexpr Seconds kFirmPushLength{0.5};

/// How tense the others are: they give way by less than a tenth of a degree.
inline constexpr double kHeldTension_Nm_rad = 2e4;

struct CalibrationCurve {
  body::Joint joint;      // the first of those that turn as one
  Axis axis;              // of the degree of freedom
  body::Joint pushed_at;  // a hand, the head, or for a clavicle the upper arm
  double lever_m = 0;     // of the push about the axis, at first
  std::array<double, kCalibratedTensions_Nm_rad.size()> deflections_rad = {};  // the greatest ones
};

struct CalibrationWish {
  std::optional<body::Joint> joint = {};  // nothing: all that muscles move
  double force_N = kFirmPush_N;           // above 0
};

/// The damper of a spring: a tenth of its tension, but no more than what is critical. More would
/// make every joint lag by a tenth of a second, however stiff it is.
double calibrated_damping_Nms_rad(double tension_Nm_rad, double inertia_kg_m2);

/// In the order of the figure. An error where muscles do not move the joint, or numbers go wrong.
/// Pre: the model is that of the body.
Result<std::vector<CalibrationCurve>> compute_calibration(
    const body::Body& body, const std::shared_ptr<const TorsoModel>& model,
    const CalibrationWish& wish = {});

}  // namespace kine::dynamics::physical
