// How far a push turns each degree of freedom, as curves over tension: what Neff and Fiume 2002
// hand to animators, so that they know what a tension means for a joint.
#pragma once

#include <span>
#include <string>

#include "realizer/dynamics/physical/calibration.h"
#include "realizer/pictures/svg_plot.h"

namespace kine::pictures {

struct Calibration {
  std::string body;  // its name
  double force_N = dynamics::physical::kFirmPush_N;
  std::span<const dynamics::physical::CalibrationCurve> curves;
};

/// A plot for each part of the body that has curves, all with the same axes. Pre: there is a curve.
PlotPage calibration_page(const Calibration& calibration);

}  // namespace kine::pictures
