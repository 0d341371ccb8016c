#include "realizer/gesture/training/training_take.h"

#include <algorithm>
#include <cmath>

#include "realizer/core/assert.h"

namespace kine::gesture {
namespace {

Rotations between(const Rotations& from, const Rotations& to, double h) {
  Rotations turns;
  for (std::size_t j = 0; j < turns.size(); ++j) turns[j] = slerp(from[j], to[j], h);
  return turns;
}

}  // namespace

std::vector<speech::Heard> later(std::vector<speech::Heard> heard, Seconds by) {
  for (speech::Heard& each : heard) {
    each.at += by;
    each.found += by;
  }
  return heard;
}

RecordedMotion at_rate(const RecordedMotion& motion, double rate_hz) {
  constexpr double kRounding = 1e-6;  // of a frame
  KINE_ASSERT(!motion.frames.empty());
  if (rate_hz == motion.rate_hz) return motion;
  RecordedMotion other{.rate_hz = rate_hz, .frames = {}};
  const double step = motion.rate_hz / rate_hz;
  const std::size_t last = motion.frames.size() - 1;
  for (std::size_t i = 0; static_cast<double>(i) * step <= static_cast<double>(last) + kRounding;
       ++i) {
    const double place = std::min(static_cast<double>(i) * step, static_cast<double>(last));
    const auto before = static_cast<std::size_t>(place);
    const std::size_t behind = std::min(before + 1, last);
    const double h = place - std::floor(place);
    other.frames.push_back(between(motion.frames[before], motion.frames[behind], h));
    if (motion.hips.empty()) continue;
    other.hips.push_back((1 - h) * motion.hips[before] + h * motion.hips[behind]);
  }
  return other;
}

}  // namespace kine::gesture
