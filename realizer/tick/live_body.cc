#include "realizer/tick/live_body.h"

#include <algorithm>

#include "realizer/core/limits.h"

namespace kine {
namespace {

LiveBody& body_of(CharacterState& state) {
  if (state.live_body.empty()) state.live_body.emplace_back();
  return state.live_body.front();
}

/// A tick begins where the one before it ends.
Tick start_of(Tick tick) { return {tick.index == 0 ? 0 : tick.index - 1}; }

}  // namespace

void set_dynamics(const SetDynamics& set, CharacterState& state) {
  body_of(state).muscles = set.muscles;
}

void push_joint(const PushJoint& input, Tick tick, TickRate rate, CharacterState& state) {
  end_pushes(tick, rate, state);
  std::vector<PushUnderWay>& pushes = body_of(state).pushes;
  std::erase_if(pushes, [&](const PushUnderWay& each) {
    return input.push.drag && each.push.drag && each.client == input.client &&
           each.push.joint == input.push.joint;
  });
  if (pushes.size() >= kPushesAtOnceMax) return;
  pushes.push_back({.client = input.client, .zero = start_of(tick), .push = input.push});
}

void set_load(const SetLoad& set, CharacterState& state) {
  body_of(state).loads[static_cast<std::size_t>(set.load.hand)] = {set.load.mass_kg,
                                                                   set.load.believed_kg};
}

void end_pushes(Tick tick, TickRate rate, CharacterState& state) {
  if (state.live_body.empty()) return;
  const Tick start = start_of(tick);
  std::erase_if(state.live_body.front().pushes, [&](const PushUnderWay& each) {
    return rate.between(each.zero, start) >= each.push.duration;
  });
  if (state.live_body.front() == LiveBody{}) state.live_body.clear();
}

}  // namespace kine
