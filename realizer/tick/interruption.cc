#include "realizer/tick/interruption.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "realizer/motion/build/cut.h"
#include "realizer/tick/arm_clocks.h"
#include "realizer/tick/arm_foresight.h"
#include "realizer/tick/body_language.h"
#include "realizer/tick/kinds/kinds.h"
#include "realizer/tick/replanning.h"
#include "realizer/tick/state/performed.h"
#include "realizer/tick/state/segment_time.h"

namespace kine {
namespace {

static_assert(motion::kPartFade == Interrupt{}.fade);

/// Whether a block has begun in this tick: what was due before would have been said.
bool begins_now(const PlayingBlock& playing, Tick tick, TickRate rate) {
  const std::vector<motion::SyncPoint>& points = playing.block->sync_points;
  const std::size_t next = playing.sync_points_said;
  return playing.start >= tick ||
         (next < points.size() && rate.first_at_or_after(playing.start, points[next].time) < tick);
}

/// For the feedback that was said last.
void report(const TickContext& context, Performed performed) {
  keep_within(context.said.performed_bytes_left, performed);
  context.said.feedback.back().performed = std::move(performed);
}

/// What was performed until now, for the feedback that was said last.
void report(const TickContext& context, const PlayingBlock& playing, std::size_t part, Tick tick) {
  Feedback& feedback = context.said.feedback.back();
  const std::vector<motion::SyncPoint>& points = playing.block->sync_points;
  for (std::size_t i = 0; i < playing.sync_points_said; ++i) {
    if (part == motion::kNoPart || points[i].part == part) feedback.last_sync_point = points[i].id;
  }
  // Of one that begins in this tick nothing has been shown.
  const Seconds now = begins_now(playing, tick, context.rate)
                          ? Seconds{0}
                          : context.rate.between(playing.start, tick);
  report(context, part == motion::kNoPart ? performed_of(*playing.block, now)
                                          : performed_of(*playing.block, part, now));
  for (const Performed::Speech& speech : feedback.performed->speeches) {
    if (!speech.last_word.empty()) feedback.last_word = speech.last_word;
  }
  if (feedback.last_sync_point.empty()) return;
  feedback.message = "interrupted after " + quoted(feedback.last_sync_point);
  if (!feedback.last_word.empty()) feedback.message += ", the word " + quoted(feedback.last_word);
}

/// Of a part that is interrupted.
void say_end(const TickContext& context, const CharacterRow& row, const PlayingBlock& playing,
             const motion::SyncPoint& end, Tick tick) {
  say(context, row, playing, tick, FeedbackKind::SyncPoint, end.id);
  context.said.feedback.back().time = end.time;
  report(context, playing, end.part, tick);
}

/// What of the block is due, and that what has begun of it ends now. Of one that begins in this
/// tick nothing has been shown.
void say_ends(const TickContext& context, const CharacterRow& row, PlayingBlock& playing,
              Tick tick) {
  if (begins_now(playing, tick, context.rate)) return;
  say_crossed_sync_points(context, row, playing, tick);
  const motion::Block& block = *playing.block;
  const motion::Progress progress{.now = context.rate.between(playing.start, tick),
                                  .said = playing.sync_points_said};
  for (const motion::SyncPoint& end :
       motion::ends_of(block, motion::parts_named(block, {}, {}), progress)) {
    say_end(context, row, playing, end, tick);
  }
}

void interrupt_parts_of(const TickContext& context, CharacterRow& row, PlayingBlock& playing,
                        std::vector<std::size_t> parts, Tick tick) {
  if (!begins_now(playing, tick, context.rate))
    say_crossed_sync_points(context, row, playing, tick);
  const motion::Block& block = *playing.block;
  const auto has_ended = [&](const motion::Part& part) {
    return context.rate.first_at_or_after(playing.start, part.end) <= tick;
  };
  std::erase_if(parts, [&](std::size_t part) { return has_ended(block.parts[part]); });
  if (parts.empty()) return;
  const auto playing_parts = static_cast<std::size_t>(
      std::ranges::count_if(block.parts, [&](const auto& part) { return !has_ended(part); }));
  if (parts.size() == playing_parts) {
    return interrupt(context, row, tick, {.character = row.id, .block = playing.id});
  }
  motion::Progress progress{.now = context.rate.between(playing.start, tick),
                            .said = playing.sync_points_said};
  for (std::size_t i = 0; i < block.segments.size(); ++i) {
    progress.bound.push_back(playing.is_bound(i));
  }
  for (const body::Side side : {body::Side::Left, body::Side::Right}) {
    progress.ahead[static_cast<std::size_t>(side)] = ahead_at(tick, side, row.state.tension);
  }
  motion::Cut left = motion::cut(block, parts, progress, motion::kPartFade);
  context.said.performed_bytes_left = kPerformedBytesMax;
  for (std::size_t i = 0; i < left.ends; ++i) {
    say_end(context, row, playing, left.block.sync_points[progress.said + i], tick);
  }
  playing.sync_points_said += left.ends;
  playing.next.reset();  // it was made of what was
  go_on_as(context, row, playing, std::make_shared<const motion::Block>(std::move(left.block)),
           tick);
}

}  // namespace

void interrupt(const TickContext& context, CharacterRow& row, Tick tick, const Interrupt& what) {
  row.quiet_until = tick;
  plan_clocks_anew(context, tick, row);
  context.said.performed_bytes_left = kPerformedBytesMax;
  bool was_heard = false;
  for (PlayingBlock& playing : row.state.blocks) {
    const bool meant = !what.block || playing.id == *what.block;
    if (!meant || playing.interrupted) continue;
    say_ends(context, row, playing, tick);
    playing.interrupted = PlayingBlock::Fade{.from = tick, .length = what.fade};
    was_heard = was_heard || playing.block->listening != nullptr;
    for (ActiveSegment& active : row.state.segments) {
      const bool stays = active.plan.lasting && is_over(context, row.state, active, tick);
      if (active.block != playing.id || stays) continue;
      kind_of(active).stop(context, active, row.state, tick);
    }
    say(context, row, playing, tick, FeedbackKind::Interrupted, playing.block->id);
    report(context, playing, motion::kNoPart, tick);
  }
  std::erase_if(row.state.waiting, [&](const WaitingBlock& waiting) {
    if (what.block && waiting.id != *what.block) return false;
    say(context, row, waiting.id, waiting.client, tick, FeedbackKind::Interrupted,
        waiting.block->id);
    report(context, performed_of(*waiting.block, std::nullopt));
    return true;
  });
  if (was_heard) fall_silent(context, row, tick, what.fade);
}

void interrupt_parts(const TickContext& context, CharacterRow& row, plan::Cue cue, Tick tick) {
  for (PlayingBlock& playing : row.state.blocks) {
    if (playing.block->id != cue.block || playing.interrupted) continue;
    interrupt_parts_of(context, row, playing,
                       motion::parts_named(*playing.block, cue.include, cue.exclude), tick);
  }
  for (WaitingBlock& waiting : row.state.waiting) {
    if (waiting.block->id != cue.block) continue;
    const motion::Progress none{.bound = std::vector<bool>(waiting.block->segments.size())};
    const auto parts = motion::parts_named(*waiting.block, cue.include, cue.exclude);
    waiting.block = std::make_shared<const motion::Block>(
        motion::cut(*waiting.block, parts, none, Seconds{0}).block);
    context.said.replanned.push_back({row.id, waiting.id, tick, waiting.block});
  }
}

}  // namespace kine
