// Steps and stances: one segment has the ground at a time. It takes over from the one before where
// that stands, and leaves the character there.
#pragma once

#include "realizer/tick/kinds/kind.h"

namespace kine {

class GroundKind final : public Kind {
 public:
  GroundKind() : Kind(pose::Solved::Ground) {}

  void solve(const SolveJob& job) const override;

  /// What steps and stances begin from is known here.
  pose::Keys bind(const TickContext& context, const motion::Segment& segment, motion::Entry& entry,
                  const CharacterRow& row, Tick block_start) const override;

  /// It goes back to where the one before goes.
  bool plays_alone() const override { return true; }
  void begin(const TickContext& context, ActiveSegment& active,
             CharacterState& state) const override;

  /// A walk comes to a stand. What bends goes back to the stance there was, unless it has walked
  /// away from there or is through.
  void stop(const TickContext& context, ActiveSegment& active, const CharacterState& state,
            Tick tick) const override;
  void give_up(const TickContext& context, ActiveSegment& active, CharacterState& state, Tick tick,
               Seconds fade) const override;

  /// It comes to rest where the other block ends, and goes back later where that ends later.
  bool go_on(const TickContext& context, ActiveSegment& active, const motion::Segment* planned,
             const CharacterState& state, Tick tick) const override;

  /// A walk that gives way goes farther than was known.
  bool may_outlast() const override { return true; }

  /// It is where the last step leads, to the bit, whatever tick was the last, and stands so.
  void leave(const ActiveSegment& active, CharacterState& state) const override;
};

/// The segment that has the ground; null: none has.
const ActiveSegment* find_ground(const CharacterState& state);
ActiveSegment* find_ground(CharacterState& state);

/// Pre: it has the ground.
const pose::GroundKeys& ground_of(const ActiveSegment& active);

}  // namespace kine
