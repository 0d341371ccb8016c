// The clock of a tracked arm: how far ahead of its body it reads its plan, so that its mass is
// where it is to be in time.
//
//   ArmClock, planned ahead as moves --at a time--> ahead, and the rate at which that changes
//
// The arm's own time never goes back or stands, and neither it nor its rate ever jumps: moves are
// eased, and one that is replaced is left as fast as it was going. A pure function of time, so the
// rate of ticks changes nothing.
#pragma once

#include <cstddef>
#include <vector>

#include "realizer/core/time.h"

namespace kine {

/// How fast an arm's clock gains on the mean of a move, in seconds a second: half as much again in
/// its middle, and little enough that a preparation which is hurried looks like one that was
/// planned.
inline constexpr double kClockGainMax = 0.5;

/// How fast it loses: less, so that an arm whose clock has to turn round goes on all the same.
inline constexpr double kClockLossMax = 0.3;

/// How much of that rate it takes on in a second, at most: a short way takes its time.
inline constexpr double kClockRateGainMax_hz = 10;

/// How far a clock can be ahead more after `length`.
Seconds clock_reach(Seconds length);

/// A way of the clock from one look-ahead to another.
struct ClockMove {
  Seconds since{0};
  Seconds from{0};
  Seconds to{0};
  double rate = 0;  // as the clock went before

  /// How long it takes.
  Seconds length() const;
  Seconds at(Seconds time) const { return at(time, length()); }
  double rate_at(Seconds time) const;

  friend bool operator==(const ClockMove&, const ClockMove&) = default;

 private:
  friend class ClockReader;
  Seconds at(Seconds time, Seconds over) const;
};

class ArmClock {
 public:
  ArmClock() = default;
  explicit ArmClock(Seconds ahead) : move_{.from = ahead, .to = ahead} {}

  /// Now that it is `time`, which is no earlier than the last one, or, of what is planned, later.
  Seconds ahead_at(Seconds time) const { return current(time).at(time); }

  /// Forgets what is over by `time`.
  void bring_to(Seconds time);

  /// From `begins` on it goes to `to`; no earlier than the moves that are planned, for an arm may
  /// be at the end of its stroke before a move for it begins.
  void plan(Seconds begins, Seconds to);

  /// Forgets what is planned to begin after `time`.
  void drop_plans_after(Seconds time);

  /// The same on a clock that calls now's `by` nothing.
  ArmClock counted_from(Seconds by) const;

  /// Where it goes last.
  Seconds goal() const { return planned_.empty() ? move_.to : planned_.back().to; }
  /// No more than this is it ever ahead, from `time` on.
  Seconds ahead_max(Seconds time) const;
  bool is_with_its_body(Seconds time) const { return ahead_max(time) == Seconds{0}; }

  friend bool operator==(const ArmClock&, const ArmClock&) = default;

 private:
  friend class ClockReader;
  struct Plan {
    Seconds begins{0};
    Seconds to{0};

    friend bool operator==(const Plan&, const Plan&) = default;
  };
  static ClockMove next(const ClockMove& move, const Plan& plan);
  ClockMove current(Seconds time) const;

  ClockMove move_;
  std::vector<Plan> planned_;  // in the order of time
};

/// Reads a clock time after time, as simulations do: what holds until the next move is kept.
class ClockReader {
 public:
  /// The clock outlives it, and nothing is planned anew meanwhile.
  explicit ClockReader(const ArmClock& clock)
      : clock_(clock), move_(clock.move_), length_(move_.length()) {}

  /// No earlier than the last one.
  Seconds ahead_at(Seconds time);

 private:
  const ArmClock& clock_;
  ClockMove move_;
  Seconds length_;
  std::size_t next_ = 0;  // of what is planned
};

}  // namespace kine
