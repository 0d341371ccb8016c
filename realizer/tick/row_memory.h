// Memory of a crowd, as a tick walks through it: where a character keeps what a tick reads, and
// what the next ones will read.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "realizer/core/memory.h"
#include "realizer/tick/state/frame.h"
#include "realizer/tick/state/row.h"

namespace kine {

/// Gives the segments of a character their room, from the top down, as they are read. What finds
/// none keeps its squads elsewhere.
void settle_intervals(CharacterRow& row);

/// What the characters behind a row will read: ten thousand of them stand in memory, not in a
/// cache. Each piece is found by what was brought near before. The result lies in `ahead`.
std::span<const Stretch> look_ahead(std::size_t row, std::span<const CharacterRow> rows,
                                    std::span<const Frame> frames, std::array<Stretch, 5>& ahead);

}  // namespace kine
