// How far ahead of time a tracked arm is to look at its plan, so that the mass has covered a
// stroke's way at the stroke's appointment. Steady motion would ask for the lag 2 zeta / wn; a
// stroke that eases out comes early by that where the arm is stiff, and late where it is limp.
//
//   plan's path of the wrist, stroke, tension --simulate, correct--> LookAhead --> the arm's clock
//
// Preparation only: the tick moves the arm's clock on by ahead_after(), as is reckoned with here.
#pragma once

#include <span>

#include "realizer/core/time.h"
#include "realizer/math/mass_tracker.h"
#include "realizer/math/tension.h"
#include "realizer/math/vec3.h"

namespace kine {

/// What people see as arrived: the last fiftieth is the easing out of it.
inline constexpr double kCoveredShare = 0.98;

/// How fast an arm's clock gains or loses, in seconds a second: below 1, so that no arm goes back,
/// and little enough that a preparation which is hurried looks like one that was planned.
inline constexpr double kClockGainMax = 0.5;

/// A look-ahead is right within this: a thirtieth of a tick at 60 Hz.
inline constexpr Seconds kLookAheadPrecision{0.0005};

/// For a stroke eased as a cosine, from a rest that was long enough: exact. Pre: length > 0.
Seconds look_ahead_of_eased_stroke(const Tension& tension, Seconds length);

/// A stroke on the path of its target. Times count from now, the path's first sample.
struct TrackedStroke {
  std::span<const Vec3> path;         // not empty; straight between samples, at rest after the last
  Seconds path_step{0};               // between samples; > 0
  Seconds start{0};                   // start < end
  Seconds end{0};                     // the appointment
  Tension tension;                    // valid
  MassInSpace mass;                   // now
  Seconds ahead{0};                   // how far the arm's clock is ahead now; >= 0
  double clock_gain = kClockGainMax;  // in (0, 1)

  bool valid() const;
};

struct LookAhead {
  Seconds ahead{0};  // where the clock is to go, from now on; >= 0
  Seconds late{0};   // how late the way is covered all the same (there was too little time), or,
                     // negative, how early (the arm is stiff); 0 where the look-ahead is right
};

/// Simulates the mass and corrects the look-ahead by what it is late, a few times. A stroke that
/// comes back to where it began has no way to cover, and gets the lag of steady motion.
/// Pre: stroke.valid().
LookAhead look_ahead_of(const TrackedStroke& stroke);

/// How far ahead a clock is after `length`, on its way from `ahead` to `wanted`.
Seconds ahead_after(Seconds ahead, Seconds wanted, double clock_gain, Seconds length);

}  // namespace kine
