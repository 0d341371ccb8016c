#include "realizer/gesture/segmentation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <optional>
#include <span>

#include "realizer/math/vec3.h"

namespace kine::gesture {
namespace {

/// Of one joint. The first frame has the velocity of the second.
std::vector<Vec3> angular_velocities(const RecordedMotion& motion, body::Joint joint) {
  const std::size_t j = body::index_of(joint);
  std::vector<Vec3> velocities(motion.frames.size());
  for (std::size_t t = 1; t < motion.frames.size(); ++t) {
    const Quat turn = conjugate(motion.frames[t - 1][j]) * motion.frames[t][j];
    velocities[t] = motion.rate_hz * rotation_vector(turn);
  }
  if (velocities.size() > 1) velocities[0] = velocities[1];
  return velocities;
}

/// Hann's window on an odd number of frames, from the middle outwards.
std::vector<double> half_window(double width_s, double rate_hz) {
  const double half = width_s * rate_hz / 2;
  std::vector<double> window;
  for (double i = 0; i < std::max(half, 1.0); ++i) {
    window.push_back(0.5 + 0.5 * std::cos(std::numbers::pi * i / std::max(half, 1.0)));
  }
  return window;
}

/// At both ends the window is cut off, and what is left of it counts in full.
Vec3 smoothed_at(const std::vector<Vec3>& values, std::size_t t,
                 const std::vector<double>& window) {
  Vec3 sum = window[0] * values[t];
  double weights = window[0];
  for (std::size_t i = 1; i < window.size(); ++i) {
    if (i <= t) {
      sum = sum + window[i] * values[t - i];
      weights += window[i];
    }
    if (t + i < values.size()) {
      sum = sum + window[i] * values[t + i];
      weights += window[i];
    }
  }
  return sum / weights;
}

double integral_of(const std::vector<double>& activity, const CutSegment& segment) {
  return std::accumulate(activity.begin() + static_cast<std::ptrdiff_t>(segment.from_frame),
                         activity.begin() + static_cast<std::ptrdiff_t>(segment.to_frame), 0.0);
}

std::vector<CutSegment> cut_at(const std::vector<double>& activity, double threshold,
                               double hysteresis) {
  std::vector<CutSegment> segments;
  bool fast = !activity.empty() && activity[0] > threshold;
  for (std::size_t t = 0; t < activity.size(); ++t) {
    const bool changes =
        fast ? activity[t] < threshold / hysteresis : activity[t] > threshold * hysteresis;
    if (changes) fast = !fast;
    if (changes || t == 0) segments.push_back({.from_frame = t, .to_frame = t, .fast = fast});
    segments.back().to_frame = t + 1;
  }
  return segments;
}

/// The shortest segment that is both too short and too weak.
std::optional<std::size_t> find_too_small(const std::vector<CutSegment>& segments,
                                          const std::vector<double>& activity, double shortest,
                                          double weakest) {
  std::optional<std::size_t> found;
  std::size_t least = std::numeric_limits<std::size_t>::max();
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const std::size_t frames = segments[i].to_frame - segments[i].from_frame;
    if (frames >= least || static_cast<double>(frames) >= shortest) continue;
    if (integral_of(activity, segments[i]) >= weakest) continue;
    least = frames;
    found = i;
  }
  return found;
}

/// With its neighbours it becomes one segment, as they are.
void merge_around(std::vector<CutSegment>& segments, std::size_t i) {
  const std::size_t first = i > 0 ? i - 1 : i;
  const std::size_t last = std::min(i + 1, segments.size() - 1);
  segments[first] = {.from_frame = segments[first].from_frame,
                     .to_frame = segments[last].to_frame,
                     .fast = !segments[i].fast};
  segments.erase(segments.begin() + static_cast<std::ptrdiff_t>(first) + 1,
                 segments.begin() + static_cast<std::ptrdiff_t>(last) + 1);
}

void push_parts(const CutSegment& segment, double longest, std::vector<CutSegment>& parts) {
  const std::size_t frames = segment.to_frame - segment.from_frame;
  const auto count = static_cast<std::size_t>(std::ceil(static_cast<double>(frames) / longest));
  for (std::size_t k = 0; k < count; ++k) {
    parts.push_back({.from_frame = segment.from_frame + frames * k / count,
                     .to_frame = segment.from_frame + frames * (k + 1) / count,
                     .fast = segment.fast});
  }
}

}  // namespace

double usual_smoothing_s(BodySection section) { return section == BodySection::Lower ? 0.5 : 0.2; }

std::vector<double> compute_activity(const RecordedMotion& motion, BodySection section,
                                     double smoothing_s) {
  const std::vector<double> window = half_window(smoothing_s, motion.rate_hz);
  std::vector<double> activity(motion.frames.size(), 0);
  for (const WeighedJoint& each : weighed_joints(section)) {
    const std::vector<Vec3> velocities = angular_velocities(motion, each.joint);
    for (std::size_t t = 0; t < activity.size(); ++t) {
      const Vec3 velocity = smoothed_at(velocities, t, window);
      activity[t] += each.weight * dot(velocity, velocity);
    }
  }
  return activity;
}

double compute_threshold(const std::vector<double>& activity) {
  std::vector<double> logs;
  logs.reserve(activity.size());
  for (const double z : activity) logs.push_back(std::log(std::max(kActivityLeast, z)));
  std::ranges::sort(logs);
  if (logs.empty() || logs.back() <= std::log(kActivityLeast)) {
    return std::numeric_limits<double>::infinity();
  }
  const double all = std::accumulate(logs.begin(), logs.end(), 0.0);
  const auto count = static_cast<double>(logs.size());
  double below = 0;
  double most = 0;
  double best = logs.front();
  for (std::size_t i = 1; i < logs.size(); ++i) {
    below += logs[i - 1];
    const auto n = static_cast<double>(i);
    const double apart = (all - below) / (count - n) - below / n;
    const double variance = n * (count - n) * apart * apart;
    if (variance <= most) continue;
    most = variance;
    best = (logs[i - 1] + logs[i]) / 2;
  }
  return std::max(std::exp(best) / 2, kActivityLeast);
}

std::vector<CutSegment> cut_segments(const std::vector<double>& activity, double rate_hz,
                                     const CutSettings& settings) {
  if (activity.empty()) return {};
  const double mean =
      std::accumulate(activity.begin(), activity.end(), 0.0) / static_cast<double>(activity.size());
  const double shortest = settings.shortest_s * rate_hz;
  auto segments = cut_at(activity, compute_threshold(activity), settings.hysteresis);
  while (segments.size() > 1) {
    const auto small =
        find_too_small(segments, activity, shortest, settings.integral_share * mean * shortest);
    if (!small) break;
    merge_around(segments, *small);
  }
  std::vector<CutSegment> parts;
  for (const CutSegment& each : segments) {
    const double whole = static_cast<double>(each.to_frame - each.from_frame);
    push_parts(each, each.fast ? whole : std::max(settings.still_s * rate_hz, 1.0), parts);
  }
  return parts;
}

}  // namespace kine::gesture
