#include "realizer/tick/kinds/ground_kind.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "realizer/motion/ground/ground.h"
#include "realizer/tick/solving/ground.h"
#include "realizer/tick/state/segment_time.h"

namespace kine {
namespace {

bool has_ground(const ActiveSegment& active) {
  return active.contents.solved == pose::Solved::Ground;
}

template <class Segments>
auto* find_in(Segments& segments) {
  const auto found = std::ranges::find_if(segments, has_ground);
  return found == segments.end() ? nullptr : &*found;
}

bool is_bent(const pose::GroundKeys& keys) { return motion::last_bends(keys) != pose::Bends{}; }

/// What scripts name: of a character it is where it stands, and where its walk leads.
class NamedTargets final : public motion::WalkTargets {
 public:
  explicit NamedTargets(const Scene& scene) : scene_(scene) {}

  std::optional<motion::WalkTarget> find(const std::string& name) const override {
    Scene::Place place = scene_.find(name);
    const bool is_character = place.kind == Scene::Place::Kind::Character;
    if (is_character) place.joint = body::Joint::Hips;
    const auto point_m = scene_.point_in_world(place);
    if (!point_m) return {};
    const auto who = scene_.character_at(place);
    const Presence* const other = who ? scene_.find_presence(*who) : nullptr;
    const bool walks = other != nullptr && other->keys;
    return motion::WalkTarget{
        walks ? motion::last_place(*other->keys->find<pose::GroundKeys>()).position_m : *point_m,
        is_character};
  }

 private:
  const Scene& scene_;
};

/// The character to which a walk leads in the end, if any.
std::optional<CharacterId> walks_to(const TickContext& context, const pose::GroundKeys& keys) {
  if (!keys.asked || keys.asked->name.empty()) return {};
  return context.scene.character_at(context.scene.find(keys.asked->name));
}

/// The same with other steps.
std::shared_ptr<const pose::Keys> with_steps(const pose::Keys& keys, pose::GroundKeys steps) {
  auto changed = std::make_shared<pose::Keys>(keys);
  changed->solved = std::move(steps);
  return changed;
}

}  // namespace

void GroundKind::solve(const SolveJob& job) const {
  job.row.state.placement = stand({*job.row.cast->body, job.scratch.layers}, job.scratch.pose);
}

pose::Keys GroundKind::bind(const TickContext& context, const motion::Segment& segment,
                            motion::Entry& entry, const CharacterRow& row, Tick block_start) const {
  const NamedTargets targets(context.scene);
  motion::GroundEntry stands{
      .root = row.state.placement, .base = row.state.stance, .targets = &targets};
  if (const ActiveSegment* const before = find_ground(row.state)) {
    stands.keys = &ground_of(*before);
    stands.base = motion::last_bends(*stands.keys);
    stands.behind = context.rate.between(before->block_start, block_start);
  }
  entry.ground = &stands;
  return segment.actuator->compile(entry, *row.cast->body);
}

void GroundKind::begin(const TickContext& context, ActiveSegment& active,
                       CharacterState& state) const {
  if (const ActiveSegment* const before = find_ground(state)) {
    state.stance = motion::last_bends(ground_of(*before));
    std::erase_if(state.segments, has_ground);
  }
  const pose::GroundKeys& keys = ground_of(active);
  active.walks_to = walks_to(context, keys);
  active.plan.end = std::max(active.plan.end, Seconds(keys.end_s));
  active.plan.lasting = is_bent(keys);
}

void GroundKind::stop(const TickContext& context, ActiveSegment& active,
                      const CharacterState& state, Tick tick) const {
  const pose::GroundKeys& before = ground_of(active);
  if (is_over(context, state, active, tick) && !is_bent(before)) return;
  const Seconds now = context.rate.between(active.block_start, tick) - context.rate.step();
  const bool has_walked = !before.gaits.empty() && before.gaits.front().start_s < now.count();
  pose::GroundKeys steps =
      motion::stopped(before, now.count(), has_walked ? pose::Bends{} : state.stance);
  active.plan.end = std::max(Seconds(steps.end_s), now);
  active.plan.start = std::min(active.plan.start, active.plan.end);
  active.plan.lasting = is_bent(steps);
  active.keys = with_steps(*active.keys, std::move(steps));
}

void GroundKind::give_up(const TickContext& context, ActiveSegment& active, CharacterState& state,
                         Tick tick, Seconds) const {
  state.stance = {};
  stop(context, active, state, tick);
}

bool GroundKind::go_on(const TickContext& context, ActiveSegment& active,
                       const motion::Segment* planned, const CharacterState& state,
                       Tick tick) const {
  constexpr Seconds kUnmoved{1e-6};
  constexpr bool kStays = true;
  if (is_over(context, state, active, tick)) return kStays;
  if (planned == nullptr) {
    stop(context, active, state, tick);
    return kStays;
  }
  const pose::GroundKeys& before = ground_of(active);
  // What is to stay as it will be has nothing to go back from.
  if (planned->lasting && before.gaits.empty()) return kStays;
  const Seconds later = planned->end - active.owner->segments[active.segment].end;
  if (std::chrono::abs(later) < kUnmoved) return kStays;
  const Seconds now = context.rate.between(active.block_start, tick);
  auto moved = motion::with_last_move_later(before, now.count(), later.count());
  if (!moved) {
    constexpr Seconds kAtOnce{0.5};
    if (planned->end < now + kAtOnce) stop(context, active, state, tick);
    return kStays;
  }
  active.plan.end = Seconds(moved->end_s);
  active.keys = with_steps(*active.keys, *std::move(moved));
  return kStays;
}

void GroundKind::leave(const ActiveSegment& active, CharacterState& state) const {
  const pose::GroundKeys& keys = ground_of(active);
  state.placement = motion::last_place(keys);
  state.stance = motion::last_bends(keys);
}

const ActiveSegment* find_ground(const CharacterState& state) { return find_in(state.segments); }
ActiveSegment* find_ground(CharacterState& state) { return find_in(state.segments); }

const pose::GroundKeys& ground_of(const ActiveSegment& active) {
  return *active.keys->find<pose::GroundKeys>();
}

}  // namespace kine
