// Characters that meet: one that walks looks at the others as everybody saw them in the last tick,
// and goes on so that it keeps clear of them, to where its goal is by then.
//
// Of two that walk the one whose name comes first gives way by half as soon as it sees the other,
// and the other one by what still lacks: a server and a bake know the same names. Looks come a few
// times a second, from a walk's own start on.
#pragma once

#include <optional>

#include "realizer/core/ids.h"
#include "realizer/core/time.h"
#include "realizer/motion/segment.h"
#include "realizer/tick/state/row.h"
#include "realizer/tick/state/tick_context.h"

namespace kine {

/// The character to which a segment walks in the end, if any.
std::optional<CharacterId> walks_to(const TickContext& context, const motion::Segment& segment);

void give_way(const TickContext& context, CharacterRow& row, Tick tick);

}  // namespace kine
