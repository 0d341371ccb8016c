// Recorded motion of which is known where it moves.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "realizer/core/random.h"
#include "realizer/gesture/body_section.h"
#include "realizer/math/ease.h"
#include "realizer/math/units.h"

namespace kine::test {

/// Strokes from pose to pose with holds between them.
struct StrokesAndHolds {
  gesture::RecordedMotion motion;
  std::vector<double> boundaries_s;  // where strokes begin and end
};

struct StrokesWanted {
  gesture::BodySection section = gesture::BodySection::Arms;
  std::size_t strokes = 60;
  double rate_hz = 60;
  double shortest_stroke_s = 0.3;
  double longest_stroke_s = 0.9;
  double shortest_hold_s = 0.3;
  double longest_hold_s = 1.6;
  double noise_deg = 0.02;  // of each joint in each frame, about each axis
  std::uint64_t seed = 1;
};

inline Vec3 random_vector(Random& random, double size) {
  const double x = random.normal();
  const double y = random.normal();
  const double z = random.normal();
  return size * Vec3{x, y, z};
}

inline StrokesAndHolds strokes_and_holds(const StrokesWanted& wanted) {
  Random random({.seed = wanted.seed, .purpose = 3});
  const auto joints = gesture::weighed_joints(wanted.section);
  StrokesAndHolds made{.motion = {.rate_hz = wanted.rate_hz, .frames = {}}, .boundaries_s = {}};
  gesture::Rotations pose = {};
  double until_s = 0;
  const auto add_until = [&](double from_s, double to_s, const gesture::Rotations& target) {
    const gesture::Rotations start = pose;
    for (;;) {
      const double time_s = static_cast<double>(made.motion.frames.size()) / wanted.rate_hz;
      if (time_s >= to_s) break;
      gesture::Rotations frame = start;
      for (const auto& each : joints) {
        const std::size_t j = body::index_of(each.joint);
        frame[j] = slerp(start[j], target[j], eased_between(from_s, to_s, time_s)) *
                   from_rotation_vector(random_vector(random, wanted.noise_deg * kDegree));
      }
      made.motion.frames.push_back(frame);
    }
    pose = target;
  };
  for (std::size_t i = 0; i < wanted.strokes; ++i) {
    const double begin_s = until_s + random.number(wanted.shortest_hold_s, wanted.longest_hold_s);
    const double end_s = begin_s + random.number(wanted.shortest_stroke_s, wanted.longest_stroke_s);
    add_until(until_s, begin_s, pose);
    gesture::Rotations target = pose;
    for (const auto& each : joints) {
      target[body::index_of(each.joint)] = from_rotation_vector(random_vector(random, 0.2));
    }
    add_until(begin_s, end_s, target);
    made.boundaries_s.push_back(begin_s);
    made.boundaries_s.push_back(end_s);
    until_s = end_s;
  }
  add_until(until_s, until_s + wanted.longest_hold_s, pose);
  return made;
}

}  // namespace kine::test
