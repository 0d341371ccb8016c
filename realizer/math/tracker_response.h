// What a tension does to motion, in closed form: how late the mass is, how far it swings past, how
// often and for how long (Neff 2022, section 3). What a tension is chosen by, and tested against.
//
// The paper's (3) and (5) to (8) stand here with their signs mended, and as they go on from zeta 1,
// where nothing swings any more.
#pragma once

#include <optional>

#include "realizer/core/time.h"
#include "realizer/math/tension.h"

namespace kine {

/// The share of the steady lag within which a swing counts as settled: c_ts of the paper.
inline constexpr double kSettledShare = 0.05;

/// From this rest error on a tension is loose: half way between the presets `controlled` (1 cm) and
/// `loose` (10 cm), by ratios.
inline constexpr double kLooseFrom_m = 0.03;

/// Where people find motion unnatural: below these (Neff 2022, section 6.2).
inline constexpr double kNaturalZetaLoose = 0.3;
inline constexpr double kNaturalZetaTense = 0.2;

/// The least zeta with which people find a tension of this looseness natural.
constexpr double natural_zeta(double rest_error_m) {
  return rest_error_m >= kLooseFrom_m ? kNaturalZetaLoose : kNaturalZetaTense;
}

/// Where the mass stands still, as seen from its target.
struct Turn {
  Seconds after{0};
  double y_m = 0;  // past the target in the direction of positive w
};

class TrackerResponse {
 public:
  /// Pre: valid(tension).
  explicit TrackerResponse(const Tension& tension);

  // Of any target.

  /// How late the mass is behind a steady target: 2 zeta / wn.
  Seconds lag() const { return Seconds(2 * zeta_ / wn_); }

  /// From one peak to the next on the same side; none from zeta 1 on.
  std::optional<Seconds> period() const;

  /// The first time at which the mass stands still, from `y_m` past a target that stands and moving
  /// at `w_m_s`: what a stroke of any profile overshoots by, from the state at its end. None where
  /// it creeps home.
  std::optional<Turn> first_turn(double y_m, double w_m_s) const;

  // Of a target that begins to move, or stops after a long way, at `speed_m_s`.

  /// The mass's way ahead of the target (so mostly negative) `after` it began to move: (3).
  double error_of_ramp_m(double speed_m_s, Seconds after) const;

  /// The mass's way past the target `after` it stopped.
  double error_of_stop_m(double speed_m_s, Seconds after) const;

  /// When the error has its `count`-th peak, from 1, after either: (4). None from zeta 1 on.
  std::optional<Seconds> peak(int count) const;

  /// The farthest that the mass is behind a target that began to move: (5), without its sign.
  double greatest_lag_m(double speed_m_s) const;

  /// The farthest past the target that stopped; 0 from zeta 1 on.
  double overshoot_m(double speed_m_s) const;

  /// How many peaks there are before the swing has settled, as (8) estimates it; 0 from zeta 1 on.
  double estimated_peaks(double settled_share = kSettledShare) const;

  /// How many peaks are higher than what counts as settled.
  int peaks(double settled_share = kSettledShare) const;

  /// No less than the settling time: (7), by the swing's envelope. None from zeta 1 on.
  std::optional<Seconds> settling_bound(double settled_share = kSettledShare) const;

  /// When the error has come within `settled_share` of the steady lag for good. Pre: in (0, 1).
  Seconds settling(double settled_share = kSettledShare) const;

 private:
  bool swings() const { return zeta_ < 1; }

  double zeta_;
  double wn_;    // rad / s
  double root_;  // |1 - zeta^2|^(1/2)
  double wd_;    // wn root: of the swing, or of the creeping
  double phi0_;  // acos zeta, or acosh zeta; theta of the paper is twice that
};

}  // namespace kine
