#include "realizer/tick/ground_owner.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "realizer/motion/ground/ground.h"
#include "realizer/tick/state/segment_time.h"

namespace kine {

pose::Keys compile_keys(const TickContext& context, const motion::Segment& segment,
                        motion::Entry& entry, const CharacterRow& row, Tick block_start) {
  const auto* ground = dynamic_cast<const motion::Ground*>(segment.actuator.get());
  if (ground == nullptr) return segment.actuator->compile(entry, *row.cast->body);
  std::vector<std::optional<motion::WalkTarget>> targets;
  for (const motion::GroundMove& move : ground->moves()) {
    std::optional<motion::WalkTarget>& target = targets.emplace_back();
    const std::string* name = move.walks_to ? std::get_if<std::string>(&*move.walks_to) : nullptr;
    if (name == nullptr) continue;
    // Of a character it is where it stands.
    Scene::Place place = context.scene.find(*name);
    if (place.kind == Scene::Place::Kind::Character) place.joint = body::Joint::Hips;
    if (const auto point_m = context.scene.point_in_world(place)) {
      target = {*point_m, place.kind == Scene::Place::Kind::Character};
    }
    // Who walks is met where that leads.
    const auto who = context.scene.character_at(place);
    const Presence* const other = who ? context.scene.find_presence(*who) : nullptr;
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
    stands.behind = context.rate.between(active.block_start, block_start);
  }
  entry.ground = &stands;
  return segment.actuator->compile(entry, *row.cast->body);
}

void take_ground(ActiveSegment& active, CharacterState& state) {
  std::erase_if(state.segments, [&](const ActiveSegment& each) {
    if (each.contents.ground) state.stance = motion::last_bends(each.keys->ground);
    return each.contents.ground;
  });
  const pose::GroundKeys& keys = active.keys->ground;
  active.plan.end = std::max(active.plan.end, Seconds(keys.end_s));
  active.plan.lasting = motion::last_bends(keys) != pose::Bends{};
}

void leave_ground(const ActiveSegment& active, CharacterState& state) {
  if (!active.contents.ground) return;
  state.placement = motion::last_place(active.keys->ground);
  state.stance = motion::last_bends(active.keys->ground);
}

void stop(const TickContext& context, ActiveSegment& active, const CharacterState& state,
          Tick tick) {
  if (!active.contents.ground) {
    active.fading = true;
    return;
  }
  const pose::GroundKeys& before = active.keys->ground;
  if (is_over(context, state, active, tick) && motion::last_bends(before) == pose::Bends{}) return;
  auto keys = std::make_shared<pose::Keys>(*active.keys);
  const Seconds now = context.rate.between(active.block_start, tick) - context.rate.step();
  const bool has_walked = !before.gaits.empty() && before.gaits.front().start_s < now.count();
  keys->ground = motion::stopped(before, now.count(), has_walked ? pose::Bends{} : state.stance);
  active.plan.end = std::max(Seconds(keys->ground.end_s), now);
  active.plan.start = std::min(active.plan.start, active.plan.end);
  active.plan.lasting = motion::last_bends(keys->ground) != pose::Bends{};
  active.keys = std::move(keys);
}

void go_on_ground(const TickContext& context, ActiveSegment& active, const motion::Segment* planned,
                  const CharacterState& state, Tick tick) {
  constexpr Seconds kUnmoved{1e-6};
  if (is_over(context, state, active, tick)) return;
  if (planned == nullptr) return stop(context, active, state, tick);
  // Who is to stay as it will be has nothing to go back from.
  if (planned->lasting && active.keys->ground.gaits.empty()) return;
  const Seconds later = planned->end - active.owner->segments[active.segment].end;
  if (std::chrono::abs(later) < kUnmoved) return;
  const Seconds now = context.rate.between(active.block_start, tick);
  auto moved = motion::with_last_move_later(active.keys->ground, now.count(), later.count());
  if (!moved) {
    constexpr Seconds kAtOnce{0.5};
    if (planned->end < now + kAtOnce) stop(context, active, state, tick);
    return;
  }
  auto keys = std::make_shared<pose::Keys>(*active.keys);
  keys->ground = *std::move(moved);
  active.plan.end = Seconds(keys->ground.end_s);
  active.keys = std::move(keys);
}

bool walks_still(const TickContext& context, const CharacterState& state, BlockId block,
                 Tick tick) {
  return std::ranges::any_of(state.segments, [&](const ActiveSegment& active) {
    return active.contents.ground && active.block == block &&
           !is_over(context, state, active, tick);
  });
}

}  // namespace kine
