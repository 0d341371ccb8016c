// The tension of a character's arms from tick to tick: what becomes of it, and the time of each
// arm.
//
// Steps 1 and 2 of a tick change it and plan by it; in step 7 the masses move.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "realizer/body/placement.h"
#include "realizer/dynamics/arm_tension.h"
#include "realizer/math/arm_timing.h"
#include "realizer/plan/tension/tension.h"

namespace kine {

/// The time of a tracked arm: that of its body, and how far it is ahead of that.
struct ArmTime {
  ArmClock clock;
  std::array<Seconds, 3> ahead = {};  // at this tick, at the last one and at the one before it

  friend bool operator==(const ArmTime&, const ArmTime&) = default;
};

inline constexpr Tick kNever{std::numeric_limits<std::uint64_t>::max()};

/// The memory of a character's arms.
struct CharacterTension {
  std::array<std::optional<dynamics::ArmTension>, 2> arms;  // left, right
  std::array<ArmTime, 2> times;
  Tick timed;                 // the tick that `times` stand at
  Tick plan_at = kNever;      // when their clocks are to be planned again
  Tick last_busy;             // when a block last played
  Tick last;                  // the tick that it stands at …
  body::Placement placement;  // … and where the character stood

  friend bool operator==(const CharacterTension&, const CharacterTension&) = default;
};

/// One, or none while neither arm has tension or a clock to be planned for one that comes: most
/// characters have none most of the time.
using TensionMemory = std::vector<CharacterTension>;

dynamics::FrameOf frame_of(plan::TensionFrame frame);

void change(const plan::TensionChange& change, const Instant& at, TickRate rate,
            TensionMemory& memory);

/// Whether the lag of an arm is made up: it is tense, and not told to keep it.
bool makes_up_lag(const std::optional<dynamics::ArmTension>& arm);
inline bool makes_up_lag(const plan::TensionChange& change) {
  return change.tension && change.lag == plan::Lag::MakeUp;
}

/// How far an arm was ahead of its body at `tick`, which is this one or one of the two before.
inline Seconds ahead_at(Tick tick, body::Side side, const TensionMemory& memory) {
  if (memory.empty()) return Seconds{0};
  const CharacterTension& tension = memory.front();
  const std::uint64_t back = tension.timed.index - tick.index;
  const ArmTime& time = tension.times[static_cast<std::size_t>(side)];
  return back < time.ahead.size() ? time.ahead[back] : Seconds{0};
}

/// Lets the clocks of the arms go on to `tick`.
void advance_clocks(Tick tick, TickRate rate, CharacterTension& tension);

}  // namespace kine
