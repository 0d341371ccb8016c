#include "realizer/tick/filters/asked_muscles.h"

#include <algorithm>

namespace kine {

AskedMuscles asked_muscles(const CharacterState& state, Tick tick, TickRate rate) {
  AskedMuscles asked;
  bool keeps_to_plan = false;
  for (const PlayingBlock& playing : state.blocks) {
    const auto says = motion::dynamics_at(*playing.block, rate.between(playing.start, tick));
    if (says == script::Dynamics::None) keeps_to_plan = true;
    const auto& model = playing.block->muscles;
    if (says.value_or(script::Dynamics::None) == script::Dynamics::None || model == nullptr)
      continue;
    const bool stands = says == script::Dynamics::Body && model->figure.stands;
    if (asked.model == nullptr || (stands && !asked.stands)) asked = {model, stands};
  }
  if (asked.model != nullptr || keeps_to_plan || state.live_body.empty()) return asked;
  const auto& live = state.live_body.front().muscles;
  return {live, live != nullptr && live->figure.stands};
}

bool knows_muscles(const CharacterState& state) {
  const auto has_some = [](const PlayingBlock& each) { return each.block->muscles != nullptr; };
  const bool live = !state.live_body.empty() && state.live_body.front().muscles != nullptr;
  return live || std::ranges::any_of(state.blocks, has_some);
}

bool muscles_stay(const CharacterState& state) {
  return !state.live_body.empty() && state.live_body.front().muscles != nullptr &&
         state.live_body.front().pushes.empty();
}

}  // namespace kine
