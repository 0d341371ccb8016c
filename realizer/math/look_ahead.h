// How far ahead of time a tracked arm is to look at its plan, so that the mass has covered a
// stroke's way at the stroke's appointment. Steady motion would ask for the lag 2 zeta / wn; a
// stroke that eases out comes early by that where the arm is stiff, and late where it is limp.
//
//   plan's path of the wrist, stroke, tension --simulate, correct--> LookAhead --> the arm's clock
//
// Never in a tick's hot path: the clock then goes as it was planned here.
#pragma once

#include <optional>
#include <span>

#include "realizer/core/time.h"
#include "realizer/math/arm_timing.h"
#include "realizer/math/mass_tracker.h"
#include "realizer/math/tension.h"
#include "realizer/math/vec3.h"

namespace kine {

/// What people see as arrived: the last fiftieth is the easing out of it.
inline constexpr double kCoveredShare = 0.98;

/// A look-ahead is right within this: a thirtieth of a tick at 60 Hz.
inline constexpr Seconds kLookAheadPrecision{0.0005};

/// For a stroke eased as a cosine, from a rest that was long enough: exact. Pre: length > 0.
Seconds look_ahead_of_eased_stroke(const Tension& tension, Seconds length);

/// A tension that holds from a time on; none: the mass is where its target is.
struct TimedTension {
  Seconds from{0};
  std::optional<Tension> tension;
};

/// A stroke on the path of its target. Times count from the path's first sample: of the body where
/// they say when something is, of the arm where they say what the target does.
struct TrackedStroke {
  std::span<const Vec3> path;      // not empty; straight between samples, at rest after the last
  Seconds path_step{0};            // between samples; > 0
  Seconds start{0};                // start < end
  Seconds end{0};                  // the appointment
  std::optional<Tension> tension;  // valid, or none; until the first of the changes
  std::span<const TimedTension> changes = {};  // of arm time, in its order
  Seconds now{0};                              // from then on the clock may move
  MassInSpace mass;                            // now
  ArmClock clock = {};                         // nothing of it is planned
  Seconds leaves{0};  // when the target leaves the rest before the stroke: at or before `start`

  bool valid() const;

  /// What holds when the arm's time is `time`.
  const std::optional<Tension>& tension_at(Seconds time) const;
};

struct LookAhead {
  Seconds ahead{0};   // where the clock is to go; >= 0
  Seconds begins{0};  // when, so that it is there before the target leaves its rest, if it can be
  Seconds late{0};    // how late the way is covered all the same (there was too little time), or,
                      // negative, how early (the arm is stiff); 0 where the look-ahead is right
};

/// Simulates the mass and corrects the look-ahead by what it is late, a few times. A stroke that
/// comes back to where it began has no way to cover, and gets the lag of steady motion.
/// Pre: stroke.valid().
LookAhead look_ahead_of(const TrackedStroke& stroke);

/// By the times of the stroke alone, as if it were eased as a cosine: for one whose path is not
/// known, or not to its end. The path may be empty.
LookAhead guessed_look_ahead_of(const TrackedStroke& stroke);

/// Where the mass is when the arm's time comes to `arm_time`, and when that is: no earlier than
/// now. The clock of the stroke goes as it is planned.
struct MassThen {
  Seconds time{0};
  MassInSpace mass;
};
MassThen mass_when(const TrackedStroke& stroke, Seconds arm_time);

}  // namespace kine
