#include "realizer/tick/produce.h"

#include <algorithm>
#include <vector>

#include "realizer/tick/entrance.h"

namespace kine {
namespace {

/// Unique among all characters.
BlockId next_produced_block(CharacterRow& row) {
  return {kFirstProducedBlock.value | std::uint64_t{row.id.value} << 32 | row.state.life.blocks++};
}

/// What brings its own hips along: steps, a seat, a recording of a whole body.
bool carries_hips(const ActiveSegment& active) {
  const pose::Contents& contents = active.contents;
  return contents.solved == pose::Solved::Ground ||
         (contents.clip && active.keys->clip.joints.contains(body::Joint::Hips));
}

/// What the script says that began last; where none says it, what somebody has set.
double idle_amount_of(const CharacterState& state) {
  double amount = state.idle_amount;
  for (const PlayingBlock& playing : state.blocks) {
    amount = playing.block->idle_amount.value_or(amount);
  }
  return amount;
}

}  // namespace

void produce(const TickContext& context, std::span<const autonomy::Producer* const> producers,
             CharacterRow& row, Tick tick) {
  const std::vector<ActiveSegment>& segments = row.state.segments;
  const bool looks_now = std::ranges::any_of(segments, [](const ActiveSegment& active) {
    return active.contents.solved == pose::Solved::Looks;
  });
  const auto blocks = autonomy::advance({.producers = producers,
                                         .character = row.id,
                                         .tick = tick,
                                         .rate = context.rate,
                                         .body = *row.cast->body,
                                         .looks_at_something = looks_now,
                                         .amount = idle_amount_of(row.state),
                                         .stands = std::ranges::none_of(segments, carries_hips)},
                                        row.state.life);
  for (const auto& block : blocks) {
    const BlockId id = next_produced_block(row);
    enter(context, row, tick, {.character = row.id, .id = id, .client = {}, .block = block});
  }
}

}  // namespace kine
