// Tests for realizer/pose/ground_keys.h.
#include "realizer/pose/ground_keys.h"

#include "realizer/pose/keys.h"
#include "tests/support/catch.h"

namespace kine::pose::ground_keys_test {

TEST_CASE("a gait lasts for its lead and its steps", "[ground_keys]") {
  Gait gait;
  gait.lead_s = 0.2;
  gait.step_s = 0.5;
  gait.steps = 4;
  CHECK(gait.length_s() == Approx(2.2));
}

TEST_CASE("keys say whether they have any for the ground", "[ground_keys]") {
  Keys keys;
  CHECK(Contents::of(keys).solved == Solved::Nothing);
  GroundKeys& ground = keys.solved.emplace<GroundKeys>();
  CHECK(Contents::of(keys).solved == Solved::Nothing);
  ground.end_s = 1;
  CHECK(Contents::of(keys).solved == Solved::Ground);
  CHECK(keys.find<GroundKeys>() == &ground);
  CHECK(keys.find<GazeKeys>() == nullptr);
}

}  // namespace kine::pose::ground_keys_test
