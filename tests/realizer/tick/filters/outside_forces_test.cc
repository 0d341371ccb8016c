// Tests for realizer/tick/filters/outside_forces.h.
#include "realizer/tick/filters/outside_forces.h"

#include <memory>
#include <numbers>

#include "tests/support/catch.h"

namespace kine::outside_forces_test {
namespace {

const TickRate kRate(10);

CharacterState playing(const plan::Forces& forces, Tick start = {}) {
  auto block = std::make_shared<motion::Block>();
  block->forces = forces;
  CharacterState state;
  state.blocks.push_back({.id = {}, .client = {}, .block = block, .start = start});
  return state;
}

}  // namespace

TEST_CASE("a push counts for the parts of ticks in which it lasts", "[outside_forces]") {
  const auto state = playing(
      {.pushes = {{.start = Seconds(0.25), .duration = Seconds(0.1), .force_N = {1, 2, 3}}}});
  OutsideForces forces;
  forces.find(state, Tick{2}, kRate);
  CHECK(forces.pushes().empty());
  forces.find(state, Tick{3}, kRate);
  REQUIRE(forces.pushes().size() == 1);
  CHECK(forces.pushes()[0].from == Approx(0.5));
  CHECK(forces.pushes()[0].to == 1);
  forces.find(state, Tick{4}, kRate);
  REQUIRE(forces.pushes().size() == 1);
  CHECK(forces.pushes()[0].from == 0);
  CHECK(forces.pushes()[0].to == Approx(0.5));
  forces.find(state, Tick{5}, kRate);
  CHECK(forces.pushes().empty());
}

TEST_CASE("forces are in the axes of the character", "[outside_forces]") {
  auto state = playing({.pushes = {{.duration = Seconds(1), .force_N = {0, 0, 100}}}});
  state.placement.heading_rad = std::numbers::pi / 2;  // to its left, +X of the world
  OutsideForces forces;
  forces.find(state, Tick{1}, kRate);
  REQUIRE(forces.pushes().size() == 1);
  CHECK(forces.pushes()[0].force_N.x == Approx(100));
  CHECK(forces.pushes()[0].force_N.z == Approx(0).margin(1e-9));
}

TEST_CASE("of two loads in a hand the later one counts", "[outside_forces]") {
  const auto state = playing(
      {.loads = {{.end = plan::kUntilEnd, .mass_kg = 5, .believed_kg = 5},
                 {.start = Seconds(1), .end = Seconds(2), .mass_kg = 1, .believed_kg = 0}}});
  OutsideForces forces;
  forces.find(state, Tick{5}, kRate);
  CHECK(forces.loads()[1].mass_kg == 5);
  CHECK(forces.loads()[0].mass_kg == 0);
  forces.find(state, Tick{15}, kRate);
  CHECK(forces.loads()[1].mass_kg == 1);
  CHECK(forces.loads()[1].believed_kg == 0);
  forces.find(state, Tick{25}, kRate);
  CHECK(forces.loads()[1].mass_kg == 5);
}

TEST_CASE("pushes beyond those that may act at once are left out", "[outside_forces]") {
  plan::Forces many;
  many.pushes.assign(kPushesAtOnceMax + 1, {.duration = Seconds(1), .force_N = {0, 0, 1}});
  OutsideForces forces;
  forces.find(playing(many), Tick{1}, kRate);
  CHECK(forces.pushes().size() == kPushesAtOnceMax);
  CHECK(forces.leaves_out());
  many.pushes.pop_back();
  forces.find(playing(many), Tick{1}, kRate);
  CHECK(forces.pushes().size() == kPushesAtOnceMax);
  CHECK_FALSE(forces.leaves_out());
}

}  // namespace kine::outside_forces_test
