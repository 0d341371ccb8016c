// Small turns of a few joints as a segment: what most of life consists of.
#pragma once

#include <span>
#include <vector>

#include "realizer/core/time.h"
#include "realizer/math/vec3.h"
#include "realizer/motion/segment.h"

namespace kine::autonomy {

/// A joint that turns in its own axes by `turn_rad`, a rotation vector.
struct Turn {
  body::Joint joint;
  Vec3 turn_rad;
};

/// All joints at one time; at rest in passing.
struct Stop {
  Seconds time{0};
  std::vector<Turn> turns;  // of the same joints in the same order at each stop
};

/// From stop to stop and to the end, where the last one holds. Stops strictly increase from 0.
motion::Segment make_turns(std::span<const Stop> stops, Seconds end);

/// A segment that lies on top, of keys that are there already.
motion::Segment make_relative(pose::Keys keys, Seconds end);

/// The first tick that lies `time` or more after another, at least one.
Tick later(const Tick& tick, TickRate rate, Seconds time);

}  // namespace kine::autonomy
