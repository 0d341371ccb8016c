// How tense an arm is, in two numbers that a person understands (Neff 2022): a point mass follows
// the wrist through a spring and a damper, and the arm follows the mass.
//
// The mass itself drops out of all that can be seen: stiffness is said by the rest error, the
// length by which the spring would sag under the mass's weight, so wn = sqrt(g / rest error).
#pragma once

#include <cmath>

namespace kine {

/// Of free fall, in m / s^2: what turns a rest error into a frequency.
inline constexpr double kGravity_m_s2 = 9.81;

/// Stiffer than this, the mass is at its target within a tick, and nothing of it is seen.
inline constexpr double kRestErrorMin_m = 0.0005;
/// Looser than this, a swing takes more than two seconds: no arm hangs by so little.
inline constexpr double kRestErrorMax_m = 1;

/// With less damping a swing goes on for more than fifteen periods: a bell, not an arm.
inline constexpr double kZetaMin = 0.05;
/// With more damping the mass creeps home like an arm in honey.
inline constexpr double kZetaMax = 2;

struct Tension {
  double rest_error_m = 0.01;  // kRestErrorMin_m (stiff) to kRestErrorMax_m (limp)
  double zeta = 0.4;           // kZetaMin to kZetaMax: below 1 it swings, from 1 on it does not

  /// How fast the spring would swing without its damper, in rad / s: wn of the paper.
  double natural_frequency() const { return std::sqrt(kGravity_m_s2 / rest_error_m); }

  friend bool operator==(const Tension&, const Tension&) = default;
};

/// Whether both numbers are within their bounds, which no NaN is.
constexpr bool valid(const Tension& tension) {
  return tension.rest_error_m >= kRestErrorMin_m && tension.rest_error_m <= kRestErrorMax_m &&
         tension.zeta >= kZetaMin && tension.zeta <= kZetaMax;
}

}  // namespace kine
