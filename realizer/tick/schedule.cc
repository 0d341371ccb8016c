#include "realizer/tick/schedule.h"

#include <algorithm>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "realizer/core/limits.h"
#include "realizer/motion/actuator.h"
#include "realizer/tick/arm_clocks.h"
#include "realizer/tick/begin.h"
#include "realizer/tick/cues.h"
#include "realizer/tick/entrance.h"
#include "realizer/tick/kinds/kinds.h"
#include "realizer/tick/replanning.h"
#include "realizer/tick/row_memory.h"
#include "realizer/tick/state/segment_time.h"

namespace kine {
namespace {

/// What goes on to its end when its block is gone: steps, and lips that close.
bool is_under_way(const ActiveSegment& active) { return !active.plan.lasting; }

void change_life(const TickContext& context, CharacterState& state, PlayingBlock& playing,
                 Tick tick) {
  const std::vector<motion::LifeChange>& changes = playing.block->life;
  for (std::size_t& next = playing.life_changes_made; next < changes.size(); ++next) {
    const Tick due = context.rate.first_at_or_after(playing.start, changes[next].time);
    if (playing.interrupted || due > tick) return;
    autonomy::set(changes[next].setting, state.life);
  }
}

void move_targets(const TickContext& context, const CharacterRow& row, PlayingBlock& playing,
                  Tick tick) {
  const std::vector<motion::TargetMove>& moves = playing.block->targets;
  for (std::size_t& next = playing.targets_moved; next < moves.size(); ++next) {
    const motion::TargetMove& move = moves[next];
    if (playing.interrupted || context.rate.first_at_or_after(playing.start, move.time) > tick)
      return;
    context.said.targets_moved.push_back({row.id, {move.target, move.point_m, move.over}});
  }
}

/// What moves as somebody speaks hides only its own kind: the body, or joints.
bool can_replace(const ActiveSegment& over, const ActiveSegment& below) {
  const auto moves_body = [](const ActiveSegment& each) {
    return each.plan.actuator->solved() == pose::Solved::Body;
  };
  if (!is_unheard(over.block) && !is_unheard(below.block)) return true;
  return is_unheard(over.block) == is_unheard(below.block) && moves_body(over) == moves_body(below);
}

/// Whether one of those above it, another that lasts, has all that it has.
bool is_replaced(const TickContext& context, const CharacterState& state,
                 const ActiveSegment& lasting, std::span<const ActiveSegment> above, Tick tick) {
  const motion::Actuator& below = *lasting.plan.actuator;
  return std::ranges::any_of(above, [&](const ActiveSegment& active) {
    const motion::Actuator& over = *active.plan.actuator;
    return active.plan.lasting && !active.fading && is_over(context, state, active, tick) &&
           can_replace(active, lasting) && (below.joints() & over.joints()) == below.joints() &&
           (below.channels() & ~over.channels()).none();
  });
}

void drop_finished_segments(const TickContext& context, CharacterState& state, Tick tick) {
  std::vector<ActiveSegment>& segments = state.segments;
  std::size_t kept = segments.size();  // from there on stand those that stay
  const auto is_finished = [&](const ActiveSegment& active) {
    const PlayingBlock* playing = active.fading ? find_block(state, active.block) : nullptr;
    if (playing != nullptr && interruption_weight(*playing, tick, context.rate) == 0) return true;
    return is_over(context, state, active, tick) &&
           (!active.plan.lasting ||
            is_replaced(context, state, active, std::span(segments).subspan(kept), tick));
  };
  // From the uppermost down: what is hidden looks for what hides it above itself.
  for (std::size_t i = segments.size(); i-- > 0;) {
    if (is_finished(segments[i])) {
      kind_of(segments[i]).leave(segments[i], state);
    } else if (--kept != i) {
      segments[kept] = std::move(segments[i]);
    }
  }
  segments.erase(segments.begin(), segments.begin() + static_cast<std::ptrdiff_t>(kept));
}

/// Whether something goes on longer than was known when the block was planned.
bool outlasts(const TickContext& context, const CharacterState& state, BlockId block, Tick tick) {
  return std::ranges::any_of(state.segments, [&](const ActiveSegment& active) {
    return active.block == block && kind_of(active).may_outlast() &&
           !is_over(context, state, active, tick);
  });
}

void drop_finished_blocks(const TickContext& context, CharacterRow& row, Tick tick) {
  // What stays of it may stay for long, and keeps nothing of the block, such as its sound.
  const auto let_go_of = [&](BlockId block) {
    for (ActiveSegment& active : row.state.segments) {
      if (active.block == block) active.owner.reset();
    }
  };
  std::erase_if(row.state.blocks, [&](const PlayingBlock& playing) {
    if (playing.interrupted) {
      const bool has_faded = interruption_weight(playing, tick, context.rate) == 0;
      if (has_faded) let_go_of(playing.id);
      return has_faded;
    }
    const Tick due = context.rate.first_at_or_after(playing.start, playing.block->end);
    if (due > tick) return false;
    if (outlasts(context, row.state, playing.id, tick) || has_cues_to_give(context, playing, tick))
      return false;
    // What went on beyond the end has ended now, not then: what is said is in the order of ticks.
    const bool lasted_longer = (playing.start < due || playing.has_much_to_do) && due < tick;
    say(context, row, playing, lasted_longer ? tick : due, FeedbackKind::Ended, playing.block->id);
    let_go_of(playing.id);
    return true;
  });
}

}  // namespace

void schedule(const TickContext& context, CharacterRow& row, Tick tick) {
  const bool has_nothing_due = row.state.blocks.empty() && row.state.waiting.empty() &&
                               std::ranges::none_of(row.state.segments, is_under_way);
  if (tick < row.quiet_until || has_nothing_due) return;
  go_on_as_planned(context, row, tick);
  Beginning beginning;
  std::size_t cues = kCuesGivenMax;
  do {
    beginning.covers.clear();
    for (std::size_t i = 0; i < row.state.blocks.size(); ++i)
      give_cues(context, row, i, tick, cues);
    for (PlayingBlock& playing : row.state.blocks) {
      bind_due_segments(context, row, playing, tick, beginning);
      if (!row.state.tension.empty()) bind_early(context, row, playing, tick, beginning);
      change_life(context, row.state, playing, tick);
      move_targets(context, row, playing, tick);
      if (change_tension(context, row.state, playing, tick)) beginning.covers.clear();
      say_crossed_sync_points(context, row, playing, tick);
    }
    drop_finished_segments(context, row.state, tick);
    drop_finished_blocks(context, row, tick);
  } while (begin_waiting(context, row, tick));
  settle_intervals(row);
  row.quiet_until = next_event(context, row.state, tick);
}

Tick next_event(const TickContext& context, const CharacterState& state, Tick tick) {
  Tick next{std::numeric_limits<std::uint64_t>::max()};
  const auto note = [&](Tick start, Seconds time) {
    next = std::min(next, context.rate.first_at_or_after(start, time));
  };
  // An arm that is ahead comes to its own things as much earlier: at that tick, or from then on.
  const auto note_of_arm = [&](Tick start, Seconds time, std::optional<body::Side> arm) {
    if (!arm || state.tension.empty()) return note(start, time);
    const ArmClock& clock = state.tension.front().times[static_cast<std::size_t>(*arm)].clock;
    const Seconds ahead = clock.ahead_max(context.rate.time_of(tick));
    note(start, time - ahead);
    next = std::max(next, Tick{tick.index + 1});
  };
  for (const PlayingBlock& playing : state.blocks) {
    if (playing.interrupted || playing.next) return Tick{tick.index + 1};
    const motion::Block& block = *playing.block;
    if (playing.segments_bound < block.segments.size()) {
      note(playing.start, block.segments[playing.segments_bound].start);
    }
    if (!state.tension.empty()) {
      for (std::size_t i = playing.segments_bound; i < block.segments.size(); ++i) {
        if (playing.is_bound(i)) continue;
        note_of_arm(playing.start, block.segments[i].start, block.segments[i].arm);
      }
    }
    if (playing.sync_points_said < block.sync_points.size()) {
      note(playing.start, block.sync_points[playing.sync_points_said].time);
    }
    if (playing.life_changes_made < block.life.size()) {
      note(playing.start, block.life[playing.life_changes_made].time);
    }
    if (playing.targets_moved < block.targets.size()) {
      note(playing.start, block.targets[playing.targets_moved].time);
    }
    for (const body::Side side : {body::Side::Left, body::Side::Right}) {
      const std::size_t made = playing.tension_changes_made[static_cast<std::size_t>(side)];
      if (made < block.tensions.size()) note_of_arm(playing.start, block.tensions[made].at, side);
    }
    if (playing.cues_given < block.cues.size()) {
      note(playing.start, block.cues[playing.cues_given].time);
    }
    if (!state.waiting.empty()) note(playing.start, block.relaxed);
    note(playing.start, block.end);
  }
  for (const ActiveSegment& active : state.segments) {
    if (active.plan.lasting && is_over(context, state, active, tick)) continue;
    note_of_arm(active.block_start, active.plan.end, active.plan.arm);
  }
  return next;
}

}  // namespace kine
