// What a caller has given of a speech since its block was planned.
//
//   ScriptSource, Performed --add_later_text--> Performed
//
// The realizer does not know it yet, and it is among what is left.
#pragma once

#include "realizer/tick/state/performed.h"
#include "server/live/live_blocks.h"

namespace kine::server {

/// Of a block that was made of `source`.
void add_later_text(const ScriptSource& source, Performed& performed);

}  // namespace kine::server
