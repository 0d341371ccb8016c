#include "realizer/autonomy/turns.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "realizer/core/assert.h"
#include "realizer/math/quat.h"
#include "realizer/motion/made_keys.h"

namespace kine::autonomy {
namespace {

/// Some thirty years. A rate of nearly none gives a time that is infinite.
constexpr Seconds kNeverAgain{1e9};

}  // namespace

motion::Segment make_relative(pose::Keys keys, Seconds end) {
  motion::Segment segment;
  segment.end = end;
  segment.constrained = false;
  segment.relative = true;
  segment.actuator = std::make_shared<motion::MadeKeys>(std::move(keys));
  return segment;
}

motion::Segment make_turns(std::span<const Stop> stops, Seconds end) {
  KINE_ASSERT(!stops.empty());
  body::JointSet joints;
  for (const Turn& turn : stops.front().turns) joints.insert(turn.joint);
  pose::Keys keys;
  keys.joints = pose::JointKeys::of(joints);
  keys.joints.curve = pose::Curve::Squad;
  for (const Stop& stop : stops) {
    pose::Pose pose;
    for (const Turn& turn : stop.turns) {
      pose.set_rotation(turn.joint, from_rotation_vector(turn.turn_rad));
    }
    for (const std::uint8_t block : keys.joints.blocks) {
      keys.joints.rotations.push_back(pose.rotations[block]);
    }
    keys.joints.times_s.push_back(static_cast<float>(stop.time.count()));
    // Tension 1 is the straight way, at rest in each key.
    keys.joints.passings.push_back({.tcb = {.tension = 1}, .holds = false});
  }
  return make_relative(std::move(keys), end);
}

Tick later(const Tick& tick, TickRate rate, Seconds time) {
  return std::max(rate.first_at_or_after(tick, std::min(time, kNeverAgain)), Tick{tick.index + 1});
}

}  // namespace kine::autonomy
