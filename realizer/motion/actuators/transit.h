// The transit of a movement: how a joint goes along its way from one key pose to the next (Neff and
// Fiume 2003, section 4.3). The curve that lies there already is gone over at other times, left a
// little, or not gone to its end.
//
//   JointKeys, bound, and a Transit for each --with_transits--> JointKeys that stand closer
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "realizer/body/body.h"
#include "realizer/math/transition_curve.h"
#include "realizer/pose/keys.h"

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

/// `transits` are those of the movements to the keys, one a key; that of the first key, and of what
/// only holds, does not count. Keys that stood there keep their times. `seed` says how it trembles.
pose::JointKeys with_transits(pose::JointKeys keys, std::span<const Transit> transits,
                              const body::Body& body, std::uint64_t seed);

}  // namespace kine::motion
