#include "realizer/motion/clips/inertial_clip.h"

#include <algorithm>
#include <cmath>
#include <numbers>
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
  double frequency = kFrequency;  // of the spring by which the turn dies away

  Vec3 at(Seconds time) const {
    const double t = time.count();
    return std::exp(-frequency * t) * (1 + frequency * t) * turn +
           std::exp(-kFrequency * t) * t * speed;
  }
};

/// An offset is fastest at the time 1 / u: u / e of it in a second.
double frequency_of(const Vec3& turn, double catch_up_rad_s) {
  const double fastest_rad_s = length(turn) * kFrequency / std::numbers::e;
  const bool is_bound = catch_up_rad_s > 0 && fastest_rad_s > catch_up_rad_s;
  return is_bound ? kFrequency * catch_up_rad_s / fastest_rad_s : kFrequency;
}

Vec3 turn_between(const Quat& from, const Quat& to) {
  return rotation_vector(to * conjugate(from));
}

}  // namespace

InertialClip::InertialClip(std::shared_ptr<const pose::RecordedTurns> turns, Seconds start,
                           double catch_up_rad_s)
    : turns_(std::move(turns)), start_(start), catch_up_rad_s_(catch_up_rad_s) {
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
    offset.frequency = frequency_of(offset.turn, catch_up_rad_s_);
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
