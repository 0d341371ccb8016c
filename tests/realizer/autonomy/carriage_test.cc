// Tests for realizer/autonomy/carriage.h.
#include "realizer/autonomy/carriage.h"

#include "realizer/math/units.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"

namespace kine::autonomy::carriage_test {
namespace {

Carriage of_character(std::uint64_t character) {
  return own_carriage(Random({.seed = 1, .character = character}));
}

}  // namespace

TEST_CASE("no two stand alike, and one always stands so", "[carriage]") {
  CHECK(of_character(1) == of_character(1));
  CHECK_FALSE(of_character(1) == of_character(2));
}

TEST_CASE("toes turn out, the more one foot, and no foot is elsewhere", "[carriage]") {
  for (std::uint64_t i = 0; i < 200; ++i) {
    const Carriage carriage = of_character(i);
    const auto& [left, right] = carriage.feet;
    CHECK((left.yaw_rad > 2 * kDegree && left.yaw_rad < 12 * kDegree));
    CHECK((right.yaw_rad < -2 * kDegree && right.yaw_rad > -12 * kDegree));
    CHECK_FALSE(left.yaw_rad == -right.yaw_rad);
    CHECK(left.moved_m == Vec3{});
    CHECK(right.moved_m == Vec3{});
  }
}

TEST_CASE("arms hang by their shares of the base pose, and nothing else of it moves",
          "[carriage]") {
  const body::Body& body = test::ada();
  pose::Pose base;
  hang_arms({.elbows_bend = {1.5, 1}, .arms_hang = {1, 0.9}}, body, base);
  const auto angle_rad = [&](const Quat& turn) { return angle_between({}, turn); };
  const auto written_rad = [&](body::Joint joint) {
    return angle_rad(body.base_pose[body::index_of(joint)]);
  };
  using enum body::Joint;
  CHECK(angle_rad(base.rotation(LeftLowerArm)) == Approx(1.5 * written_rad(LeftLowerArm)));
  CHECK(angle_rad(base.rotation(RightLowerArm)) == Approx(written_rad(RightLowerArm)));
  CHECK(angle_rad(base.rotation(RightUpperArm)) == Approx(0.9 * written_rad(RightUpperArm)));
  CHECK(base.rotation(Head) == Quat{});
}

}  // namespace kine::autonomy::carriage_test
