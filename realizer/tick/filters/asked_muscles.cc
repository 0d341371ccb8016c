#include "realizer/tick/filters/asked_muscles.h"

namespace kine {

std::shared_ptr<const dynamics::physical::TorsoModel> asked_muscles(const CharacterState& state) {
  std::shared_ptr<const dynamics::physical::TorsoModel> asked;
  bool keeps_to_plan = false;
  for (const PlayingBlock& playing : state.blocks) {
    const auto& muscles = playing.block->muscles;
    if (muscles != nullptr && (asked == nullptr || muscles->figure.stands)) asked = muscles;
    keeps_to_plan = keeps_to_plan || playing.block->keeps_to_plan;
  }
  if (asked != nullptr) return asked;
  if (keeps_to_plan || state.live_body.empty()) return nullptr;
  return state.live_body.front().muscles;
}

bool muscles_stay(const CharacterState& state) {
  return !state.live_body.empty() && state.live_body.front().muscles != nullptr &&
         state.live_body.front().pushes.empty();
}

}  // namespace kine
