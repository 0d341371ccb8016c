// Step 7 of a tick: arms that have tension follow their masses, on what a frame shows.
//
//   Frame as blended, solved and alive --Trackers--> the same with its tense arms where they swing
//
// Characters are taken up one by one and moved in sixteens. A character without tension is passed
// over; a frame is whole when its character has been moved, which finish() sees to.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "realizer/body/placement.h"
#include "realizer/dynamics/arm_tension.h"
#include "realizer/dynamics/follow.h"
#include "realizer/math/arm_timing.h"
#include "realizer/plan/tension/tension.h"
#include "realizer/tick/state/frame.h"

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

void change(const plan::TensionChange& change, Tick tick, TickRate rate, TensionMemory& memory);

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

/// Whether all masses rest, or have swung for so long that nobody waits for them.
bool rests(TickRate rate, const CharacterTension& tension);

class Trackers {
 public:
  explicit Trackers(TickRate rate);

  /// A character that is shown in `frame`; both must stay where they are until finish().
  void add(Tick tick, const body::Body& body, const body::Placement& placement,
           TensionMemory& memory, Frame& frame) {
    if (!memory.empty()) take_up(tick, body, placement, memory, frame);
  }
  void finish();

 private:
  /// Of a block of characters.
  struct Lanes {
    std::array<const body::Body*, pose::kLanes> bodies = {};  // whose bones are there
    std::array<dynamics::FollowJob::Character, pose::kLanes> characters;
    dynamics::BodyBones bones;
    dynamics::FollowJob::Scratch scratch;
  };

  void take_up(Tick tick, const body::Body& body, const body::Placement& placement,
               TensionMemory& memory, Frame& frame);

  TickRate rate_;
  std::unique_ptr<Lanes> lanes_;
  std::size_t count_ = 0;
};

}  // namespace kine
