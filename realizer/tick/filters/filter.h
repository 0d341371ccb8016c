// A filter: one dynamics of step 7, a row of the table that a shard has (filters.h).
//
//   the pose that is wanted, a memory of its own --Filter--> the pose that is shown
//
// It works on blended poses with life on top, before they are published, and sees no frames.
#pragma once

#include "realizer/core/time.h"
#include "realizer/dynamics/memory.h"
#include "realizer/dynamics/shown_pose.h"
#include "realizer/tick/state/row.h"
#include "realizer/tick/state/tick_context.h"

namespace kine {

/// A character in a tick, as a filter sees it. All of it stays where it is until finish().
struct Filtered {
  CharacterRow& row;
  Tick tick;
  dynamics::ShownPose shown;  // as wanted, or as the filters before this one left it
  dynamics::Memory* memory;   // this filter's, of this character; null for filters without one
};

class Filter {
 public:
  virtual ~Filter() = default;

  /// What it keeps of a character at first. A filter whose memory is a field of CharacterState
  /// needs none.
  virtual dynamics::Memory make_memory(const body::Body&) const { return {}; }

  /// Whether it has anything to do with the character now. Others cost nothing.
  virtual bool wants(const CharacterState& state) const = 0;

  /// Takes a character up, of which it changes `shown` now or in finish(). At most kLanes
  /// characters come before finish(). Here its questions are answered: dynamics/wanted_motion.h
  /// says how the pose moves within the tick, wanted.h where its movements lead.
  virtual void add(const TickContext& context, const Filtered& character) = 0;
  virtual void finish() = 0;

  /// Whether nothing moves of it that anybody would wait for. `memory` is as in Filtered.
  virtual bool rests(const CharacterState& state, const dynamics::Memory* memory) const = 0;
};

}  // namespace kine
