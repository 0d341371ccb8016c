// The tension of an arm from tick to tick: what it is eased from and to, and how much of it shows.
//
//   ArmChange --change--> ArmTension --bring_to(tick)--> TrackedArm --FollowJob--> an arm
//
// A mass goes on where it is and as fast as it is, whatever changes; nothing of it is shown in a
// jump.
#pragma once

#include <optional>

#include "realizer/body/body.h"
#include "realizer/core/time.h"
#include "realizer/dynamics/tracked_arm.h"
#include "realizer/math/tension.h"

namespace kine::dynamics {

/// What is to become of an arm from now on.
struct ArmChange {
  std::optional<Tension> tension = {};  // nothing: off
  Seconds over{0};                      // 0: at once; what would jump takes kLeastEase all the same
  bool swings = true;                   // whether the body's motion shakes it, and its hand lags
  FrameOf frame = FrameOf::Chest;
};

/// What going from one tension to another takes at least, and going off.
inline constexpr Seconds kLeastEase{0.1};

/// The lengths that make a pendulum of a hand.
struct ArmLengthsOf {
  double arm_m = 0;
  double hand_m = 0;
};
ArmLengthsOf lengths_of(const body::Body& body, body::Side side);

/// A number on its way from one value to another: at rest at its end, and at its start as fast as
/// it was.
struct EasedNumber {
  double from = 0;
  double to = 0;
  double speed_per_s = 0;
  Instant since;
  Seconds over{0};  // 0: it is there

  double at(Seconds passed) const;
  double speed_at(Seconds passed) const;

  friend bool operator==(const EasedNumber&, const EasedNumber&) = default;
};

struct ArmTension {
  TrackedArm tracked;
  Tension tension;  // as it is now

  struct Manner {
    double log_rest_error_m = 0;  // it is eased by its logarithm, as people feel it
    double zeta = 0;
    double swings = 1;

    friend bool operator==(const Manner&, const Manner&) = default;
  };

  Manner from = {};
  Manner to = {};
  EasedNumber way = {};            // from 0 to 1, between the two
  EasedNumber share = {};          // of what is shown
  FrameOf frame = FrameOf::Chest;  // in which it is to be tracked

  friend bool operator==(const ArmTension&, const ArmTension&) = default;
};

Tension tension_of(const ArmTension::Manner& manner);

/// From `at` on. Pre: a tension is valid.
void change(const ArmChange& change, const Instant& at, TickRate rate,
            std::optional<ArmTension>& arm);

/// Makes ready for a tick; an arm whose tension has gone off has none.
void bring_to(Tick tick, TickRate rate, const body::Body& body, body::Side side,
              std::optional<ArmTension>& arm);

/// Forgets all motion: it begins anew at its target.
void begin_anew(TrackedArm& tracked);

/// What a tension makes of an arm at this rate.
void set_springs(const Tension& tension, const ArmLengthsOf& lengths, Seconds step,
                 TrackedArm& tracked);

}  // namespace kine::dynamics
