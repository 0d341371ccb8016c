// Step 2 of a tick: segments begin, from the pose that stands there. What begins on a character in
// one tick is bound in one pass, however much it is.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "realizer/body/skeleton.h"
#include "realizer/core/limits.h"
#include "realizer/pose/pose.h"
#include "realizer/tick/state/character_state.h"
#include "realizer/tick/state/row.h"
#include "realizer/tick/state/tick_context.h"

namespace kine {

/// What had been playing and lies over a segment that begins, by what it depends on.
struct Cover {
  int priority = 0;
  bool constrained = false;
  bool yields = false;             // to what is of blocks before its own
  std::optional<BlockId> up_to{};  // the first of its rank to which it does not yield
  BlockId block;                   // that asked last
  body::JointSet joints = {};
  pose::ChannelSet channels = {};
  bool is_blended = false;
  pose::Pose below = {};         // of the last tick, once it is blended …
  pose::Pose below_before = {};  // … and of the tick before it
};

struct Beginning {
  std::size_t room = kSegmentsBegunMax;   // so many more may begin
  std::vector<Cover> covers = {};         // until something else that had been playing changes
  std::vector<ActiveSegment> begun = {};  // not in its place yet
};

/// Segments begin at their time.
void bind_due_segments(const TickContext& context, CharacterRow& row, PlayingBlock& playing,
                       Tick tick, Beginning& beginning);

/// Segments of an arm that is ahead of its body begin earlier, in the arm's own time.
void bind_early(const TickContext& context, CharacterRow& row, PlayingBlock& playing, Tick tick,
                Beginning& beginning);

}  // namespace kine
