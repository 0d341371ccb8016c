// A sequence from a time on, for a block that is planned anew while it plays: what lies before that
// was moved to already.
#pragma once

#include "realizer/core/time.h"
#include "realizer/plan/plan.h"

namespace kine::plan {

/// Whether it moves to anything after `time`: it has a key then.
bool has_keys_after(const Sequence& sequence, Seconds time);

/// Its tracks begin at `now`, without fading in, from the pose that will stand there; a key that is
/// held then is held from then on, and so is the last one where all have passed. Its poses stay,
/// and so do its clips and what it says.
void trim(Seconds now, Sequence& sequence);

}  // namespace kine::plan
