// How smoothly joints turn.
#pragma once

#include <span>

#include "realizer/gesture/body_section.h"

namespace kine::gesture {

struct Smoothness {
  double speed_most_rad_s = 0;
  double acceleration_mean_rad_s2 = 0;
  double acceleration_p999_rad_s2 = 0;  // a thousandth is above it
  double acceleration_most_rad_s2 = 0;
  double jerk_mean_rad_s3 = 0;
};

/// Over all frames and the section's weighed joints. All 0 where there are less than four frames.
Smoothness compute_smoothness(const RecordedMotion& motion, BodySection section);

/// The value below which such a share of them lies. Pre: there are some, finite; 0 to 1.
double quantile(std::vector<double> values, double share);

}  // namespace kine::gesture
