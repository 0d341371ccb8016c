#include "realizer/shard.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include "realizer/builtins.h"
#include "realizer/core/limits.h"
#include "realizer/held_hands.h"
#include "realizer/math/ease.h"
#include "realizer/pose/blend.h"
#include "realizer/pose/character_kernels.h"

namespace kine {
namespace {

/// Of the characters of a scene: those of the shard itself.
constexpr std::size_t kOwnGroup = 0;

/// What carries the arms.
constexpr std::array kTrunkJoints = {body::Joint::Hips, body::Joint::Spine, body::Joint::Chest,
                                     body::Joint::UpperChest};

/// How much of a block an interruption has left, in [0, 1].
float interruption_weight(const PlayingBlock& playing, Tick tick, TickRate rate) {
  if (!playing.interrupted) return 1;
  const double length_s = playing.interrupted->length.count();
  const double passed_s = rate.between(playing.interrupted->from, tick).count();
  return passed_s >= length_s ? 0.0F : static_cast<float>(eased(1 - passed_s / length_s));
}

bool is_relative(const ActiveSegment& active) { return active.plan.relative; }

/// What `pose` looks like from outside.
void show(const CharacterState& state, const pose::Pose& pose, Frame& frame) {
  const Quat turn = state.placement.world_from_character();
  const Vec3& spot = state.placement.position_m;
  frame.root = {static_cast<float>(spot.x), static_cast<float>(spot.y), static_cast<float>(spot.z),
                static_cast<float>(turn.x), static_cast<float>(turn.y), static_cast<float>(turn.z),
                static_cast<float>(turn.w)};
  std::copy_n(pose.hips_m.begin(), frame.hips_m.size(), frame.hips_m.begin());
  pose::write_rotations(pose, frame.parent_from_joint);
  std::copy_n(pose.channels.begin(), body::kChannelCount, frame.channels.begin());
}

/// Whether a segment that plays lies over one of `block` that is to begin: it has the higher
/// priority, or constraints where the other has none, or is of an earlier block that has its way.
bool lies_over(const ActiveSegment& active, const motion::Segment& segment, BlockId block) {
  const std::pair own(active.plan.priority, active.plan.constrained);
  const std::pair other(segment.priority, segment.constrained);
  return own > other || (own == other && segment.yields && active.block < block);
}

/// Whether something that has been playing lies over a segment that begins at `tick`, on some of
/// what that moves.
bool is_covered(const CharacterState& state, const motion::Segment& segment, BlockId block,
                Tick tick) {
  const motion::Actuator& moved = *segment.actuator;
  return std::ranges::any_of(state.segments, [&](const ActiveSegment& active) {
    if (active.started >= tick || is_relative(active) || !lies_over(active, segment, block)) {
      return false;
    }
    const motion::Actuator& over = *active.plan.actuator;
    return !(over.joints() & moved.joints()).empty() || (over.channels() & moved.channels()).any();
  });
}

/// How far ahead of the body a segment was sampled at a tick: one that drives nothing but an arm
/// keeps that arm's time.
Seconds ahead_of(const CharacterState& state, const motion::Segment& segment, Tick tick) {
  return segment.arm ? ahead_at(tick, *segment.arm, state.tension) : Seconds{0};
}

/// Nothing for one that has ended, of which something lasting may stay.
const PlayingBlock* find_block(const CharacterState& state, BlockId id) {
  const auto found = std::ranges::find(state.blocks, id, &PlayingBlock::id);
  return found == state.blocks.end() ? nullptr : &*found;
}

}  // namespace

Shard::Shard(TickRate rate, ShardNumber number)
    : rate_(rate), number_(number), groups_(number.shards, kOwnGroup), trackers_(rate) {
  const std::size_t own = scene_.add_group();
  KINE_ASSERT(own == kOwnGroup);
}

void Shard::add_character(CharacterId id, std::shared_ptr<const Cast> cast,
                          const autonomy::LifeOptions& life) {
  scene_.add(kOwnGroup, id, cast);
  add_row(id, std::move(cast), life);
  Frame& frame = frames_.emplace_back();
  frame.character = id;
  show(rows_.back().state, *rows_.back().base, frame);
  frames_before_.push_back(frame);
}

void Shard::advance_to(Tick tick, std::span<const Input> inputs) {
  feedback_.clear();
  replanned_.clear();
  wishes_.clear();
  targets_moved_.clear();
  std::swap(frames_, frames_before_);
  scene_.see(kOwnGroup, frames_before_);
  // What the others see of the last tick stays as it is.
  frames_.resize(rows_.size());
  for (const Input& input : inputs) {
    if (const auto* const join = std::get_if<Join>(&input)) welcome(tick, *join);
  }
  take_in(tick, inputs);
  scene_.advance(rate_.step());
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    keep_time(rows_[i], tick);
    schedule(rows_[i], tick);
    plan_clocks(rows_[i], tick);
    produce(rows_[i], tick);
    if (rows_[i].state.face || rows_[i].faced) put_on_face(rows_[i], tick);
    sample_and_blend(rows_[i], tick, look_ahead(i));
    sample_relative(rows_[i].state, tick);
    solve(rows_[i], tick);
    if (!rows_[i].state.segments.empty())
      autonomy::notice_turn(pose_, rate_.step(), rows_[i].state.life);
    frames_[i].character = rows_[i].id;
    frames_[i].tick = tick;
    show(rows_[i].state, lay_on_top(), frames_[i]);
    rows_[i].state.poses.push(pose_);
    filter(rows_[i], tick, frames_[i]);
  }
  trackers_.finish();
  pose::finish_streams();
  for (const Input& input : inputs) {
    if (const auto* const leave = std::get_if<Leave>(&input)) let_go(tick, leave->character);
  }
}

// Step 1: the mailbox, in arrival order.

void Shard::take_in(Tick tick, std::span<const Input> inputs) {
  for (const Input& input : inputs) {
    std::visit([&](const auto& message) { take(tick, message); }, input);
  }
}

void Shard::take(Tick tick, const SetTarget& set) {
  const std::size_t known = scene_.set_points().size();
  scene_.set(set.name, set.point_m, tick, set.over);
  if (scene_.set_points().size() == known) return;
  find_places_again();
}

std::vector<Scene::Place> Shard::find_places(const pose::GazeKeys& gaze) const {
  std::vector<Scene::Place> places;
  places.reserve(gaze.keys.size());
  for (const pose::GazeKey& key : gaze.keys) {
    places.push_back(key.target.name.empty() ? Scene::Place{} : scene_.find(key.target.name));
  }
  return places;
}

// Step 3: the active segments; crossed sync points become Feedback.

namespace {

/// What goes on to its end when its block is gone: steps, and lips that close.
bool is_under_way(const ActiveSegment& active) { return !active.plan.lasting; }

}  // namespace

void Shard::schedule(Row& row, Tick tick) {
  const bool has_nothing_due = row.state.blocks.empty() && row.state.waiting.empty() &&
                               std::ranges::none_of(row.state.segments, is_under_way);
  if (tick < row.quiet_until || has_nothing_due) return;
  go_on_as_planned(row, tick);
  do {
    for (std::size_t i = 0; i < row.state.blocks.size(); ++i) give_cues(row, i, tick);
    for (PlayingBlock& playing : row.state.blocks) {
      bind_due_segments(row, playing, tick);
      if (!row.state.tension.empty()) bind_early(row, playing, tick);
      change_life(row.state, playing, tick);
      move_targets(row, playing, tick);
      change_tension(row.state, playing, tick);
      say_crossed_sync_points(row, playing, tick);
    }
    drop_finished_segments(row.state, tick);
    drop_finished_blocks(row, tick);
  } while (begin_waiting(row, tick));
  settle_intervals(row);
  row.quiet_until = next_event(row.state, tick);
}

void Shard::bind_due_segments(Row& row, PlayingBlock& playing, Tick tick) const {
  const std::vector<motion::Segment>& segments = playing.block->segments;
  for (std::size_t& next = playing.segments_bound; next < segments.size(); ++next) {
    if (playing.interrupted ||
        rate_.first_at_or_after(playing.start, segments[next].start) > tick) {
      return;
    }
    if (std::erase(playing.bound_early, next) == 0) bind(row, playing, next, tick);
  }
}

/// Those whose arm is ahead of its body.
void Shard::bind_early(Row& row, PlayingBlock& playing, Tick tick) const {
  const std::vector<motion::Segment>& segments = playing.block->segments;
  for (std::size_t i = playing.segments_bound; i < segments.size(); ++i) {
    const Seconds time = segments[i].start - ahead_of(row.state, segments[i], tick);
    if (playing.interrupted || rate_.first_at_or_after(playing.start, time) > tick) continue;
    if (playing.is_bound(i)) continue;
    playing.bound_early.push_back(i);
    bind(row, playing, i, tick);
  }
}

void Shard::bind(Row& row, const PlayingBlock& playing, std::size_t index, Tick tick) const {
  const motion::Segment& segment = playing.block->segments[index];
  const CharacterState& state = row.state;
  const Tick last{tick.index - 1};
  const Tick before_last{std::max<std::uint64_t>(tick.index, 2) - 2};
  const Seconds ahead_last = ahead_of(state, segment, last);
  // It begins from the pose of the last tick, at its own start: the same motion at any tick rate.
  // What ticks were skipped over begins a tick ago, so that it does not jump. In an arm's own time,
  // ticks are not all as long.
  const Seconds gained = ahead_last - ahead_of(state, segment, before_last);
  const Seconds last_time = rate_.between(playing.start, tick) - rate_.step() + ahead_last;
  pose::Pose pose;
  pose::Pose pose_before;
  motion::Entry entry{.pose = &state.poses.last(),
                      .pose_before = &state.poses.before_last(),
                      .step = rate_.step() + std::max(gained, -rate_.step() / 2),
                      .time = std::max(segment.start, last_time),
                      .later = std::max(segment.start - last_time, Seconds{0})};
  if (is_covered(state, segment, playing.id, tick)) {
    pose = blend_below(row, segment, playing.id, state.poses.last(), last);
    pose_before = blend_below(row, segment, playing.id, state.poses.before_last(), before_last);
    entry.pose = &pose;
    entry.pose_before = &pose_before;
  }
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
  if (active.contents.ground) take_ground(active, row.state);
  insert_in_order(std::move(active), row.state.segments);
}

/// What the segments below one that is to begin gave at a tick: it takes their place, not that of
/// what lies above, which may let them through. `seen` is what all of them gave.
pose::Pose Shard::blend_below(const Row& row, const motion::Segment& segment, BlockId block,
                              const pose::Pose& seen, Tick tick) const {
  const CharacterState& state = row.state;
  std::vector<pose::Interval> intervals(state.segments.size());
  std::vector<pose::Layer> layers;
  std::vector<const ActiveSegment*> blended;
  for (std::size_t i = 0; i < state.segments.size(); ++i) {
    const ActiveSegment& active = state.segments[i];
    if (is_relative(active) || lies_over(active, segment, block)) continue;
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

void Shard::change_life(CharacterState& state, PlayingBlock& playing, Tick tick) const {
  const std::vector<motion::LifeChange>& changes = playing.block->life;
  for (std::size_t& next = playing.life_changes_made; next < changes.size(); ++next) {
    const Tick due = rate_.first_at_or_after(playing.start, changes[next].time);
    if (playing.interrupted || due > tick) return;
    autonomy::set(changes[next].setting, state.life);
  }
}

void Shard::move_targets(const Row& row, PlayingBlock& playing, Tick tick) {
  const std::vector<motion::TargetMove>& moves = playing.block->targets;
  for (std::size_t& next = playing.targets_moved; next < moves.size(); ++next) {
    const motion::TargetMove& move = moves[next];
    if (playing.interrupted || rate_.first_at_or_after(playing.start, move.time) > tick) return;
    targets_moved_.push_back({row.id, {move.target, move.point_m, move.over}});
  }
}

// Step 2: what lives of itself. It comes after the changes that scripts make to it in this tick.

void Shard::produce(Row& row, Tick tick) const {
  const std::vector<ActiveSegment>& segments = row.state.segments;
  const bool looks_now = std::ranges::any_of(
      segments, [](const ActiveSegment& active) { return active.contents.gaze; });
  autonomy::advance({.producers = builtins().producers,
                     .character = row.id,
                     .tick = tick,
                     .rate = rate_,
                     .body = *row.cast->body,
                     .looks_at_something = looks_now},
                    row.state.life);
}

void Shard::insert_in_order(ActiveSegment active, std::vector<ActiveSegment>& segments) {
  auto place = segments.end();
  while (place != segments.begin() && lies_over(*std::prev(place), active.plan, active.block)) {
    --place;
  }
  segments.insert(place, std::move(active));
}

void Shard::say_crossed_sync_points(const Row& row, PlayingBlock& playing, Tick tick) {
  const std::vector<motion::SyncPoint>& points = playing.block->sync_points;
  for (std::size_t& next = playing.sync_points_said; next < points.size(); ++next) {
    const Tick due = rate_.first_at_or_after(playing.start, points[next].time);
    if (playing.interrupted || due > tick) return;
    say(row, playing, due, FeedbackKind::SyncPoint, points[next].id);
    feedback_.back().time = points[next].time;
    feedback_.back().miss_m = points[next].miss_m;
  }
}

bool Shard::is_over(const CharacterState& state, const ActiveSegment& active, Tick tick) const {
  return rate_.first_at_or_after(active.block_start,
                                 active.plan.end - ahead_of(state, active.plan, tick)) <= tick;
}

/// Whether another that lasts lies over one that does and has all that it has.
bool Shard::is_replaced(const CharacterState& state, const ActiveSegment& lasting,
                        Tick tick) const {
  const motion::Actuator& below = *lasting.plan.actuator;
  const auto own = static_cast<std::size_t>(&lasting - state.segments.data());
  return std::any_of(state.segments.begin() + static_cast<std::ptrdiff_t>(own) + 1,
                     state.segments.end(), [&](const ActiveSegment& active) {
                       const motion::Actuator& over = *active.plan.actuator;
                       return active.plan.lasting && !active.fading &&
                              is_over(state, active, tick) &&
                              (below.joints() & over.joints()) == below.joints() &&
                              (below.channels() & ~over.channels()).none();
                     });
}

void Shard::drop_finished_segments(CharacterState& state, Tick tick) const {
  const auto is_finished = [&](const ActiveSegment& active) {
    const PlayingBlock* playing = active.fading ? find_block(state, active.block) : nullptr;
    if (playing != nullptr && interruption_weight(*playing, tick, rate_) == 0) return true;
    return is_over(state, active, tick) &&
           (!active.plan.lasting || is_replaced(state, active, tick));
  };
  // From the uppermost down: what is hidden looks for what hides it above itself.
  for (std::size_t i = state.segments.size(); i-- > 0;) {
    if (!is_finished(state.segments[i])) continue;
    leave_ground(state.segments[i], state);
    state.segments.erase(state.segments.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

void Shard::drop_finished_blocks(Row& row, Tick tick) {
  std::erase_if(row.state.blocks, [&](const PlayingBlock& playing) {
    if (playing.interrupted) return interruption_weight(playing, tick, rate_) == 0;
    const Tick due = rate_.first_at_or_after(playing.start, playing.block->end);
    if (due > tick) return false;
    if (walks_still(row.state, playing.id, tick)) return false;
    // Who walked on beyond the end has ended now, not then: what is said is in the order of ticks.
    const bool lasted_longer = playing.start < due && due < tick;
    say(row, playing, lasted_longer ? tick : due, FeedbackKind::Ended, playing.block->id);
    return true;
  });
}

pose::Layer Shard::layer_of(const CharacterState& state, const ActiveSegment& active,
                            pose::Interval& interval, Tick tick) const {
  const Seconds time = rate_.between(active.block_start, tick) + ahead_of(state, active.plan, tick);
  float weight = active.plan.weight_at(time);
  if (active.fading) weight *= interruption_weight(*find_block(state, active.block), tick, rate_);
  return {.keys = active.keys.get(),
          .contents = active.contents,
          .interval = &interval,
          .time_s = static_cast<float>(time.count()),
          .weight = weight};
}

// Steps 4 and 5: sample the keys of each segment, blend one pose.

void Shard::sample_and_blend(Row& row, Tick tick, std::span<const Stretch> ahead) {
  CharacterState& state = row.state;
  if (state.segments.empty()) {
    pose_ = *row.base;
    return;
  }
  layers_.clear();
  blended_.clear();
  for (ActiveSegment& active : state.segments) {
    if (is_relative(active)) continue;
    layers_.push_back(layer_of(state, active, active.interval, tick));
    blended_.push_back(&active);
  }
  samples_.resize(layers_.size());
  pose::BlendJob{
      .layers = layers_, .rest = row.base, .ahead = ahead, .samples = samples_, .output = &pose_}
      .run();
}

void Shard::sample_relative(CharacterState& state, Tick tick) {
  relative_.clear();
  for (ActiveSegment& active : state.segments) {
    if (is_relative(active)) {
      relative_.push_back(layer_of(state, active, active.interval, tick));
    }
  }
  for (autonomy::LifeSegment& each : state.life.segments) {
    const Seconds time = rate_.between(each.started, tick);
    relative_.push_back({.keys = each.keys.get(),
                         .contents = pose::Contents::of(*each.keys),
                         .interval = &each.interval,
                         .time_s = static_cast<float>(time.count()),
                         .weight = 1});
  }
}

void Shard::say(const Row& row, BlockId block, ClientId client, Tick tick, FeedbackKind kind,
                const std::string& id) {
  feedback_.push_back({.kind = kind,
                       .tick = tick,
                       .character = row.id,
                       .block = block,
                       .client = client,
                       .id = id});
}

Shard::Row* Shard::find_row(CharacterId id) {
  const auto found = std::ranges::lower_bound(places_, id, {}, &Place::id);
  return found == places_.end() || found->id != id ? nullptr : &rows_[found->row];
}

}  // namespace kine
