// The transit of a movement: how it goes along its way from one key pose to the next, to what lies
// beneath, or through a clip (Neff and Fiume 2003, section 4.3).
#pragma once

#include <optional>

#include "realizer/core/time.h"
#include "realizer/math/transition_curve.h"

namespace kine::motion {

/// All 0 is the movement as it is. What has no bound here is in [-1, 1].
struct Transit {
  std::optional<TransitionCurve> curve;  // nothing: as the tangents of its keys have it
  double touch = 0;                      // from an arrival that lingers to one that stops hard
  double arc = 0;                        // from a straight way of the hand to a round one
  double flow = 0;                       // from a stop at each pose to holds that drift on
  double tremble = 0;                    // in [0, 1]
  double waves = 0;                      // in [0, 1]: it goes on in pushes
  double incomplete = 0;                 // in [0, 1]: the share of the way that is left out
  bool stops = false;                    // at its pose energy is lost: the limb sinks

  bool changes() const { return *this != Transit{}; }
  friend bool operator==(const Transit&, const Transit&) = default;
};

/// Of each end of a movement so much is rounded, as a share of it: it sets out and arrives without
/// a jerk.
double rounded_of(Seconds length);

/// When a heavy touch arrives, as a share of the time: then it settles.
double arrival_of(const Transit& transit);

/// How far in time a movement has come at a share of it: what it waits, then the touch of its end,
/// then its waves.
double bent_time(const Transit& transit, double time, Seconds length);

/// How far along its way a movement is at a share of its time, from 0 to 1; beyond the ends where
/// its curve backtracks or overshoots.
double place_at(const Transit& transit, double time, Seconds length);

/// The same of a way back, for which what lies beneath has to be there: within [0, 1], and eased
/// where the transit has no curve.
double way_back_at(const Transit& transit, double time, Seconds length);

}  // namespace kine::motion
