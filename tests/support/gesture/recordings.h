// Recorded motion of which is known where it moves.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "realizer/core/random.h"
#include "realizer/gesture/body_section.h"
#include "realizer/math/ease.h"
#include "realizer/math/units.h"

namespace kine::test {

/// What is recorded while a section goes from pose to pose.
class Recorder {
 public:
  Recorder(gesture::BodySection section, double rate_hz, double noise_deg, std::uint64_t seed)
      : motion{.rate_hz = rate_hz, .frames = {}},
        random({.seed = seed, .purpose = 3}),
        joints_(gesture::weighed_joints(section)),
        noise_rad_(noise_deg * kDegree) {}

  double now_s() const { return now_s_; }
  const gesture::Rotations& pose() const { return pose_; }

  void hold(double duration_s) { go_to(pose_, duration_s); }

  /// Begins and ends at rest.
  void go_to(const gesture::Rotations& target, double duration_s) {
    const double end_s = now_s_ + duration_s;
    for (;;) {
      const double time_s = static_cast<double>(motion.frames.size()) / motion.rate_hz;
      if (time_s >= end_s) break;
      gesture::Rotations frame = pose_;
      for (const auto& each : joints_) {
        const std::size_t j = body::index_of(each.joint);
        frame[j] = slerp(pose_[j], target[j], eased_between(now_s_, end_s, time_s)) *
                   from_rotation_vector(random_vector(noise_rad_));
      }
      motion.frames.push_back(frame);
    }
    pose_ = target;
    now_s_ = end_s;
  }

  /// `pose`, in which each joint is turned by about so much.
  gesture::Rotations varied(gesture::Rotations pose, double size_rad) {
    for (const auto& each : joints_) {
      Quat& rotation = pose[body::index_of(each.joint)];
      rotation = rotation * from_rotation_vector(random_vector(size_rad));
    }
    return pose;
  }

  gesture::RecordedMotion motion;
  Random random;

 private:
  Vec3 random_vector(double size) {
    const double x = random.normal();
    const double y = random.normal();
    const double z = random.normal();
    return size * Vec3{x, y, z};
  }

  std::span<const gesture::WeighedJoint> joints_;
  double noise_rad_;
  gesture::Rotations pose_ = {};
  double now_s_ = 0;
};

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

inline StrokesAndHolds strokes_and_holds(const StrokesWanted& wanted) {
  Recorder recorder(wanted.section, wanted.rate_hz, wanted.noise_deg, wanted.seed);
  StrokesAndHolds made;
  for (std::size_t i = 0; i < wanted.strokes; ++i) {
    recorder.hold(recorder.random.number(wanted.shortest_hold_s, wanted.longest_hold_s));
    made.boundaries_s.push_back(recorder.now_s());
    recorder.go_to(recorder.varied({}, 0.2),
                   recorder.random.number(wanted.shortest_stroke_s, wanted.longest_stroke_s));
    made.boundaries_s.push_back(recorder.now_s());
  }
  recorder.hold(wanted.longest_hold_s);
  made.motion = recorder.motion;
  return made;
}

/// A few gestures of the arms, each many times and each time a little different: out, held, back.
struct RepeatedGestures {
  gesture::RecordedMotion motion;
  std::size_t kinds = 0;  // out, held and back of each gesture, and rest
  std::vector<std::size_t> kind_of_frame;
};

struct GesturesWanted {
  std::size_t gestures = 6;
  std::size_t times = 25;
  double size_rad = 0.4;     // how far joints turn
  double varied_rad = 0.04;  // how far each time is from the others
  std::uint64_t seed = 1;
};

inline RepeatedGestures repeated_gestures(const GesturesWanted& wanted) {
  Recorder recorder(gesture::BodySection::Arms, 60, 0.02, wanted.seed);
  std::vector<gesture::Rotations> targets;
  for (std::size_t i = 0; i < wanted.gestures; ++i) {
    targets.push_back(recorder.varied({}, wanted.size_rad));
  }
  RepeatedGestures made{.motion = {}, .kinds = 3 * wanted.gestures + 1, .kind_of_frame = {}};
  const auto since_then = [&](std::size_t kind) {
    made.kind_of_frame.resize(recorder.motion.frames.size(), kind);
  };
  for (std::size_t i = 0; i < wanted.gestures * wanted.times; ++i) {
    const std::size_t gesture = recorder.random.bits() % wanted.gestures;
    recorder.hold(recorder.random.number(0.3, 1.2));
    since_then(3 * wanted.gestures);
    recorder.go_to(recorder.varied(targets[gesture], wanted.varied_rad),
                   recorder.random.number(0.4, 0.7));
    since_then(3 * gesture);
    recorder.hold(recorder.random.number(0.3, 0.8));
    since_then(3 * gesture + 1);
    recorder.go_to(recorder.varied({}, wanted.varied_rad), recorder.random.number(0.5, 0.9));
    since_then(3 * gesture + 2);
  }
  made.motion = recorder.motion;
  return made;
}

}  // namespace kine::test
