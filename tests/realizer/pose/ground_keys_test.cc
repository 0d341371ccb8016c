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
  CHECK_FALSE(Contents::of(keys).ground);
  keys.ground.end_s = 1;
  CHECK(Contents::of(keys).ground);
  CHECK_FALSE(keys.ground.empty());
}

}  // namespace kine::pose::ground_keys_test
