// Tests for realizer/tick/filters/asked_muscles.h.
#include "realizer/tick/filters/asked_muscles.h"

#include "tests/support/catch.h"

namespace kine::asked_muscles_test {
namespace {

using Model = std::shared_ptr<const dynamics::physical::TorsoModel>;

Model model() { return std::make_shared<const dynamics::physical::TorsoModel>(); }

void play(CharacterState& state, Model muscles, bool keeps_to_plan = false) {
  auto block = std::make_shared<motion::Block>();
  block->muscles = std::move(muscles);
  block->keeps_to_plan = keeps_to_plan;
  state.blocks.push_back({.id = {state.blocks.size() + 1}, .block = block});
}

}  // namespace

TEST_CASE("muscles are those of the first script that has some, else those that were set",
          "[asked_muscles]") {
  const Model live = model();
  const Model of_script = model();
  CharacterState state;
  CHECK(asked_muscles(state) == nullptr);
  state.live_body.push_back({.muscles = live});
  CHECK(asked_muscles(state) == live);
  play(state, nullptr);
  CHECK(asked_muscles(state) == live);
  play(state, nullptr, true);
  CHECK(asked_muscles(state) == nullptr);
  play(state, of_script);
  CHECK(asked_muscles(state) == of_script);
}

TEST_CASE("muscles stay where they were set and nothing pushes them", "[asked_muscles]") {
  CharacterState state;
  CHECK_FALSE(muscles_stay(state));
  state.live_body.push_back({.muscles = model()});
  CHECK(muscles_stay(state));
  state.live_body.front().pushes.emplace_back();
  CHECK_FALSE(muscles_stay(state));
  state.live_body.front() = {.loads = {{{1, 1}, {}}}};
  CHECK_FALSE(muscles_stay(state));
}

}  // namespace kine::asked_muscles_test
