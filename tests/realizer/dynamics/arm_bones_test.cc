// Tests for realizer/dynamics/arm_bones.h.
#include "realizer/dynamics/arm_bones.h"

#include <cmath>
#include <memory>

#include "realizer/solve/elbow.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"

namespace kine::arm_bones_test {
namespace {

using body::Joint;
using body::Side;

TEST_CASE("each lane has its own body's bones, the right side mirrored", "[arm_bones]") {
  const auto bones = std::make_unique<dynamics::BodyBones>();
  dynamics::put(test::ada(), 3, *bones);
  dynamics::put(test::ben(), 4, *bones);

  const auto& [left, right] = bones->sides;
  CHECK(left.upper_m[3] == Approx(0.28));
  CHECK(left.lower_m[3] == Approx(0.24));
  CHECK(left.upper_m[4] == Approx(0.31));
  CHECK(left.lower_m[4] == Approx(0.26));
  for (const std::size_t lane : {std::size_t{3}, std::size_t{4}}) {
    CHECK(left.upper_inverse[lane] * left.upper_m[lane] == Approx(1));
    CHECK(right.upper_m[lane] == left.upper_m[lane]);
    CHECK(right.shoulder_m.x[lane] == -left.shoulder_m.x[lane]);
    CHECK(right.hand_way[lane] == -left.hand_way[lane]);
    CHECK(right.hand_y_max[lane] == Approx(-left.hand_y_min[lane]));
    CHECK(left.arm.hinge.y[lane] == Approx(solve::elbow_hinge(Side::Left).y));
    CHECK(right.arm.hinge.y[lane] == Approx(solve::elbow_hinge(Side::Right).y));
  }
  CHECK(left.arm.hand_m.x[3] == Approx(0.24));
  CHECK(bones->upper_chest_m.y[3] == Approx(0.137));
}

TEST_CASE("a wrist comes no nearer to the shoulder than a bent elbow lets it", "[arm_bones]") {
  const auto bones = std::make_unique<dynamics::BodyBones>();
  dynamics::put(test::ada(), 0, *bones);

  // ada's elbow bends by 145 degrees.
  auto turns = test::ada().base_pose;
  turns[body::index_of(Joint::LeftLowerArm)] = rotation_about({0, -1, 0}, 145 * M_PI / 180);
  const auto model = test::ada().compute_model(turns);
  const double expected = length(model.positions_m[body::index_of(Joint::LeftHand)] -
                                 model.positions_m[body::index_of(Joint::LeftUpperArm)]);
  CHECK(bones->sides[0].nearest_m[0] == Approx(expected).epsilon(1e-5));
  CHECK(bones->sides[1].nearest_m[0] == Approx(expected).epsilon(1e-5));
}

TEST_CASE("limits are tangents of half the angle", "[arm_bones]") {
  const auto bones = std::make_unique<dynamics::BodyBones>();
  dynamics::put(test::ada(), 0, *bones);
  // A forearm rolls from -90 to 85 degrees, a hand bends from -80 to 70 about z.
  CHECK(bones->sides[0].roll_min[0] == Approx(-1));
  CHECK(bones->sides[0].roll_max[0] == Approx(std::tan(42.5 * M_PI / 180)));
  CHECK(bones->sides[0].hand_z_min[0] == Approx(std::tan(-40 * M_PI / 180)));
  CHECK(bones->sides[0].hand_z_max[0] == Approx(std::tan(35 * M_PI / 180)));
}

TEST_CASE("a hand reaches to its knuckles, an arm from its upper joint to the wrist",
          "[arm_bones]") {
  CHECK(dynamics::hand_length_m(test::ada(), Side::Left) ==
        Approx(std::hypot(0.099, 0.0018, 0.0126)));
  CHECK(dynamics::arm_length_m(test::ada(), Side::Right) == Approx(0.52));
}

}  // namespace
}  // namespace kine::arm_bones_test
