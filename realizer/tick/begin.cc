#include "realizer/tick/begin.h"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "realizer/pose/blend.h"
#include "realizer/tick/kinds/kinds.h"
#include "realizer/tick/solving/gaze.h"
#include "realizer/tick/solving/held_hands.h"
#include "realizer/tick/solving/shift.h"
#include "realizer/tick/state/segment_time.h"

namespace kine {
namespace {

/// What carries the arms.
constexpr std::array kTrunkJoints = {body::Joint::Hips, body::Joint::Spine, body::Joint::Chest,
                                     body::Joint::UpperChest};

/// What decides first which of two segments lies over the other.
auto rank_of(const motion::Segment& segment) {
  return std::pair(segment.priority, segment.constrained);
}

/// Whether what is to begin leaves a segment that plays its way: that is of an earlier block.
bool has_its_way(const ActiveSegment& active, const motion::Segment& segment, BlockId block) {
  return segment.yields && active.block < block && rank_of(active.plan) == rank_of(segment);
}

/// Whether it was there before something begins at `tick`, and can lie over it or below.
bool had_played(const ActiveSegment& active, Tick tick) {
  return active.started < tick && !active.plan.relative;
}

/// Whether a segment that plays lies over one of `block` that is to begin: it has the higher
/// priority, or constraints where the other has none, or is of an earlier block that has its way.
/// What goes back has none: an arm is taken over on its way.
bool lies_over(const TickContext& context, const CharacterState& state, const ActiveSegment& active,
               const motion::Segment& segment, BlockId block, Tick tick) {
  return rank_of(active.plan) > rank_of(segment) ||
         (has_its_way(active, segment, block) && !goes_back(context, state, active, tick));
}

/// Each beneath those that lie over it, and over what of its own rank began before it: one pass
/// from the uppermost down. `begun` is of one block; it is empty afterwards.
void insert_in_order(const TickContext& context, std::vector<ActiveSegment>& begun,
                     CharacterState& state, Tick tick) {
  if (begun.empty()) return;
  std::vector<ActiveSegment>& segments = state.segments;
  if (begun.size() > 1) {
    std::ranges::stable_sort(begun, {}, [](const auto& active) { return rank_of(active.plan); });
  }
  std::size_t left = segments.size();  // those that have not found their place
  segments.resize(segments.size() + begun.size());
  std::size_t place = segments.size();
  for (std::size_t i = begun.size(); i-- > 0;) {
    std::size_t lowest = left;  // of those that lie over it
    for (std::size_t j = left; j-- > 0;) {
      if (lies_over(context, state, segments[j], begun[i].plan, begun[i].block, tick)) {
        lowest = j;
      } else if (!has_its_way(segments[j], begun[i].plan, begun[i].block)) {
        break;
      }
    }
    while (left > lowest) segments[--place] = std::move(segments[--left]);
    segments[--place] = std::move(begun[i]);
  }
  begun.clear();
}

/// What had been playing and lies over a segment: the same for all of one rank in a block, and in
/// blocks between which none has been playing.
Cover& cover_of(const TickContext& context, const CharacterState& state,
                const motion::Segment& segment, BlockId block, Tick tick, Beginning& beginning) {
  Cover cover{.priority = segment.priority,
              .constrained = segment.constrained,
              .yields = segment.yields,
              .block = block};
  const auto find = [&](auto is_meant) {
    return std::ranges::find_if(beginning.covers, [&](const Cover& each) {
      return each.priority == cover.priority && each.constrained == cover.constrained &&
             each.yields == cover.yields && is_meant(each);
    });
  };
  auto known = find([&](const Cover& each) { return each.block == block; });
  if (known != beginning.covers.end()) return *known;
  for (const ActiveSegment& active : state.segments) {
    if (!had_played(active, tick)) continue;
    if (lies_over(context, state, active, segment, block, tick)) {
      cover.joints = cover.joints | active.plan.actuator->joints();
      cover.channels |= active.plan.actuator->channels();
    } else if (segment.yields && rank_of(active.plan) == rank_of(segment) &&
               !has_its_way(active, segment, block)) {
      cover.up_to = std::min(cover.up_to.value_or(active.block), active.block);
    }
  }
  known = find([&](const Cover& each) { return each.up_to == cover.up_to; });
  if (known == beginning.covers.end()) return beginning.covers.emplace_back(std::move(cover));
  known->block = block;
  return *known;
}

/// What the segments below one that is to begin gave at a tick: it takes their place, not that of
/// what lies above, which may let them through. `seen` is what all of them gave. What begins in the
/// same tick gave nothing.
pose::Pose blend_below(const TickContext& context, const CharacterRow& row,
                       const motion::Segment& segment, BlockId block, const pose::Pose& seen,
                       Tick begins, Tick tick) {
  const CharacterState& state = row.state;
  std::vector<pose::Interval> intervals(state.segments.size());
  std::vector<pose::Layer> layers;
  std::vector<const ActiveSegment*> blended;
  for (std::size_t i = 0; i < state.segments.size(); ++i) {
    const ActiveSegment& active = state.segments[i];
    if (!had_played(active, begins) || lies_over(context, state, active, segment, block, begins))
      continue;
    layers.push_back(layer_of(context, state, active, intervals[i], tick));
    blended.push_back(&active);
  }
  std::vector<pose::LayerSample> samples(layers.size());
  pose::Pose below;
  pose::BlendJob{.layers = layers, .rest = row.base, .samples = samples, .output = &below}.run();
  solve_gazes(gaze_stage_of(context, row, tick), blended, layers, {}, below);
  // What carries the arms is seen, whatever lies over it.
  pose::Pose shown = below;
  for (const body::Joint joint : kTrunkJoints) shown.set_rotation(joint, seen.rotation(joint));
  shown.hips_m = seen.hips_m;
  const auto moved = find_shift(context, *row.cast->body, state, tick, shown);
  if (moved) shift(*moved, shown);
  hold_hands({*row.cast->body, layers, *row.base, shown, samples, below});
  return below;
}

void bind_segment(const TickContext& context, CharacterRow& row, const PlayingBlock& playing,
                  std::size_t index, Tick tick, Beginning& beginning) {
  const motion::Segment& segment = playing.block->segments[index];
  const CharacterState& state = row.state;
  --beginning.room;
  const Tick last{tick.index - 1};
  const Tick before_last{std::max<std::uint64_t>(tick.index, 2) - 2};
  const Seconds ahead_last = ahead_of(state, segment, last);
  // It begins from the pose of the last tick, at its own start: the same motion at any tick rate.
  // What ticks were skipped over begins a tick ago, so that it does not jump. In an arm's own time,
  // ticks are not all as long.
  const Seconds gained = ahead_last - ahead_of(state, segment, before_last);
  const Seconds last_time =
      context.rate.between(playing.start, tick) - context.rate.step() + ahead_last;
  motion::Entry entry{.pose = &state.poses.last(),
                      .pose_before = &state.poses.before_last(),
                      .step = context.rate.step() + std::max(gained, -context.rate.step() / 2),
                      .time = std::max(segment.start, last_time),
                      .later = std::max(segment.start - last_time, Seconds{0})};
  Cover& cover = cover_of(context, state, segment, playing.id, tick, beginning);
  const bool is_covered = !(cover.joints & segment.actuator->joints()).empty() ||
                          (cover.channels & segment.actuator->channels()).any();
  if (is_covered) {
    if (!std::exchange(cover.is_blended, true)) {
      cover.below = blend_below(context, row, segment, playing.id, state.poses.last(), tick, last);
      cover.below_before = blend_below(context, row, segment, playing.id, state.poses.before_last(),
                                       tick, before_last);
    }
    entry.pose = &cover.below;
    entry.pose_before = &cover.below_before;
  }
  // What plays alone begins where the one before it goes, be it one of this tick.
  const Kind& kind = kind_of(segment.actuator->solved());
  if (kind.plays_alone()) insert_in_order(context, beginning.begun, row.state, tick);
  auto keys = std::make_shared<pose::Keys>(kind.bind(context, segment, entry, row, playing.start));
  ActiveSegment active{.block_start = playing.start,
                       .contents = pose::Contents::of(*keys),
                       .keys = keys,
                       .plan = segment,
                       .block = playing.id,
                       .segment = index,
                       .started = tick,
                       .owner = playing.block};
  if (kind_of(active).plays_alone()) {
    const bool leaves = std::ranges::any_of(state.segments, [&](const ActiveSegment& each) {
      return each.contents.solved == active.contents.solved && had_played(each, tick);
    });
    if (leaves) beginning.covers.clear();
  }
  kind_of(active).begin(context, active, row.state);
  beginning.begun.push_back(std::move(active));
}

}  // namespace

void bind_due_segments(const TickContext& context, CharacterRow& row, PlayingBlock& playing,
                       Tick tick, Beginning& beginning) {
  const std::vector<motion::Segment>& segments = playing.block->segments;
  for (std::size_t& next = playing.segments_bound; next < segments.size(); ++next) {
    if (playing.interrupted ||
        context.rate.first_at_or_after(playing.start, segments[next].start) > tick) {
      break;
    }
    if (std::erase(playing.bound_early, next) > 0) continue;
    if (beginning.room == 0) break;
    bind_segment(context, row, playing, next, tick, beginning);
  }
  insert_in_order(context, beginning.begun, row.state, tick);
}

void bind_early(const TickContext& context, CharacterRow& row, PlayingBlock& playing, Tick tick,
                Beginning& beginning) {
  const std::vector<motion::Segment>& segments = playing.block->segments;
  for (std::size_t i = playing.segments_bound; i < segments.size(); ++i) {
    const Seconds time = segments[i].start - ahead_of(row.state, segments[i], tick);
    if (playing.interrupted || context.rate.first_at_or_after(playing.start, time) > tick) continue;
    if (playing.is_bound(i)) continue;
    if (beginning.room == 0) break;
    playing.bound_early.push_back(i);
    bind_segment(context, row, playing, i, tick, beginning);
  }
  insert_in_order(context, beginning.begun, row.state, tick);
}

}  // namespace kine
