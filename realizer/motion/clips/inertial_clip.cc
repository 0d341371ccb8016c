#include "realizer/motion/clips/inertial_clip.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "realizer/core/assert.h"
#include "realizer/motion/key_times.h"

namespace kine::motion {
namespace {

/// Keys stand so close that chords between them show no corners.
constexpr Seconds kBetweenKeys{1.0 / 60};

/// What turns faster than a person does has jumped, and has no speed.
constexpr double kFast_rad_s = 20;

/// w of the spring: (1 + x) exp(-x) is one half at this x.
constexpr double kHalf = 1.67834699;
const double kFrequency = kHalf / kOffsetHalves.count();

/// How far and how fast a pose is off a recorded joint, at the time of the pose.
struct Offset {
  Vec3 turn;
  Vec3 speed;

  Vec3 at(Seconds time) const {
    const double t = time.count();
    return std::exp(-kFrequency * t) * (turn + t * (speed + kFrequency * turn));
  }
};

std::vector<body::Joint> joints_of(body::JointSet set) {
  std::vector<body::Joint> joints;
  for (std::size_t i = 0; i < body::kJointCount; ++i) {
    if (set.contains(body::joint_at(i))) joints.push_back(body::joint_at(i));
  }
  return joints;
}

Vec3 turn_between(const Quat& from, const Quat& to) {
  return rotation_vector(to * conjugate(from));
}

}  // namespace

InertialClip::InertialClip(std::shared_ptr<const pose::RecordedTurns> turns, Seconds start)
    : turns_(std::move(turns)), start_(start) {
  KINE_ASSERT(turns_ != nullptr && turns_->frames.size() >= 2);
}

pose::Keys InertialClip::compile(const Entry& entry, const body::Body&) const {
  const Seconds end = start_ + turns_->length();
  const Seconds posed = entry.time - entry.later;  // when the pose was, from the start of the block
  const auto recorded_at = [&](std::size_t joint, Seconds time) {
    return turns_->turn_at(joint, std::min(time, end) - start_);
  };
  const std::vector<body::Joint> joints = joints_of(turns_->joints);
  std::vector<Offset> offsets;
  for (std::size_t i = 0; i < joints.size(); ++i) {
    Offset offset{.turn = turn_between(recorded_at(i, posed), entry.pose->rotation(joints[i])),
                  .speed = {}};
    if (entry.step > Seconds{0}) {
      const Vec3 before =
          turn_between(recorded_at(i, posed - entry.step), entry.pose_before->rotation(joints[i]));
      const Vec3 speed = (1 / entry.step.count()) * (offset.turn - before);
      if (length(speed) < kFast_rad_s) offset.speed = speed;
    }
    offsets.push_back(offset);
  }

  pose::Keys bound;
  pose::JointKeys& keys = bound.joints;
  keys = pose::JointKeys::of(turns_->joints);
  keys.curve = pose::Curve::Chord;
  pose::Pose pose;  // of one key after the other
  for (const body::Joint joint : joints) pose.set_rotation(joint, entry.pose->rotation(joint));
  const auto add_key = [&](Seconds time) {
    keys.times_s.push_back(keys.times_s.empty() ? static_cast<float>(time.count())
                                                : key_time_after(keys.times_s.back(), time));
    for (const std::uint8_t block : keys.blocks) keys.rotations.push_back(pose.rotations[block]);
  };
  add_key(posed);
  const auto count = std::ceil(std::max(end - posed, Seconds{0}) / kBetweenKeys);
  for (double k = 1; k <= count; ++k) {
    const Seconds time = std::min(posed + k * kBetweenKeys, end);
    for (std::size_t i = 0; i < joints.size(); ++i) {
      const Quat turn =
          normalized(from_rotation_vector(offsets[i].at(time - posed)) * recorded_at(i, time));
      const bool is_near = dot(turn, pose.rotation(joints[i])) >= 0;
      pose.set_rotation(joints[i], is_near ? turn : -turn);
    }
    add_key(time);
  }
  return bound;
}

}  // namespace kine::motion
