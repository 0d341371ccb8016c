#include "realizer/tick/entrance.h"

#include <algorithm>
#include <utility>

#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "realizer/tick/arm_clocks.h"
#include "realizer/tick/body_language.h"
#include "realizer/tick/interruption.h"
#include "realizer/tick/kinds/kinds.h"

namespace kine {
namespace {

Tick zero_of(const PlayBlock& play, Tick tick) {
  // What it replaces ends in this tick, and not after it began.
  if (play.block->composition == plan::Composition::Replace) return tick;
  if (play.planned_zero) return std::min(*play.planned_zero, tick);
  const bool last = play.zero == PlayBlock::Zero::LastTick && tick.index > 0;
  return last ? Tick{tick.index - 1} : tick;
}

/// The segments that wait or play.
std::size_t segment_count(const CharacterState& state) {
  std::size_t count = state.segments.size();
  for (const PlayingBlock& playing : state.blocks) {
    count += playing.block->segments.size() - playing.segments_bound;
  }
  for (const WaitingBlock& waiting : state.waiting) count += waiting.block->segments.size();
  return count;
}

void refuse(const TickContext& context, const CharacterRow& row, const WaitingBlock& waiting,
            Tick tick, std::string reason) {
  say(context, row, waiting.id, waiting.client, tick, FeedbackKind::Started, waiting.block->id);
  say(context, row, waiting.id, waiting.client, tick, FeedbackKind::Interrupted, waiting.block->id);
  context.said.feedback.back().message = std::move(reason);
  context.said.feedback.back().performed = performed_of(*waiting.block, std::nullopt);
}

/// Whether there is room for it, and nothing has begun that was to come after it. What it waits for
/// is noted in it, what waits for it in those.
bool admit(const TickContext& context, CharacterRow& row, WaitingBlock& waiting, Tick tick) {
  CharacterState& state = row.state;
  const motion::Block& block = *waiting.block;
  if (segment_count(state) + block.segments.size() > kSegmentsPerCharacterMax) {
    refuse(context, row, waiting, tick,
           "more than " + std::to_string(kSegmentsPerCharacterMax) +
               " segments would wait or play on the character");
    return false;
  }
  const auto coming = agenda::Coming::of(block);
  const bool is_full = state.waiting.size() >= agenda::kWaitingBlocksMax;
  std::vector<agenda::Entry> there;
  if (coming.is_about_others()) there = blocks_there(state);
  if (const motion::Block* begun = agenda::begun_too_early(coming, there)) {
    refuse(context, row, waiting, tick,
           "it must come before something that has begun already: " + quoted(begun->id));
    return false;
  }
  const bool surely_waits = agenda::surely_waits(coming, there);
  if (!is_full || !surely_waits) waiting.waits = agenda::waits_of(coming, there);
  if (is_full && (surely_waits || !waiting.waits.nothing())) {
    refuse(context, row, waiting, tick,
           "more than " + std::to_string(agenda::kWaitingBlocksMax) +
               " blocks would wait on the character");
    return false;
  }
  if (const motion::Block* other = agenda::deadlocked(coming, waiting.waits, there)) {
    refuse(context, row, waiting, tick,
           "it is to come before and after the same block: " + quoted(other->id));
    return false;
  }
  for (WaitingBlock& later : state.waiting) {
    agenda::put_before(coming, waiting.id.value, *later.block, later.waits);
  }
  return true;
}

void begin_block(const TickContext& context, CharacterRow& row, const WaitingBlock& waiting,
                 Tick start, Tick tick) {
  const motion::Block& block = *waiting.block;
  row.quiet_until = tick;
  foresee_tensions(block, row.state);
  plan_clocks_anew(context, tick, row);
  row.state.blocks.push_back(
      {.id = waiting.id, .client = waiting.client, .block = waiting.block, .start = start});
  begin_clocks(context, row, tick);
  begin_listening(block, tick, row.state);
  const PlayingBlock& playing = row.state.blocks.back();
  say(context, row, playing, start, FeedbackKind::Started, block.id);
  say_warnings(context, row, playing, block, 0, start);
}

/// All that came before fades out, and with it what was to stay.
void clear_character(const TickContext& context, CharacterRow& row, Tick tick) {
  const Interrupt everything{.character = row.id, .block = {}};
  interrupt(context, row, tick, everything);
  end_body_language(context, row, tick, everything.fade);
  for (ActiveSegment& active : row.state.segments) {
    if (!active.plan.lasting || active.fading) continue;
    kind_of(active).give_up(context, active, row.state, tick, everything.fade);
  }
}

}  // namespace

std::vector<BlockId> blocks_named(const CharacterState& state, std::string_view name) {
  const auto is_named = [&](const auto& each) { return each.block->id == name; };
  std::vector<BlockId> ids;
  for (const PlayingBlock& playing : state.blocks) {
    if (!playing.interrupted && is_named(playing)) ids.push_back(playing.id);
  }
  for (const WaitingBlock& waiting : state.waiting) {
    if (is_named(waiting)) ids.push_back(waiting.id);
  }
  return ids;
}

std::vector<agenda::Entry> blocks_there(const CharacterState& state) {
  std::vector<agenda::Entry> there;
  there.reserve(state.blocks.size() + state.waiting.size());
  for (const PlayingBlock& playing : state.blocks) {
    if (playing.interrupted || is_unheard(playing.id)) continue;
    there.push_back(
        {.key = playing.id.value, .block = playing.block.get(), .start = playing.start});
  }
  for (const WaitingBlock& waiting : state.waiting) {
    there.push_back(
        {.key = waiting.id.value, .block = waiting.block.get(), .waits = &waiting.waits});
  }
  return there;
}

void enter(const TickContext& context, CharacterRow& row, Tick tick, const PlayBlock& play) {
  row.quiet_until = tick;
  if (play.block->composition == plan::Composition::Replace) clear_character(context, row, tick);
  WaitingBlock waiting{.id = play.id, .client = play.client, .block = play.block, .waits = {}};
  if (!admit(context, row, waiting, tick)) return;
  if (waiting.waits.nothing()) {
    begin_block(context, row, waiting, zero_of(play, tick), tick);
  } else {
    row.state.waiting.push_back(std::move(waiting));
  }
}

bool begin_waiting(const TickContext& context, CharacterRow& row, Tick tick) {
  CharacterState& state = row.state;
  if (state.waiting.empty()) return false;
  std::vector<agenda::Entry> there = blocks_there(state);
  std::ranges::sort(there, {}, &agenda::Entry::key);
  for (WaitingBlock& waiting : state.waiting) {
    agenda::let_go(waiting.waits, there, context.rate, tick);
  }
  const auto next = std::ranges::find_if(
      state.waiting, [](const WaitingBlock& each) { return each.waits.nothing(); });
  if (next == state.waiting.end()) return false;
  const WaitingBlock beginning = std::move(*next);
  state.waiting.erase(next);
  begin_block(context, row, beginning, tick, tick);
  return true;
}

}  // namespace kine
