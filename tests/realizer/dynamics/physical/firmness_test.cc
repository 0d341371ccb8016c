// Tests for realizer/dynamics/physical/firmness.h.
#include "realizer/dynamics/physical/firmness.h"

#include <cmath>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"

namespace kine::dynamics::physical::firmness_test {
namespace {

constexpr double kInertia_kg_m2 = 0.4;

struct Arm {
  Figure figure = torso_of(test::ada());
  std::vector<double> inertias = std::vector<double>(figure.degrees, kInertia_kg_m2);
  std::size_t degree = find_joint(figure, body::Joint::LeftLowerArm)->degree;
  Firmness leading = {};
  Firmness led = {};

  double follow(const JointTensions& asked, Seconds step = Seconds(0.01),
                const JointTensions* left = nullptr) {
    follow_tensions(figure, inertias, {.asked = asked, .left = left, .step = step}, leading, led);
    return led.stiffness_Nm_rad[degree];
  }
};

JointTensions stiff(double stiffness_Nm_rad, Seconds over = Seconds{0}) {
  JointTensions all;
  all.fill({.stiffness_Nm_rad = stiffness_Nm_rad, .over = over});
  return all;
}

}  // namespace

TEST_CASE("a joint is as stiff as swings at the frequency of its tension", "[firmness]") {
  Arm arm;
  const Tension tension{.rest_error_m = 0.02, .zeta = 0.4};
  const double stiffness = arm.follow(same_at_all_joints(tension));
  const double frequency = tension.natural_frequency();
  CHECK(stiffness == Approx(kInertia_kg_m2 * frequency * frequency));
  CHECK(arm.led.damping_Nms_rad[arm.degree] ==
        Approx(0.4 * 2 * std::sqrt(stiffness * kInertia_kg_m2)));
  CHECK(arm.led.compensation[arm.degree] == 1);
}

TEST_CASE("a tension that takes a time comes as (1 + x) exp(-x)", "[firmness]") {
  Arm arm;
  arm.follow(stiff(100));
  constexpr double kOver_s = 0.5;
  for (int i = 1; i <= 50; ++i) {
    const double x = 4.744 * 0.01 * i / kOver_s;
    const double stiffness = arm.follow(stiff(300, Seconds(kOver_s)));
    CHECK(stiffness == Approx(300 - 200 * (1 + x) * std::exp(-x)));
  }
  CHECK(arm.led.stiffness_Nm_rad[arm.degree] == Approx(290).epsilon(0.001));  // 95 % of the way
}

TEST_CASE("a share of the way lies between what is left and what is asked", "[firmness]") {
  Arm arm;
  JointTensions asked = stiff(300);
  for (JointTension& each : asked) each.share = 0.25;
  const JointTensions left = stiff(100);
  CHECK(arm.follow(asked, Seconds(0.01), &left) == Approx(150));
}

}  // namespace kine::dynamics::physical::firmness_test
