// Characters that meet: one that walks looks at the others as everybody saw them in the last tick,
// and goes on so that it keeps clear of them, to where its goal is by then.
//
// Of two that walk the one whose name comes first gives way by half as soon as it sees the other,
// and the other one by what still lacks: a server and a bake know the same names. Looks come a few
// times a second, from a walk's own start on.
#pragma once

#include "realizer/core/time.h"
#include "realizer/tick/state/row.h"
#include "realizer/tick/state/tick_context.h"

namespace kine {

void give_way(const TickContext& context, CharacterRow& row, Tick tick);

}  // namespace kine
