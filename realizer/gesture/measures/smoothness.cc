#include "realizer/gesture/measures/smoothness.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "realizer/core/assert.h"
#include "realizer/math/vec3.h"

namespace kine::gesture {
namespace {

double mean_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// The differences between neighbours, a second.
std::vector<Vec3> rates_of(const std::vector<Vec3>& values, double rate_hz) {
  std::vector<Vec3> rates;
  for (std::size_t i = 1; i < values.size(); ++i) {
    rates.push_back(rate_hz * (values[i] - values[i - 1]));
  }
  return rates;
}

void append_lengths(const std::vector<Vec3>& vectors, std::vector<double>& lengths) {
  for (const Vec3& each : vectors) lengths.push_back(length(each));
}

}  // namespace

double quantile(std::vector<double> values, double share) {
  KINE_ASSERT(!values.empty());
  const auto place = static_cast<std::size_t>(share * static_cast<double>(values.size() - 1));
  std::ranges::nth_element(values, values.begin() + static_cast<std::ptrdiff_t>(place));
  return values[place];
}

Smoothness compute_smoothness(const RecordedMotion& motion, BodySection section) {
  std::vector<double> speeds;
  std::vector<double> accelerations;
  std::vector<double> jerks;
  if (motion.frames.size() < 4) return {};
  for (const WeighedJoint& each : weighed_joints(section)) {
    const std::size_t joint = body::index_of(each.joint);
    std::vector<Vec3> turns;  // from frame to frame, a second
    for (std::size_t i = 1; i < motion.frames.size(); ++i) {
      const Quat step = conjugate(motion.frames[i - 1][joint]) * motion.frames[i][joint];
      turns.push_back(motion.rate_hz * rotation_vector(step));
    }
    const std::vector<Vec3> acceleration = rates_of(turns, motion.rate_hz);
    append_lengths(turns, speeds);
    append_lengths(acceleration, accelerations);
    append_lengths(rates_of(acceleration, motion.rate_hz), jerks);
  }
  return {.speed_most_rad_s = std::ranges::max(speeds),
          .acceleration_mean_rad_s2 = mean_of(accelerations),
          .acceleration_p999_rad_s2 = quantile(accelerations, 0.999),
          .acceleration_most_rad_s2 = std::ranges::max(accelerations),
          .jerk_mean_rad_s3 = mean_of(jerks)};
}

}  // namespace kine::gesture
