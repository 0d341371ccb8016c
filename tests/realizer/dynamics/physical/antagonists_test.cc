// Tests for realizer/dynamics/physical/antagonists.h, by the equations of Neff and Fiume 2002.
#include "realizer/dynamics/physical/antagonists.h"

#include <cmath>

#include "realizer/math/units.h"
#include "tests/support/catch.h"
#include "tests/support/motion/random_rotations.h"

namespace kine::dynamics::physical::antagonists_test {
namespace {

constexpr SetPoints kElbow{-2.8, 0.4};

}  // namespace

TEST_CASE("at the wanted angle both springs and what is external are in balance", "[antagonists]") {
  test::RandomRotations random(20);
  for (int i = 0; i < 1000; ++i) {
    const double angle_rad = random.number(-2.7, 0.3);
    const double external_Nm = random.number(-20, 20);
    const double tension = random.number(200, 2000);
    const Gains gains = equilibrium_gains(tension, angle_rad, external_Nm, kElbow);
    CHECK(torque_Nm(gains, angle_rad, kElbow) + external_Nm == Approx(0).margin(1e-9));  // eq. 5
    // Eq. 6: the line through this angle.
    const double slope = (kElbow.low_rad - angle_rad) / (angle_rad - kElbow.high_rad);
    CHECK(slope > 0);
    CHECK(gains.high_Nm_rad ==
          Approx(gains.low_Nm_rad * slope - external_Nm / (kElbow.high_rad - angle_rad)));
  }
}

TEST_CASE("both gains add up to the tension, unless that is too little to pull", "[antagonists]") {
  const Gains firm = equilibrium_gains(300, -1, 5, kElbow);
  CHECK(firm.tension_Nm_rad() == Approx(300));
  CHECK(firm.low_Nm_rad > 0);
  CHECK(firm.high_Nm_rad > 0);
  const Gains weak = equilibrium_gains(1, 0.3, -10, kElbow);
  CHECK(weak.tension_Nm_rad() == Approx(10 / 0.1));  // all of it by the spring that is 0.1 rad long
  CHECK(weak.low_Nm_rad == Approx(0).margin(1e-9));
  CHECK(torque_Nm(weak, 0.3, kElbow) == Approx(10));
}

TEST_CASE("they answer an error as a spring of their tension does", "[antagonists]") {
  // Eq. 13 to 16: k_s = k_L + k_H, and the set point of that spring is their weighted mean.
  const Gains gains{40, 25};
  const double set_point_rad = (40 * kElbow.low_rad + 25 * kElbow.high_rad) / 65;
  for (const double angle_rad : {-2.0, -0.5, 0.2}) {
    CHECK(torque_Nm(gains, angle_rad, kElbow) == Approx(65 * (set_point_rad - angle_rad)));
  }
}

TEST_CASE("a limb that sags by less is stiffer, by the paper's cylinder", "[antagonists]") {
  // 5 kg, 0.6 m, held level: a spring with the wanted angle as its set point sags by 3 degrees at
  // 281 Nm/rad, and by half a degree at 1686.
  const double gravity_Nm = 5 * 9.81 * 0.3;
  CHECK(gravity_Nm / (3 * kDegree) == Approx(281).epsilon(0.002));
  CHECK(gravity_Nm / (0.5 * kDegree) == Approx(1686).epsilon(0.002));
  // Antagonists that know of gravity do not sag at all, however loose they are.
  for (const double tension : {50.0, 281.0, 1686.0}) {
    const Gains gains = equilibrium_gains(tension, -1.2, -gravity_Nm, kElbow);
    CHECK(torque_Nm(gains, -1.2, kElbow) == Approx(gravity_Nm));
  }
}

}  // namespace kine::dynamics::physical::antagonists_test
