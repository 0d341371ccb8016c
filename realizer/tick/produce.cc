#include "realizer/tick/produce.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "realizer/dynamics/physical/legs.h"
#include "realizer/motion/build/getting_up.h"
#include "realizer/tick/entrance.h"

namespace kine {
namespace {

/// Unique among all characters.
BlockId next_produced_block(CharacterRow& row) {
  return {kFirstProducedBlock.value | std::uint64_t{row.id.value} << 32 | row.state.life.blocks++};
}

void enter_produced(const TickContext& context, CharacterRow& row, Tick tick,
                    std::shared_ptr<const motion::Block> block) {
  const BlockId id = next_produced_block(row);
  enter(context, row, tick,
        {.character = row.id, .id = id, .client = {}, .block = std::move(block)});
}

/// Long enough to come to the stance from however it lies (filters/physical_torso.cc).
constexpr Seconds kLiesWhereItFell{1.8};

/// Where its body is, which fell or stepped.
body::Placement place_of_body(const CharacterRow& row, const PhysicalBody& body) {
  const auto hips = dynamics::physical::hips_of(body.torso->engine.positions);
  if (body.gets_up) {
    return motion::lying_place(*row.cast->body, hips.position_m, hips.world_from_base);
  }
  const dynamics::physical::Figure& figure = body.model->figure;
  const std::size_t foot = body.torso->stepping.swing;
  return dynamics::physical::place_by_foot(
      figure, foot, hips,
      dynamics::physical::ankle_m(figure, foot, hips, body.torso->engine.positions));
}

/// A character that fell or stepped is where it lies or stands from now on.
void follow_body(const TickContext& context, CharacterRow& row, Tick tick) {
  if (row.state.physical.empty()) return;
  PhysicalBody& body = row.state.physical.front();
  if (!std::exchange(body.moves_place, false)) return;
  body.placement = row.state.placement = place_of_body(row, body);
  row.state.arrived = tick;
  if (body.gets_up) enter_produced(context, row, tick, motion::make_getting_up(kLiesWhereItFell));
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
    enter_produced(context, row, tick, block);
  }
  follow_body(context, row, tick);
}

}  // namespace kine
