// Tests for realizer/prepare/live_posture.h.
#include "realizer/prepare/live_posture.h"

#include "realizer/script/sketch.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"

namespace kine::live_posture_test {

TEST_CASE("the posture of a sketch is its shape alone", "[live_posture]") {
  CHECK(posture_of({}, test::ada()) == body::BodyOffsets{});
  CHECK(posture_of({{script::kTempo, 1}, {script::kPower, 1}}, test::ada()) == body::BodyOffsets{});
  const auto slumped = posture_of({{script::kPosture, -1}}, test::ada());
  // A turn about +X brings the top of the trunk ahead.
  double bend_rad = 0;
  for (std::size_t i = 0; i < body::kTrunkJoints; ++i) bend_rad += slumped.spine_rad[i].x;
  CHECK(bend_rad > 0);
}

TEST_CASE("an exaggerated posture is that of twice the number", "[live_posture]") {
  CHECK(posture_of({{script::kPosture, -0.5}, {script::kExaggerate, 1}}, test::ada()) ==
        posture_of({{script::kPosture, -1}}, test::ada()));
}

}  // namespace kine::live_posture_test
