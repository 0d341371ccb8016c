// Step 2 of a tick: segments begin, from the pose that stands there. What begins on a character in
// one tick is bound in one pass, however much it is.
#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "realizer/motion/ground/ground.h"
#include "realizer/pose/blend.h"
#include "realizer/tick/held_hands.h"
#include "realizer/tick/shard.h"

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

}  // namespace

/// How far ahead of the body a segment was sampled at a tick: one that drives nothing but an arm
/// keeps that arm's time.
Seconds Shard::ahead_of(const CharacterState& state, const motion::Segment& segment, Tick tick) {
  return segment.arm ? ahead_at(tick, *segment.arm, state.tension) : Seconds{0};
}

/// Whether it only gives back what it had.
bool Shard::goes_back(const CharacterState& state, const ActiveSegment& active, Tick tick) const {
  const motion::Segment& plan = active.plan;
  const Seconds time = rate_.between(active.block_start, tick) + ahead_of(state, plan, tick);
  return !plan.lasting && plan.fade_out > Seconds{0} && time >= plan.end - plan.fade_out;
}

/// Whether a segment that plays lies over one of `block` that is to begin: it has the higher
/// priority, or constraints where the other has none, or is of an earlier block that has its way.
/// What goes back has none: an arm is taken over on its way.
bool Shard::lies_over(const CharacterState& state, const ActiveSegment& active,
                      const motion::Segment& segment, BlockId block, Tick tick) const {
  return rank_of(active.plan) > rank_of(segment) ||
         (has_its_way(active, segment, block) && !goes_back(state, active, tick));
}

void Shard::bind_due_segments(Row& row, PlayingBlock& playing, Tick tick,
                              Beginning& beginning) const {
  const std::vector<motion::Segment>& segments = playing.block->segments;
  for (std::size_t& next = playing.segments_bound; next < segments.size(); ++next) {
    if (playing.interrupted ||
        rate_.first_at_or_after(playing.start, segments[next].start) > tick) {
      break;
    }
    if (std::erase(playing.bound_early, next) > 0) continue;
    if (beginning.room == 0) break;
    bind(row, playing, next, tick, beginning);
  }
  insert_in_order(beginning.begun, row.state, tick);
}

/// Those whose arm is ahead of its body.
void Shard::bind_early(Row& row, PlayingBlock& playing, Tick tick, Beginning& beginning) const {
  const std::vector<motion::Segment>& segments = playing.block->segments;
  for (std::size_t i = playing.segments_bound; i < segments.size(); ++i) {
    const Seconds time = segments[i].start - ahead_of(row.state, segments[i], tick);
    if (playing.interrupted || rate_.first_at_or_after(playing.start, time) > tick) continue;
    if (playing.is_bound(i)) continue;
    if (beginning.room == 0) break;
    playing.bound_early.push_back(i);
    bind(row, playing, i, tick, beginning);
  }
  insert_in_order(beginning.begun, row.state, tick);
}

void Shard::bind(Row& row, const PlayingBlock& playing, std::size_t index, Tick tick,
                 Beginning& beginning) const {
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
  const Seconds last_time = rate_.between(playing.start, tick) - rate_.step() + ahead_last;
  motion::Entry entry{.pose = &state.poses.last(),
                      .pose_before = &state.poses.before_last(),
                      .step = rate_.step() + std::max(gained, -rate_.step() / 2),
                      .time = std::max(segment.start, last_time),
                      .later = std::max(segment.start - last_time, Seconds{0})};
  Cover& cover = cover_of(state, segment, playing.id, tick, beginning);
  const bool is_covered = !(cover.joints & segment.actuator->joints()).empty() ||
                          (cover.channels & segment.actuator->channels()).any();
  if (is_covered) {
    if (!std::exchange(cover.is_blended, true)) {
      cover.below = blend_below(row, segment, playing.id, state.poses.last(), tick, last);
      cover.below_before =
          blend_below(row, segment, playing.id, state.poses.before_last(), tick, before_last);
    }
    entry.pose = &cover.below;
    entry.pose_before = &cover.below_before;
  }
  // Who walks begins where those before it go, be it those of this tick.
  const bool is_ground = dynamic_cast<const motion::Ground*>(segment.actuator.get()) != nullptr;
  if (is_ground) insert_in_order(beginning.begun, row.state, tick);
  auto keys = std::make_shared<pose::Keys>(compile(segment, entry, row, playing.start));
  ActiveSegment active{.block_start = playing.start,
                       .contents = pose::Contents::of(*keys),
                       .keys = keys,
                       .plan = segment,
                       .block = playing.id,
                       .segment = index,
                       .started = tick,
                       .owner = playing.block,
                       .gaze_places = find_places(keys->gaze)};
  if (active.contents.ground) {
    active.walks_to = walks_to(segment);
    const bool leaves = std::ranges::any_of(state.segments, [&](const ActiveSegment& each) {
      return each.contents.ground && had_played(each, tick);
    });
    take_ground(active, row.state);
    if (leaves) beginning.covers.clear();
  }
  beginning.begun.push_back(std::move(active));
}

/// What had been playing and lies over a segment: the same for all of one rank in a block, and in
/// blocks between which none has been playing.
Shard::Cover& Shard::cover_of(const CharacterState& state, const motion::Segment& segment,
                              BlockId block, Tick tick, Beginning& beginning) const {
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
    if (lies_over(state, active, segment, block, tick)) {
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
pose::Pose Shard::blend_below(const Row& row, const motion::Segment& segment, BlockId block,
                              const pose::Pose& seen, Tick begins, Tick tick) const {
  const CharacterState& state = row.state;
  std::vector<pose::Interval> intervals(state.segments.size());
  std::vector<pose::Layer> layers;
  std::vector<const ActiveSegment*> blended;
  for (std::size_t i = 0; i < state.segments.size(); ++i) {
    const ActiveSegment& active = state.segments[i];
    if (!had_played(active, begins) || lies_over(state, active, segment, block, begins)) continue;
    layers.push_back(layer_of(state, active, intervals[i], tick));
    blended.push_back(&active);
  }
  std::vector<pose::LayerSample> samples(layers.size());
  pose::Pose below;
  pose::BlendJob{.layers = layers, .rest = row.base, .samples = samples, .output = &below}.run();
  solve_gazes(gaze_stage_of(row, tick), blended, layers, {}, below);
  // What carries the arms is seen, whatever lies over it.
  pose::Pose shown = below;
  for (const body::Joint joint : kTrunkJoints) shown.set_rotation(joint, seen.rotation(joint));
  shown.hips_m = seen.hips_m;
  hold_hands({*row.cast->body, layers, *row.base, shown, samples, below});
  return below;
}

/// Each beneath those that lie over it, and over what of its own rank began before it: one pass
/// from the uppermost down. `begun` is of one block; it is empty afterwards.
void Shard::insert_in_order(std::vector<ActiveSegment>& begun, CharacterState& state,
                            Tick tick) const {
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
      if (lies_over(state, segments[j], begun[i].plan, begun[i].block, tick)) {
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

}  // namespace kine
