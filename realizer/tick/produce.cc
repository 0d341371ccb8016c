#include "realizer/tick/produce.h"

#include <algorithm>
#include <vector>

#include "realizer/cast/builtins.h"

namespace kine {

void produce(const TickContext& context, CharacterRow& row, Tick tick) {
  const std::vector<ActiveSegment>& segments = row.state.segments;
  const bool looks_now = std::ranges::any_of(
      segments, [](const ActiveSegment& active) { return active.contents.gaze; });
  autonomy::advance({.producers = builtins().producers,
                     .character = row.id,
                     .tick = tick,
                     .rate = context.rate,
                     .body = *row.cast->body,
                     .looks_at_something = looks_now},
                    row.state.life);
}

}  // namespace kine
