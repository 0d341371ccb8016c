#include "realizer/motion/clips/inertial_clip.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "realizer/core/assert.h"
#include "realizer/motion/clips/turn_keys.h"

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
  const std::vector<body::Joint> joints = joints_in(turns_->joints);
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

  TurnKeys keys(turns_->joints);
  std::vector<Quat> turns;
  for (const body::Joint joint : joints) turns.push_back(entry.pose->rotation(joint));
  keys.add(posed, turns);
  const auto count = std::ceil(std::max(end - posed, Seconds{0}) / kBetweenKeys);
  for (double k = 1; k <= count; ++k) {
    const Seconds time = std::min(posed + k * kBetweenKeys, end);
    for (std::size_t i = 0; i < joints.size(); ++i) {
      turns[i] =
          normalized(from_rotation_vector(offsets[i].at(time - posed)) * recorded_at(i, time));
    }
    keys.add(time, turns);
  }
  return std::move(keys).done();
}

}  // namespace kine::motion
