// Tests for realizer/motion/ground/gait_hips.h.
#include "realizer/motion/ground/gait_hips.h"

#include <algorithm>
#include <cmath>

#include "realizer/motion/ground/gait_feet.h"
#include "tests/support/catch.h"
#include "tests/support/motion/gaits.h"

namespace kine::motion::gait_hips_test {
using test::gait_of;
using test::standing_ada;

TEST_CASE("hips begin and end as they stand", "[gait]") {
  const pose::Gait gait = gait_of({0.9, 3});
  for (const double time_s : {0.0, gait.length_s()}) {
    const Sway sway = sway_at(gait, standing_ada(), time_s);
    CHECK(length(sway.moved_m) < 1e-12);
    CHECK(std::abs(sway.turn_rad) + std::abs(sway.lean_rad) + std::abs(sway.list_rad) < 1e-12);
    CHECK(dropping_at(gait, time_s).down_m(0.05) < 1e-12);
  }
}

TEST_CASE("the weight is over the foot that carries, the hip ahead on the side of the other's",
          "[gait]") {
  const pose::Gait gait = gait_of({0, 4});
  for (int step = 3; step < gait.steps - 1; ++step) {
    const bool left = foot_of(gait, step) == body::Side::Left;
    const Sway carried = sway_at(gait, standing_ada(), (lifts(gait, step) + lands(gait, step)) / 2);
    CHECK((carried.moved_m.x < -0.005) == left);
    CHECK((carried.moved_m.x > 0.005) == !left);
    // A foot that has landed has taken its hip ahead, and the arm of the other side.
    const Sway landed =
        sway_at(gait, standing_ada(), (lands(gait, step) + lifts(gait, step + 1)) / 2);
    const Vec3 left_hip = landed.character_from_hips() * Vec3{1, 0, 0};
    CHECK((left_hip.z > 0.02) == left);
    CHECK((left_hip.z < -0.02) == !left);
    CHECK((landed.arms < 0) == left);
  }
}

TEST_CASE("hips are lowest where both feet are apart, and never up", "[gait]") {
  const pose::Gait gait = gait_of({0, 4});
  constexpr double kDrop_m = 0.05;
  const auto down_m = [&](double time_s) { return dropping_at(gait, time_s).down_m(kDrop_m); };
  for (int step = 2; step < gait.steps - 2; ++step) {
    const double both_s = (lands(gait, step) + lifts(gait, step + 1)) / 2;
    const double one_s = (lifts(gait, step) + lands(gait, step)) / 2;
    CHECK(down_m(both_s) > 1.3 * down_m(one_s));
    CHECK(down_m(one_s) >= kDropMin_m);
    CHECK(down_m(both_s) <= kDrop_m);
  }
  // However little a gait asks for, knees are bent.
  CHECK(dropping_at(gait, lifts(gait, 3)).down_m(0) == Approx(kDropMin_m));
}

TEST_CASE("a share of the drop is what more of it brings", "[gait]") {
  const pose::Gait gait = gait_of({0.4, 3});
  for (double time_s = gait.lead_s + gait.step_s; time_s < gait.length_s(); time_s += 0.07) {
    const Dropping dropping = dropping_at(gait, time_s);
    if (std::min(dropping.from_share, dropping.to_share) == 0) continue;
    const double more_m = dropping.down_m(0.09) - dropping.down_m(0.08);
    CHECK(more_m == Approx(0.01 * dropping.share()).margin(1e-12));
  }
}

}  // namespace kine::motion::gait_hips_test
