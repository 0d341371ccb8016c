// The face that sketches give, as segments that lie under all that a script says of channels.
//
//   Plan, its sketches --add_..._face--> Morphs of the least priority
#pragma once

#include "realizer/motion/block.h"
#include "realizer/plan/plan.h"

namespace kine::motion {

/// The face of the character, from the start of the block to its end: of no part.
void add_block_face(const plan::Plan& plan, Block& block);

/// The face of a sequence that names a sketch, or has a pose that does.
void add_sequence_face(const plan::Plan& plan, const plan::Sequence& sequence, Block& block);

}  // namespace kine::motion
