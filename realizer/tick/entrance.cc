#include "realizer/tick/entrance.h"

#include <algorithm>
#include <map>
#include <utility>

#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "realizer/tick/arm_clocks.h"
#include "realizer/tick/interruption.h"
#include "realizer/tick/kinds/kinds.h"
#include "realizer/tick/state/sleepers.h"

namespace kine {
namespace {

/// Blocks of one character that wait: with each that ends or begins they are looked at again.
constexpr std::size_t kWaitingBlocksMax = 64;

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

bool is_named(const motion::Block& block, std::span<const std::string> names) {
  return std::ranges::find(names, block.id) != names.end();
}

bool is_interrupted(const PlayingBlock& playing) { return playing.interrupted.has_value(); }

bool may_begin(const WaitingBlock& waiting) {
  return waiting.activated && waiting.after_end.empty() && waiting.after_relax.empty();
}

/// A block that plays and is not interrupted, or waits.
struct Present {
  BlockId id;
  const PlayingBlock* playing;  // null: it waits
};

/// All of them by their id.
std::vector<Present> present_blocks(const CharacterState& state) {
  std::vector<Present> present;
  present.reserve(state.blocks.size() + state.waiting.size());
  for (const PlayingBlock& playing : state.blocks) {
    if (!playing.interrupted) present.push_back({playing.id, &playing});
  }
  for (const WaitingBlock& waiting : state.waiting) present.push_back({waiting.id, nullptr});
  std::ranges::sort(present, {}, &Present::id);
  return present;
}

/// Whose end an appended block waits for: of all those that play or will, and of those it names.
std::vector<BlockId> blocks_before(const CharacterState& state, const motion::Block& appended) {
  const std::vector<BlockId> asleep = sleepers(state.waiting);
  std::vector<BlockId> ids;
  for (const PlayingBlock& playing : state.blocks) {
    if (!playing.interrupted) ids.push_back(playing.id);
  }
  for (const WaitingBlock& waiting : state.waiting) {
    const bool is_asleep = std::ranges::find(asleep, waiting.id) != asleep.end();
    if (!is_asleep || is_named(*waiting.block, appended.entrance.after_end)) {
      ids.push_back(waiting.id);
    }
  }
  return ids;
}

/// One that is to come after `coming`, and that `coming` waits for, be it by way of others: neither
/// would ever begin.
const WaitingBlock* find_deadlock(const CharacterState& state, const WaitingBlock& coming) {
  const plan::Entrance& entrance = coming.block->entrance;
  if (entrance.before_end.empty() && entrance.before_relax.empty()) return nullptr;
  std::map<BlockId, const WaitingBlock*> others;  // that are not among `before` yet
  for (const WaitingBlock& other : state.waiting) others.emplace(other.id, &other);
  std::vector<const WaitingBlock*> before{&coming};
  for (std::size_t i = 0; i < before.size(); ++i) {
    for (const std::vector<BlockId>* ids : {&before[i]->after_end, &before[i]->after_relax}) {
      for (const BlockId id : *ids) {
        const auto other = others.find(id);
        if (other == others.end()) continue;
        before.push_back(other->second);
        others.erase(other);
        const motion::Block& block = *before.back()->block;
        if (is_named(block, entrance.before_end) || is_named(block, entrance.before_relax)) {
          return before.back();
        }
      }
    }
  }
  return nullptr;
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
bool admit(const TickContext& context, CharacterRow& row, const PlayBlock& play,
           WaitingBlock& waiting, Tick tick) {
  CharacterState& state = row.state;
  const motion::Block& block = *play.block;
  if (segment_count(state) + block.segments.size() > kSegmentsPerCharacterMax) {
    refuse(context, row, waiting, tick,
           "more than " + std::to_string(kSegmentsPerCharacterMax) +
               " segments would wait or play on the character");
    return false;
  }
  for (const PlayingBlock& playing : state.blocks) {
    if (playing.interrupted || (!is_named(*playing.block, block.entrance.before_end) &&
                                !is_named(*playing.block, block.entrance.before_relax))) {
      continue;
    }
    refuse(context, row, waiting, tick,
           "it must come before something that has begun already: " + quoted(playing.block->id));
    return false;
  }
  const bool is_appended = block.composition == plan::Composition::Append;
  const bool surely_waits = is_appended && !std::ranges::all_of(state.blocks, is_interrupted);
  const bool is_full = state.waiting.size() >= kWaitingBlocksMax;
  if (!is_full || !surely_waits) {
    waiting.after_end =
        is_appended ? blocks_before(state, block) : blocks_named(state, block.entrance.after_end);
    waiting.after_relax = blocks_named(state, block.entrance.after_relax);
  }
  if (is_full && (surely_waits || !may_begin(waiting))) {
    refuse(
        context, row, waiting, tick,
        "more than " + std::to_string(kWaitingBlocksMax) + " blocks would wait on the character");
    return false;
  }
  if (const WaitingBlock* other = find_deadlock(state, waiting)) {
    refuse(context, row, waiting, tick,
           "it is to come before and after the same block: " + quoted(other->block->id));
    return false;
  }
  for (WaitingBlock& later : state.waiting) {
    if (is_named(*later.block, block.entrance.before_end)) later.after_end.push_back(play.id);
    if (is_named(*later.block, block.entrance.before_relax)) later.after_relax.push_back(play.id);
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
  const PlayingBlock& playing = row.state.blocks.back();
  say(context, row, playing, start, FeedbackKind::Started, block.id);
  say_warnings(context, row, playing, block, 0, start);
}

/// All that came before fades out, and with it what was to stay.
void clear_character(const TickContext& context, CharacterRow& row, Tick tick) {
  const Interrupt everything{.character = row.id, .block = {}};
  interrupt(context, row, tick, everything);
  for (ActiveSegment& active : row.state.segments) {
    if (!active.plan.lasting || active.fading) continue;
    kind_of(active).give_up(context, active, row.state, tick, everything.fade);
  }
}

}  // namespace

std::vector<BlockId> blocks_named(const CharacterState& state, std::span<const std::string> names) {
  std::vector<BlockId> ids;
  for (const PlayingBlock& playing : state.blocks) {
    if (!playing.interrupted && is_named(*playing.block, names)) ids.push_back(playing.id);
  }
  for (const WaitingBlock& waiting : state.waiting) {
    if (is_named(*waiting.block, names)) ids.push_back(waiting.id);
  }
  return ids;
}

void enter(const TickContext& context, CharacterRow& row, Tick tick, const PlayBlock& play) {
  row.quiet_until = tick;
  if (play.block->composition == plan::Composition::Replace) clear_character(context, row, tick);
  WaitingBlock waiting{.id = play.id,
                       .client = play.client,
                       .block = play.block,
                       .activated = !play.block->entrance.waits_for_activation,
                       .after_end = {},
                       .after_relax = {}};
  if (!admit(context, row, play, waiting, tick)) return;
  if (may_begin(waiting)) {
    begin_block(context, row, waiting, zero_of(play, tick), tick);
  } else {
    row.state.waiting.push_back(std::move(waiting));
  }
}

bool begin_waiting(const TickContext& context, CharacterRow& row, Tick tick) {
  CharacterState& state = row.state;
  if (state.waiting.empty()) return false;
  const std::vector<Present> present = present_blocks(state);
  const auto find = [&](BlockId id) {
    const auto found = std::ranges::lower_bound(present, id, {}, &Present::id);
    return found == present.end() || found->id != id ? nullptr : &*found;
  };
  const auto has_ended = [&](BlockId id) { return find(id) == nullptr; };
  const auto is_relaxed = [&](BlockId id) {
    const Present* const it = find(id);
    if (it == nullptr || it->playing == nullptr) return it == nullptr;
    const PlayingBlock& playing = *it->playing;
    return context.rate.first_at_or_after(playing.start, playing.block->relaxed) <= tick;
  };
  // What has let it go is not looked at again.
  const auto forget = [](std::vector<BlockId>& ids, const auto& has_let_go) {
    while (!ids.empty() && has_let_go(ids.back())) ids.pop_back();
  };
  for (WaitingBlock& waiting : state.waiting) {
    forget(waiting.after_end, has_ended);
    forget(waiting.after_relax, is_relaxed);
  }
  const auto next = std::ranges::find_if(state.waiting, may_begin);
  if (next == state.waiting.end()) return false;
  const WaitingBlock beginning = std::move(*next);
  state.waiting.erase(next);
  begin_block(context, row, beginning, tick, tick);
  return true;
}

}  // namespace kine
