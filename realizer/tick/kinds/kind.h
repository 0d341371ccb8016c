// A kind of motion that is solved in the tick: a row of the table in kinds.h.
//
//   a segment that begins --bind--> Keys, solved in each tick, until it is left
//
// What is ordinary about a segment stands here: a row says only what is not.
#pragma once

#include <span>

#include "realizer/core/time.h"
#include "realizer/motion/actuator.h"
#include "realizer/motion/segment.h"
#include "realizer/pose/blend.h"
#include "realizer/pose/keys.h"
#include "realizer/tick/state/row.h"
#include "realizer/tick/state/tick_context.h"
#include "realizer/tick/state/tick_scratch.h"

namespace kine {

/// What a kind is solved in: a character at a tick, as it was blended and as the rows before this
/// one have left it.
struct SolveJob {
  const TickContext& context;
  CharacterRow& row;
  Tick tick;
  TickScratch& scratch;
};

class Kind {
 public:
  /// The keys that it solves; Nothing: it has none of its own.
  explicit Kind(pose::Solved keys = pose::Solved::Nothing) : keys_(keys) {}
  virtual ~Kind() = default;

  pose::Solved keys() const { return keys_; }

  /// Step 6, in the order of the table. Others than those who want it cost nothing.
  virtual bool wants(const CharacterState& state, std::span<const pose::Layer> layers) const;
  virtual void solve(const SolveJob&) const {}

  // A segment of this kind, from its first tick to its last.

  /// Its keys are those of its actuator. `entry` has the pose.
  virtual pose::Keys bind(const TickContext& context, const motion::Segment& segment,
                          motion::Entry& entry, const CharacterRow& row, Tick block_start) const;

  /// It takes the place of any other of its kind, and begins where that stands.
  virtual bool plays_alone() const { return false; }
  virtual void begin(const TickContext&, ActiveSegment&, CharacterState&) const {}

  /// What has a name has come, or has gone.
  virtual void find_places(const TickContext&, ActiveSegment&) const {}

  /// Its block is interrupted: it fades out with it.
  virtual void stop(const TickContext&, ActiveSegment& active, const CharacterState&, Tick) const;

  /// All of its character is cleared after its end, `fade` long; it was to stay.
  virtual void give_up(const TickContext& context, ActiveSegment& active, CharacterState& state,
                       Tick tick, Seconds fade) const;

  /// Its block is another one from now on, which goes on with `planned`, or without it where that
  /// is null. The result is whether it stays.
  virtual bool go_on(const TickContext&, ActiveSegment& active, const motion::Segment* planned,
                     const CharacterState&, Tick) const;

  /// Whether it may last longer than its block knew, which then lasts as long.
  virtual bool may_outlast() const { return false; }

  /// It is over, and leaves its character so.
  virtual void leave(const ActiveSegment&, CharacterState&) const {}

 private:
  pose::Solved keys_;
};

}  // namespace kine
