// Tests for realizer/body/mirror.h.
#include "realizer/body/mirror.h"

#include "tests/support/catch.h"

namespace kine::mirror_test {

using namespace kine;
using body::JointLimits;
using body::mirrored;

TEST_CASE("a mirrored turn moves the mirrored point to the mirrored place", "[mirror]") {
  const Quat turn = normalized({0.3, -0.5, 0.2, 0.7});
  const Vec3 point{0.4, -1.2, 0.9};

  CHECK(length(mirrored(turn) * mirrored(point) - mirrored(turn * point)) < 1e-15);
}

TEST_CASE("a turn is within the limits where its mirror is within the mirrored ones", "[mirror]") {
  const JointLimits limits{
      .bone = JointLimits::Axis::X, .min_rad = {-1, -2, 0}, .max_rad = {0.5, 0.1, 0.4}};
  const Vec3 edge{0.5, -2, 0.4};
  const Quat at_the_edge = from_turns(limits.bone, edge);
  const Quat past_it = from_turns(limits.bone, {0.5, -2.1, 0.4});

  CHECK(within_limits(mirrored(limits), mirrored(at_the_edge)) == mirrored(at_the_edge));
  CHECK_FALSE(within_limits(mirrored(limits), mirrored(past_it)) == mirrored(past_it));
}

}  // namespace kine::mirror_test
