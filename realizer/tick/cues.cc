#include "realizer/tick/cues.h"

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "realizer/core/number.h"
#include "realizer/plan/parameters.h"
#include "realizer/tick/entrance.h"
#include "realizer/tick/interruption.h"

namespace kine {
namespace {

bool is_known(const motion::Block& block, const std::string& part) {
  return std::ranges::find(block.parts, part, &motion::Part::id) != block.parts.end();
}

/// What of a part can be changed; nothing where it is not there.
const plan::PartTimes* find_changed(const motion::Block& block,
                                    const plan::ParameterChange& change) {
  const auto found = std::ranges::find(block.schedule, change.part, &plan::PartTimes::id);
  return found == block.schedule.end() ? nullptr : &*found;
}

/// "of 'b1:s' 'volume' and 'rate' can be changed, not 'amount'"
std::string unchangeable(const plan::Cue& cue, std::span<const std::string_view> parameters) {
  return "of " + quoted(cue.block + ":" + cue.change.part) + " " +
         (parameters.empty() ? "nothing" : plan::parameter_names(parameters)) +
         " can be changed, not " + quoted(cue.change.parameter);
}

/// What a warning is about: the behaviour that does it, or the block whose attribute says it.
std::string name_of_giver(const PlayingBlock& giver, const plan::Cue& cue) {
  return cue.by.empty() ? giver.block->id : giver.block->id + ":" + cue.by;
}

/// A block that names one that there is not is told so.
void say_absent(const TickContext& context, const CharacterRow& row, const PlayingBlock& giver,
                const plan::Cue& cue, Tick tick) {
  say(context, row, giver, tick, FeedbackKind::Warning, name_of_giver(giver, cue));
  context.said.feedback.back().message =
      "no block plays or waits that is called " + quoted(cue.block);
  context.said.feedback.back().warning = WarningKind::NoSuchTarget;
}

/// A block that names a part that there is not is told so.
void say_unknown_parts(const TickContext& context, const CharacterRow& row,
                       const PlayingBlock& giver, const plan::Cue& cue, Tick tick) {
  const auto say_unknown_parts_of = [&](const motion::Block& block) {
    for (const auto* names : {&cue.include, &cue.exclude}) {
      for (const std::string& name : *names) {
        if (block.id != cue.block || is_known(block, name)) continue;
        say(context, row, giver, tick, FeedbackKind::Warning, name_of_giver(giver, cue));
        context.said.feedback.back().message =
            quoted(cue.block) + " has no behaviour " + quoted(name);
        context.said.feedback.back().warning = WarningKind::NoSuchTarget;
      }
    }
  };
  for (const PlayingBlock& playing : row.state.blocks) {
    if (!playing.interrupted) say_unknown_parts_of(*playing.block);
  }
  for (const WaitingBlock& waiting : row.state.waiting) say_unknown_parts_of(*waiting.block);
}

/// Passed on to where one can plan: a tick cannot.
void wish(const TickContext& context, const CharacterRow& row, const PlayingBlock& giver,
          const plan::Cue& cue, Tick tick) {
  const plan::PartTimes* part = nullptr;
  bool is_wished = false;
  const auto pass_on = [&](BlockId id, const motion::Block& block) {
    const plan::PartTimes* const found =
        block.id == cue.block ? find_changed(block, cue.change) : nullptr;
    if (found == nullptr) return;
    part = found;
    if (std::ranges::find(part->parameters, cue.change.parameter) == part->parameters.end()) return;
    context.said.wishes.push_back({row.id, id, cue.change, giver.client});
    is_wished = true;
  };
  for (const PlayingBlock& playing : row.state.blocks) {
    if (!playing.interrupted) pass_on(playing.id, *playing.block);
  }
  for (const WaitingBlock& waiting : row.state.waiting) pass_on(waiting.id, *waiting.block);
  if (is_wished) return;
  say(context, row, giver, tick, FeedbackKind::Warning, name_of_giver(giver, cue));
  context.said.feedback.back().message = part != nullptr
                                             ? unchangeable(cue, part->parameters)
                                             : "no behaviour plays or waits that is called " +
                                                   quoted(cue.block + ":" + cue.change.part);
  context.said.feedback.back().warning =
      part != nullptr ? WarningKind::CannotCreateBehaviour : WarningKind::NoSuchTarget;
}

}  // namespace

bool has_cues_to_give(const TickContext& context, const PlayingBlock& giver, Tick tick) {
  const std::vector<plan::Cue>& cues = giver.block->cues;
  return !giver.interrupted && giver.cues_given < cues.size() &&
         context.rate.first_at_or_after(giver.start, cues[giver.cues_given].time) <= tick;
}

void give_cues(const TickContext& context, CharacterRow& row, std::size_t playing, Tick tick,
               std::size_t& room) {
  while (true) {
    PlayingBlock& giver = row.state.blocks[playing];
    if (!has_cues_to_give(context, giver, tick)) return;
    giver.has_much_to_do = giver.has_much_to_do || room == 0;
    if (room == 0) return;
    const plan::Cue& cue = giver.block->cues[giver.cues_given++];
    --room;
    const std::vector<BlockId> named = blocks_named(row.state, cue.block);
    if (named.empty() && cue.kind != plan::Cue::Kind::Change) {
      say_absent(context, row, giver, cue, tick);
      continue;
    }
    if (cue.kind == plan::Cue::Kind::Activate) {
      for (WaitingBlock& waiting : row.state.waiting) {
        if (waiting.block->id == cue.block) waiting.waits.activation = false;
      }
      continue;
    }
    if (cue.kind == plan::Cue::Kind::Change) {
      wish(context, row, giver, cue, tick);
      continue;
    }
    if (!cue.include.empty() || !cue.exclude.empty()) {
      say_unknown_parts(context, row, giver, cue, tick);
      interrupt_parts(context, row, cue, tick);
      continue;
    }
    for (const BlockId id : named) {
      interrupt(context, row, tick, {.character = row.id, .block = id});
    }
  }
}

}  // namespace kine
