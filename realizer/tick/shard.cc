#include "realizer/tick/shard.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include "realizer/cast/builtins.h"
#include "realizer/core/limits.h"
#include "realizer/math/ease.h"
#include "realizer/pose/blend.h"
#include "realizer/pose/character_kernels.h"

namespace kine {
namespace {

/// Of the characters of a scene: those of the shard itself.
constexpr std::size_t kOwnGroup = 0;

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
  presences_.push_back(presence_of(rows_.back()));
  presences_before_.push_back(presences_.back());
}

void Shard::advance_to(Tick tick, std::span<const Input> inputs) {
  feedback_.clear();
  replanned_.clear();
  wishes_.clear();
  targets_moved_.clear();
  std::swap(frames_, frames_before_);
  std::swap(presences_, presences_before_);
  scene_.see(kOwnGroup, frames_before_, presences_before_);
  // What the others see of the last tick stays as it is.
  frames_.resize(rows_.size());
  presences_.resize(rows_.size());
  for (const Input& input : inputs) {
    if (const auto* const join = std::get_if<Join>(&input)) welcome(tick, *join);
  }
  take_in(tick, inputs);
  scene_.advance(rate_.step());
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    keep_time(rows_[i], tick);
    schedule(rows_[i], tick);
    give_way(rows_[i], tick);
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
    show_presence(i);
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

namespace {

/// Sync points of the blocks that are handed in: all of them may be due at once.
std::size_t sync_points_of(std::span<const Input> inputs) {
  constexpr std::size_t kRoomMax = 1 << 16;
  std::size_t points = 0;
  for (const Input& input : inputs) {
    const auto* const play = std::get_if<PlayBlock>(&input);
    if (play != nullptr && play->block) points += play->block->sync_points.size();
  }
  return std::min(points, kRoomMax);
}

}  // namespace

void Shard::take_in(Tick tick, std::span<const Input> inputs) {
  // Memory that grows in steps is touched twice, and its first touch is what a burst costs.
  feedback_.reserve(sync_points_of(inputs));
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

// Step 2: the active segments; crossed sync points become Feedback.

namespace {

/// What goes on to its end when its block is gone: steps, and lips that close.
bool is_under_way(const ActiveSegment& active) { return !active.plan.lasting; }

}  // namespace

void Shard::schedule(Row& row, Tick tick) {
  const bool has_nothing_due = row.state.blocks.empty() && row.state.waiting.empty() &&
                               std::ranges::none_of(row.state.segments, is_under_way);
  if (tick < row.quiet_until || has_nothing_due) return;
  go_on_as_planned(row, tick);
  Beginning beginning;
  std::size_t cues = kCuesGivenMax;
  do {
    beginning.covers.clear();
    for (std::size_t i = 0; i < row.state.blocks.size(); ++i) give_cues(row, i, tick, cues);
    for (PlayingBlock& playing : row.state.blocks) {
      bind_due_segments(row, playing, tick, beginning);
      if (!row.state.tension.empty()) bind_early(row, playing, tick, beginning);
      change_life(row.state, playing, tick);
      move_targets(row, playing, tick);
      if (change_tension(row.state, playing, tick)) beginning.covers.clear();
      say_crossed_sync_points(row, playing, tick);
    }
    drop_finished_segments(row.state, tick);
    drop_finished_blocks(row, tick);
  } while (begin_waiting(row, tick));
  settle_intervals(row);
  row.quiet_until = next_event(row.state, tick);
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

// Step 3: what lives of itself. It comes after the changes that scripts make to it in this tick.

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

/// Whether one of those above it, another that lasts, has all that it has.
bool Shard::is_replaced(const CharacterState& state, const ActiveSegment& lasting,
                        std::span<const ActiveSegment> above, Tick tick) const {
  const motion::Actuator& below = *lasting.plan.actuator;
  return std::ranges::any_of(above, [&](const ActiveSegment& active) {
    const motion::Actuator& over = *active.plan.actuator;
    return active.plan.lasting && !active.fading && is_over(state, active, tick) &&
           (below.joints() & over.joints()) == below.joints() &&
           (below.channels() & ~over.channels()).none();
  });
}

void Shard::drop_finished_segments(CharacterState& state, Tick tick) const {
  std::vector<ActiveSegment>& segments = state.segments;
  std::size_t kept = segments.size();  // from there on stand those that stay
  const auto is_finished = [&](const ActiveSegment& active) {
    const PlayingBlock* playing = active.fading ? find_block(state, active.block) : nullptr;
    if (playing != nullptr && interruption_weight(*playing, tick, rate_) == 0) return true;
    return is_over(state, active, tick) &&
           (!active.plan.lasting ||
            is_replaced(state, active, std::span(segments).subspan(kept), tick));
  };
  // From the uppermost down: what is hidden looks for what hides it above itself.
  for (std::size_t i = segments.size(); i-- > 0;) {
    if (is_finished(segments[i])) {
      leave_ground(segments[i], state);
    } else if (--kept != i) {
      segments[kept] = std::move(segments[i]);
    }
  }
  segments.erase(segments.begin(), segments.begin() + static_cast<std::ptrdiff_t>(kept));
}

void Shard::drop_finished_blocks(Row& row, Tick tick) {
  // What stays of it may stay for long, and keeps nothing of the block, such as its sound.
  const auto let_go_of = [&](BlockId block) {
    for (ActiveSegment& active : row.state.segments) {
      if (active.block == block) active.owner.reset();
    }
  };
  std::erase_if(row.state.blocks, [&](const PlayingBlock& playing) {
    if (playing.interrupted) {
      const bool has_faded = interruption_weight(playing, tick, rate_) == 0;
      if (has_faded) let_go_of(playing.id);
      return has_faded;
    }
    const Tick due = rate_.first_at_or_after(playing.start, playing.block->end);
    if (due > tick) return false;
    if (walks_still(row.state, playing.id, tick) || has_cues_to_give(playing, tick)) return false;
    // What went on beyond the end has ended now, not then: what is said is in the order of ticks.
    const bool lasted_longer = (playing.start < due || playing.has_much_to_do) && due < tick;
    say(row, playing, lasted_longer ? tick : due, FeedbackKind::Ended, playing.block->id);
    let_go_of(playing.id);
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
