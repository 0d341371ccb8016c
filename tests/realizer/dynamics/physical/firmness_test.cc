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

TEST_CASE("a leg is as firm as it is told, its damper a tenth of its springs as in the paper",
          "[firmness]") {
  body::Body body = test::ben();
  body.height_m = 1.75;
  body.weight_kg = 70;
  const Figure figure = whole_body_of(body);
  const std::vector<double> inertias(figure.degrees, kInertia_kg_m2);
  Firmness leading;
  Firmness led;
  const std::size_t knee = find_joint(figure, body::Joint::LeftLowerLeg)->degree;
  const auto follow = [&](const JointTension& said) {
    JointTensions all;
    all.fill(said);
    follow_tensions(figure, inertias, {.asked = all, .step = Seconds(0.01)}, leading, led);
  };
  follow({.stiffness_Nm_rad = 900, .compensates = false});
  CHECK(led.stiffness_Nm_rad[knee] == Approx(900));
  CHECK(led.damping_Nms_rad[knee] == Approx(90));
  CHECK(led.compensation[knee] == 0);
  follow({.stiffness_Nm_rad = 900, .damping_Nms_rad = 40});
  CHECK(led.damping_Nms_rad[knee] == Approx(40));
  follow({.tension = {.rest_error_m = 0.01, .zeta = 0.7}});
  CHECK(led.stiffness_Nm_rad[knee] == Approx(1700).epsilon(0.01));  // of the study
  CHECK(led.damping_Nms_rad[knee] == Approx(170).epsilon(0.01));
}

TEST_CASE("a tension that is asked within a tick comes in what is left of it", "[firmness]") {
  Arm late;
  late.follow(stiff(100));
  JointTensions asked = stiff(300, Seconds(0.5));
  for (JointTension& each : asked) each.asked_for = Seconds(0.004);
  const double stiffness = late.follow(asked, Seconds(0.04));
  Arm short_tick;
  short_tick.follow(stiff(100));
  CHECK(stiffness == Approx(short_tick.follow(stiff(300, Seconds(0.5)), Seconds(0.004))));
}

TEST_CASE("firmness lies between two, and grows by factors", "[firmness]") {
  Firmness firmness;
  firmness.stiffness_Nm_rad.fill(10);
  firmness.damping_Nms_rad.fill(2);
  firmness.compensation.fill(1);
  Firmness between = firmness;
  come_between(Firmness{}, 0.75, between);
  CHECK(between.stiffness_Nm_rad[7] == Approx(2.5));
  CHECK(between.damping_Nms_rad[7] == Approx(0.5));
  CHECK(between.compensation[7] == Approx(0.25));
  std::array<double, kDegreesMax> factors;
  factors.fill(3);
  Firmness grown = firmness;
  scale(factors, grown);
  CHECK(grown.stiffness_Nm_rad[7] == 30);
  CHECK(grown.damping_Nms_rad[7] == 6);
  CHECK(grown.compensation[7] == 1);
  CHECK(differ(firmness, grown));
  CHECK_FALSE(differ(firmness, firmness));
}

TEST_CASE("joints swing by their inertia, but for legs and what has a stiffness", "[firmness]") {
  const Figure figure = whole_body_of(test::ada());
  const FigureJoint& arm = *find_joint(figure, body::Joint::LeftLowerArm);
  CHECK(swings_by_inertia(arm, {}));
  CHECK_FALSE(swings_by_inertia(arm, {.stiffness_Nm_rad = 8}));
  CHECK_FALSE(swings_by_inertia(*find_joint(figure, body::Joint::LeftLowerLeg), {}));
}

TEST_CASE("a share of the way lies between what is left and what is asked", "[firmness]") {
  Arm arm;
  JointTensions asked = stiff(300);
  for (JointTension& each : asked) each.share = 0.25;
  const JointTensions left = stiff(100);
  CHECK(arm.follow(asked, Seconds(0.01), &left) == Approx(150));
}

}  // namespace kine::dynamics::physical::firmness_test
