// Tests for realizer/prepare/live_posture.h.
#include "realizer/prepare/live_posture.h"

#include "realizer/script/sketch.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"

namespace kine::live_posture_test {

TEST_CASE("the posture of a sketch is its shape, and how much its character does of itself",
          "[live_posture]") {
  const auto posture = [](const script::Expressivity& sketch) {
    return posture_of(sketch, test::ada(), Seconds(1));
  };
  CHECK(posture({}) == PostureChange{.over = Seconds(1)});
  CHECK(posture({{script::kTempo, 1}, {script::kPower, 1}}) == PostureChange{.over = Seconds(1)});
  CHECK(posture({{script::kIdleAmount, 0.25}}).idle_amount == 0.25);
  const body::BodyOffsets slumped = posture({{script::kPosture, -1}}).offsets;
  // A turn about +X brings the top of the trunk ahead.
  double bend_rad = 0;
  for (std::size_t i = 0; i < body::kTrunkJoints; ++i) bend_rad += slumped.spine_rad[i].x;
  CHECK(bend_rad > 0);
}

TEST_CASE("an exaggerated posture is that of twice the number", "[live_posture]") {
  CHECK(posture_of({{script::kPosture, -0.5}, {script::kExaggerate, 1}}, test::ada(), Seconds(1)) ==
        posture_of({{script::kPosture, -1}}, test::ada(), Seconds(1)));
}

}  // namespace kine::live_posture_test
