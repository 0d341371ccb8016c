// What a shard does about steps and stances: one owner has the ground at a time, which takes over
// from the one before where that stands, and leaves the character there.
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "realizer/motion/ground/ground.h"
#include "realizer/tick/ground.h"
#include "realizer/tick/shard.h"

namespace kine {

/// Binds a segment. What steps and stances begin from is known here.
pose::Keys Shard::compile(const motion::Segment& segment, motion::Entry& entry, const Row& row,
                          Tick block_start) const {
  const auto* ground = dynamic_cast<const motion::Ground*>(segment.actuator.get());
  if (ground == nullptr) return segment.actuator->compile(entry, *row.cast->body);
  std::vector<std::optional<motion::WalkTarget>> targets;
  for (const motion::GroundMove& move : ground->moves()) {
    std::optional<motion::WalkTarget>& target = targets.emplace_back();
    const std::string* name = move.walks_to ? std::get_if<std::string>(&*move.walks_to) : nullptr;
    if (name == nullptr) continue;
    // Of a character it is where it stands.
    Scene::Place place = scene_.find(*name);
    if (place.kind == Scene::Place::Kind::Character) place.joint = body::Joint::Hips;
    if (const auto point_m = scene_.point_in_world(place)) {
      target = {*point_m, place.kind == Scene::Place::Kind::Character};
    }
    // Who walks is met where that leads.
    const auto who = scene_.character_at(place);
    const Presence* const other = who ? scene_.find_presence(*who) : nullptr;
    if (target && other != nullptr && other->keys) {
      target->point_m = motion::last_place(other->keys->ground).position_m;
    }
  }
  motion::GroundEntry stands{
      .root = row.state.placement, .base = row.state.stance, .targets = targets};
  for (const ActiveSegment& active : row.state.segments) {
    if (!active.contents.ground) continue;
    stands.keys = &active.keys->ground;
    stands.base = motion::last_bends(*stands.keys);
    stands.behind = rate_.between(active.block_start, block_start);
  }
  entry.ground = &stands;
  return segment.actuator->compile(entry, *row.cast->body);
}

/// `active` is to begin: it has the ground from now on, and goes back to where the one before goes.
void Shard::take_ground(ActiveSegment& active, CharacterState& state) const {
  std::erase_if(state.segments, [&](const ActiveSegment& each) {
    if (each.contents.ground) state.stance = motion::last_bends(each.keys->ground);
    return each.contents.ground;
  });
  const pose::GroundKeys& keys = active.keys->ground;
  active.plan.end = std::max(active.plan.end, Seconds(keys.end_s));
  active.plan.lasting = motion::last_bends(keys) != pose::Bends{};
}

/// Who walked is there, to the bit, whatever tick was the last, and stands as it ended.
void Shard::leave_ground(const ActiveSegment& active, CharacterState& state) {
  if (!active.contents.ground) return;
  state.placement = motion::last_place(active.keys->ground);
  state.stance = motion::last_bends(active.keys->ground);
}

/// Its block is interrupted. What moves the body fades out with it; who walks comes to stand, and
/// who bends goes back to the stance there was, unless it has walked away from there or is through.
void Shard::stop(ActiveSegment& active, const CharacterState& state, Tick tick) const {
  if (!active.contents.ground) {
    active.fading = true;
    return;
  }
  const pose::GroundKeys& before = active.keys->ground;
  if (is_over(state, active, tick) && motion::last_bends(before) == pose::Bends{}) return;
  auto keys = std::make_shared<pose::Keys>(*active.keys);
  const Seconds now = rate_.between(active.block_start, tick) - rate_.step();
  const bool has_walked = !before.gaits.empty() && before.gaits.front().start_s < now.count();
  keys->ground = motion::stopped(before, now.count(), has_walked ? pose::Bends{} : state.stance);
  active.plan.end = std::max(Seconds(keys->ground.end_s), now);
  active.plan.start = std::min(active.plan.start, active.plan.end);
  active.plan.lasting = motion::last_bends(keys->ground) != pose::Bends{};
  active.keys = std::move(keys);
}

/// Its block is another one from now on, which goes on with `planned`, or without it: who walks or
/// bends comes to rest where that ends now, and goes back later where that ends later.
void Shard::go_on_ground(ActiveSegment& active, const motion::Segment* planned,
                         const CharacterState& state, Tick tick) const {
  constexpr Seconds kUnmoved{1e-6};
  if (is_over(state, active, tick)) return;
  if (planned == nullptr) return stop(active, state, tick);
  // Who is to stay as it will be has nothing to go back from.
  if (planned->lasting && active.keys->ground.gaits.empty()) return;
  const Seconds later = planned->end - active.owner->segments[active.segment].end;
  if (std::chrono::abs(later) < kUnmoved) return;
  const Seconds now = rate_.between(active.block_start, tick);
  auto moved = motion::with_last_move_later(active.keys->ground, now.count(), later.count());
  if (!moved) {
    constexpr Seconds kAtOnce{0.5};
    if (planned->end < now + kAtOnce) stop(active, state, tick);
    return;
  }
  auto keys = std::make_shared<pose::Keys>(*active.keys);
  keys->ground = *std::move(moved);
  active.plan.end = Seconds(keys->ground.end_s);
  active.keys = std::move(keys);
}

/// Whether somebody walks farther than was known when the block was planned.
bool Shard::walks_still(const CharacterState& state, BlockId block, Tick tick) const {
  return std::ranges::any_of(state.segments, [&](const ActiveSegment& active) {
    return active.contents.ground && active.block == block && !is_over(state, active, tick);
  });
}

void Shard::solve_ground(Row& row) {
  row.state.placement = stand({*row.cast->body, layers_}, pose_);
}

}  // namespace kine
