// Steps and stances: one owner has the ground at a time, which takes over from the one before where
// that stands, and leaves the character there.
#pragma once

#include "realizer/core/time.h"
#include "realizer/motion/actuator.h"
#include "realizer/motion/segment.h"
#include "realizer/pose/keys.h"
#include "realizer/tick/state/row.h"
#include "realizer/tick/state/tick_context.h"

namespace kine {

/// Binds a segment. What steps and stances begin from is known here.
pose::Keys compile_keys(const TickContext& context, const motion::Segment& segment,
                        motion::Entry& entry, const CharacterRow& row, Tick block_start);

/// `active` is to begin: it has the ground from now on, and goes back to where the one before goes.
void take_ground(ActiveSegment& active, CharacterState& state);

/// Who walked is there, to the bit, whatever tick was the last, and stands as it ended.
void leave_ground(const ActiveSegment& active, CharacterState& state);

/// Its block is interrupted. What moves the body fades out with it; who walks comes to stand, and
/// who bends goes back to the stance there was, unless it has walked away from there or is through.
void stop(const TickContext& context, ActiveSegment& active, const CharacterState& state,
          Tick tick);

/// Its block is another one from now on, which goes on with `planned`, or without it: who walks or
/// bends comes to rest where that ends now, and goes back later where that ends later.
void go_on_ground(const TickContext& context, ActiveSegment& active, const motion::Segment* planned,
                  const CharacterState& state, Tick tick);

/// Whether somebody walks farther than was known when the block was planned.
bool walks_still(const TickContext& context, const CharacterState& state, BlockId block, Tick tick);

}  // namespace kine
