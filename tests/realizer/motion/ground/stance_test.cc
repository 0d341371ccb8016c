// Tests for realizer/motion/ground/stance.h.
#include "realizer/motion/ground/stance.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"

namespace kine::motion::stance_test {
namespace {

using pose::Bend;
using pose::Bends;

Bends only(Bend bend, double far) {
  Bends bends{};
  bends[static_cast<std::size_t>(bend)] = far;
  return bends;
}

Footing bent(const Bends& bends, const pose::StandingBody& body) {
  Footing footing = standing(body, {});
  bend(bends, body, footing);
  return footing;
}

}  // namespace

TEST_CASE("a stance changes evenly from standing on, and no leg is too short for it", "[stance]") {
  for (const body::Body* who : {&test::ada(), &test::ben()}) {
    const pose::StandingBody body = standing_body(*who);
    for (std::size_t i = 0; i < pose::kBendCount; ++i) {
      CAPTURE(i);
      Footing before = bent({}, body);
      CHECK(before.hips_m == body.hips_m);
      constexpr int kSteps = 400;
      for (int step = 1; step <= kSteps; ++step) {
        const Footing now =
            bent(only(static_cast<Bend>(i), static_cast<double>(step) / kSteps), body);
        REQUIRE(length(now.hips_m - before.hips_m) < 0.03);
        REQUIRE(length(now.feet[0].ankle_m - before.feet[0].ankle_m) < 0.01);
        REQUIRE(now.feet[0].ankle_m.y > body.legs[0].ankle_m.y - 0.003);
        const Vec3 joint = now.hips_m + now.character_from_hips *
                                            Vec3{body.legs[0].ankle_m.x, -body.hip_joint_m, 0};
        REQUIRE(length(joint - now.feet[0].ankle_m) < 1.02 * body.leg_m());
        before = now;
      }
    }
  }
}

TEST_CASE("from one stance to another nobody goes through the ground", "[stance]") {
  constexpr std::array kStances = {Bend::Sit, Bend::Crouch, Bend::Lie};
  for (const body::Body* who : {&test::ada(), &test::ben()}) {
    const pose::StandingBody body = standing_body(*who);
    double deepest_m = body.hips_m.y;
    for (const Bend each : kStances) {
      deepest_m = std::min(deepest_m, bent(only(each, 1), body).hips_m.y);
    }
    for (const Bend from : kStances) {
      for (const Bend to : kStances) {
        if (from == to) continue;
        CAPTURE(static_cast<int>(from), static_cast<int>(to));
        double before_m = bent(only(from, 1), body).hips_m.y;
        constexpr int kSteps = 400;
        for (int step = 1; step <= kSteps; ++step) {
          const double far = static_cast<double>(step) / kSteps;
          Bends both = only(from, 1 - far);
          both[static_cast<std::size_t>(to)] = far;
          const double hips_m = bent(both, body).hips_m.y;
          REQUIRE(hips_m > deepest_m - 1e-9);
          REQUIRE(std::abs(hips_m - before_m) < 0.03);
          before_m = hips_m;
        }
        CHECK(before_m == Approx(bent(only(to, 1), body).hips_m.y));
      }
    }
  }
}

TEST_CASE("a bend comes from its velocity to rest", "[stance]") {
  const pose::BendMove moves[] = {{.from_s = 1, .to_s = 2, .from = 0.2, .velocity = 0.5, .to = 0.9},
                                  {.from_s = 3, .to_s = 4, .from = 0.9, .velocity = 0, .to = 0}};
  CHECK(bend_at(moves, 0).value == Approx(0.2));
  CHECK(bend_at(moves, 1).velocity == Approx(0.5));
  CHECK(bend_at(moves, 2).value == Approx(0.9));
  CHECK(bend_at(moves, 2.5).velocity == 0);
  CHECK(bend_at(moves, 3.5).value == Approx(0.45));
  CHECK(bend_at(moves, 9).value == 0);
  CHECK(bend_at({}, 1).value == 0);
  constexpr double kMoment_s = 1e-6;
  for (double time_s = 1.1; time_s < 4; time_s += 0.17) {
    const double slope =
        (bend_at(moves, time_s + kMoment_s).value - bend_at(moves, time_s - kMoment_s).value) /
        (2 * kMoment_s);
    CHECK(bend_at(moves, time_s).velocity == Approx(slope).margin(1e-4));
  }
}

TEST_CASE("less of a change takes less time", "[stance]") {
  CHECK(usual_length({}, {}) == Seconds(0));
  CHECK(usual_length({}, only(Bend::Sit, 1)) > Seconds(1));
  CHECK(usual_length(only(Bend::Sit, 0.5), {}) < usual_length(only(Bend::Sit, 1), {}));
}

}  // namespace kine::motion::stance_test
