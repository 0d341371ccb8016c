// Tests for realizer/tick/filters/asked_muscles.h.
#include "realizer/tick/filters/asked_muscles.h"

#include "tests/support/catch.h"

namespace kine::asked_muscles_test {
namespace {

using Model = std::shared_ptr<const dynamics::physical::TorsoModel>;
using enum script::Dynamics;

const TickRate kRate(10);

Model model(bool stands = false) {
  dynamics::physical::TorsoModel made;
  made.figure.stands = stands;
  return std::make_shared<const dynamics::physical::TorsoModel>(std::move(made));
}

motion::Block& play(CharacterState& state, Model muscles,
                    std::optional<script::Dynamics> dynamics = {}) {
  auto block = std::make_shared<motion::Block>();
  block->muscles = std::move(muscles);
  block->dynamics = dynamics;
  state.blocks.push_back({.id = {state.blocks.size() + 1}, .block = block, .start = Tick{10}});
  return *block;
}

AskedMuscles at(const CharacterState& state, std::uint64_t tick) {
  return asked_muscles(state, Tick{tick}, kRate);
}

}  // namespace

TEST_CASE("muscles are those of the first script that has some, else those that were set",
          "[asked_muscles]") {
  const Model live = model();
  const Model of_script = model();
  CharacterState state;
  CHECK(at(state, 10).model == nullptr);
  CHECK_FALSE(knows_muscles(state));
  state.live_body.push_back({.muscles = live});
  CHECK(at(state, 10).model == live);
  CHECK(knows_muscles(state));
  play(state, nullptr);
  CHECK(at(state, 10).model == live);
  play(state, nullptr, None);
  CHECK(at(state, 10).model == nullptr);
  play(state, of_script, Torso);
  CHECK(at(state, 10).model == of_script);
  CHECK_FALSE(at(state, 10).stands);
  play(state, model(true), Body);
  CHECK(at(state, 10).stands);
}

TEST_CASE("muscles of a part are there while it plays, and as physical as it says",
          "[asked_muscles]") {
  const Model whole = model(true);
  CharacterState state;
  motion::Block& block = play(state, whole);
  block.parts = {{.id = "a", .start = Seconds(1), .end = Seconds(2), .dynamics = Torso},
                 {.id = "b", .start = Seconds(1.5), .end = Seconds(3), .dynamics = Body}};
  CHECK(knows_muscles(state));
  CHECK(at(state, 19).model == nullptr);
  CHECK(at(state, 20).model == whole);
  CHECK_FALSE(at(state, 20).stands);
  CHECK(at(state, 25).stands);
  CHECK(at(state, 39).stands);
  CHECK(at(state, 40).model == nullptr);
}

TEST_CASE("a part that keeps to its plan takes muscles away that were set", "[asked_muscles]") {
  const Model live = model();
  CharacterState state;
  state.live_body.push_back({.muscles = live});
  play(state, nullptr).parts = {
      {.id = "a", .start = Seconds(1), .end = Seconds(2), .dynamics = None}};
  CHECK(at(state, 19).model == live);
  CHECK(at(state, 20).model == nullptr);
  CHECK(at(state, 30).model == live);
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
