#include "realizer/tick/filters/outside_forces.h"

#include <algorithm>
#include <cmath>

namespace kine {

using dynamics::physical::HandLoad;
using dynamics::physical::HandLoads;
using dynamics::physical::TorsoPush;

namespace {

/// A load that comes or goes within a tick counts by its share of it.
void take_up(const plan::Load& load, double share, HandLoad& carried) {
  carried.mass_kg = std::lerp(carried.mass_kg, load.mass_kg, share);
  carried.believed_kg = std::lerp(carried.believed_kg, load.believed_kg, share);
}

}  // namespace

void OutsideForces::find(const CharacterState& state, Tick tick, TickRate rate) {
  count_ = 0;
  leaves_out_ = false;
  braces_ = false;
  expects_ = false;
  loads_ = state.live_body.empty() ? HandLoads{} : state.live_body.front().loads;
  const Quat world_from_character = state.placement.world_from_character();
  for (const PlayingBlock& playing : state.blocks) {
    const plan::Forces& forces = playing.block->forces;
    if (forces.empty() || tick < playing.start) continue;
    const Seconds end = rate.between(playing.start, tick);
    const Seconds start = tick > playing.start ? rate.between(playing.start, Tick{tick.index - 1})
                                               : end - rate.step();
    for (const plan::Push& push : forces.pushes) {
      const Seconds push_end = push.start + push.duration;
      expects_ = expects_ || push.expected;
      braces_ = braces_ || (push.expected && end > push.start - kBracesBefore && start < push_end);
      add({.joint = push.joint,
           .force_N = world_from_character * push.force_N,
           .from = (push.start - start) / rate.step(),
           .to = (push_end - start) / rate.step()});
    }
    for (const plan::Load& load : forces.loads) {
      const Seconds shared = std::min(end, load.end) - std::max(start, load.start);
      if (shared <= Seconds{0}) continue;
      take_up(load, shared / (end - start), loads_[static_cast<std::size_t>(load.hand)]);
    }
  }
  find_live(state, tick, rate);
}

/// Behind those of blocks. Each counts from its own zero, as that of a block does.
void OutsideForces::find_live(const CharacterState& state, Tick tick, TickRate rate) {
  if (state.live_body.empty()) return;
  const Quat world_from_character = state.placement.world_from_character();
  for (const PushUnderWay& each : state.live_body.front().pushes) {
    const Seconds start = rate.between(each.zero, tick) - rate.step();
    TorsoPush push{.joint = each.push.joint,
                   .force_N = world_from_character * each.push.force_N,
                   .from = (Seconds{0} - start) / rate.step(),
                   .to = (each.push.duration - start) / rate.step()};
    if (const auto& drag = each.push.drag) {
      push.drag = {drag->to_m, drag->stiffness_N_m, drag->most_N};
    }
    add(push);
  }
}

static_assert(kPushesAtOnceMax + kTouchedJoints.size() <= dynamics::physical::kTorsoPushesMax);

void OutsideForces::add_touch(const Scene& scene, CharacterId id) {
  constexpr double kNear_m = 3;
  Seen self;
  scene.for_each_frame([&](const Frame& frame, const body::Body& body) {
    if (frame.character == id) self = {&frame, &body};
  });
  if (self.frame == nullptr) return;
  const auto place_m = [](const Frame& frame) {
    return Vec3{frame.root[0], frame.root[1], frame.root[2]};
  };
  near_.clear();
  scene.for_each_frame([&](const Frame& frame, const body::Body& body) {
    if (frame.character == id || length(place_m(frame) - place_m(*self.frame)) > kNear_m) return;
    near_.push_back({&frame, &body});
  });
  if (near_.empty()) return;
  // Forces are added up in the same order on each shard.
  std::ranges::sort(near_, {}, [](const Seen& seen) { return seen.frame->character; });
  const Balls own = balls_of(*self.frame, *self.body);
  std::array<Vec3, kTouchedJoints.size()> forces_N;
  for (const Seen& other : near_) add_touch_N(own, balls_of(*other.frame, *other.body), forces_N);
  for (std::size_t i = 0; i < forces_N.size(); ++i) {
    if (forces_N[i] == Vec3{}) continue;
    pushes_[count_++] = {.joint = kTouchedJoints[i], .force_N = forces_N[i]};
  }
}

/// `push` with its share of the tick, which may be outside of it.
void OutsideForces::add(TorsoPush push) {
  if (push.from >= 1 || push.to <= 0) return;
  if (count_ == kPushesAtOnceMax) {
    leaves_out_ = true;
    return;
  }
  push.from = std::max(push.from, 0.0);
  push.to = std::min(push.to, 1.0);
  pushes_[count_++] = push;
}

}  // namespace kine
