// Tests for realizer/body/body_offsets.h.
#include "realizer/body/body_offsets.h"

#include <limits>

#include "tests/support/catch.h"

namespace kine::body_offsets_test {
namespace {

using body::BodyOffsets;

/// Every number of it is another one.
constexpr BodyOffsets kAll{
    .pelvis_m = {0.01, 0.02, 0.03},
    .pelvis_rad = {0.1, 0.2, 0.3},
    .spine_rad = {{{0.4, 0.5, 0.6}, {0.41, 0, 0}, {0, 0, 0.42}, {0.43, 0, 0}, {0, 0.44, 0}}},
    .clavicles_rad = {{{0.7, 0.8, 0.9}, {1.0, 1.1, 1.2}}},
    .centre_of_mass_m = {0.04, 0.05},
    .feet = {{{{0.05, 0, 0.01}, 0.1}, {{-0.06, 0, 0.02}, -0.2}}}};

}  // namespace

TEST_CASE("offsets add up, number by number", "[body_offsets]") {
  const BodyOffsets sum = kAll + 2 * kAll;
  CHECK(sum.pelvis_m.y == Approx(0.06));
  CHECK(sum.pelvis_rad.z == Approx(0.9));
  CHECK(sum.spine_rad[0].x == Approx(1.2));
  CHECK(sum.spine_rad[4].y == Approx(1.32));
  CHECK(sum.clavicles_rad[0].y == Approx(2.4));
  CHECK(sum.clavicles_rad[1].z == Approx(3.6));
  CHECK(sum.centre_of_mass_m[0] == Approx(0.12));
  CHECK(sum.centre_of_mass_m[1] == Approx(0.15));
  CHECK(sum.feet[0].moved_m.x == Approx(0.15));
  CHECK(sum.feet[1].yaw_rad == Approx(-0.6));
  CHECK(kAll + BodyOffsets{} == kAll);
}

TEST_CASE("a share of the way from one set of offsets to another is that share", "[body_offsets]") {
  CHECK(mixed(BodyOffsets{}, kAll, 0) == BodyOffsets{});
  CHECK(mixed(BodyOffsets{}, kAll, 1) == kAll);
  CHECK(mixed(kAll, 3 * kAll, 0.25).clavicles_rad[1].x == Approx(1.5));
}

TEST_CASE("feet step to another stance one after the other, the hips over the one that stands",
          "[body_offsets]") {
  const BodyOffsets wide{.feet = {{{{0.05, 0, 0}, 0.3}, {{-0.05, 0, 0}, -0.3}}}};
  const BodyOffsets left_in_air = mixed({}, wide, 0.25);
  CHECK(left_in_air.feet[0].moved_m.x == Approx(0.025));
  CHECK(left_in_air.feet[0].moved_m.y == Approx(0.03));
  CHECK(left_in_air.feet[1] == body::FootOffset{});
  CHECK(left_in_air.pelvis_m.x == Approx(-0.04));
  CHECK(mixed({}, wide, 0.5).feet[0] == wide.feet[0]);
  CHECK(mixed({}, wide, 0.5).feet[1] == body::FootOffset{});
  CHECK(mixed({}, wide, 0.5).pelvis_m == Vec3{});
  const BodyOffsets right_in_air = mixed({}, wide, 0.75);
  CHECK(right_in_air.feet[0] == wide.feet[0]);
  CHECK(right_in_air.feet[1].yaw_rad == Approx(-0.15));
  CHECK(right_in_air.pelvis_m.x == Approx(0.04));
  // A stance that stays makes no step.
  CHECK(mixed(wide, wide, 0.25).feet == wide.feet);
}

TEST_CASE("an offset past its bound, or no number, is not valid", "[body_offsets]") {
  CHECK(valid(BodyOffsets{}));
  CHECK(valid(kAll));
  CHECK_FALSE(valid(BodyOffsets{.pelvis_m = {0, -0.41, 0}}));
  CHECK_FALSE(valid(BodyOffsets{.spine_rad = {{{}, {0, 0, 1.7}}}}));
  CHECK_FALSE(valid(BodyOffsets{.clavicles_rad = {{{}, {-2, 0, 0}}}}));
  CHECK_FALSE(valid(BodyOffsets{.centre_of_mass_m = {0, 0.5}}));
  CHECK_FALSE(valid(BodyOffsets{.feet = {{{}, {{0.5, 0, 0}, 0}}}}));
  CHECK_FALSE(valid(BodyOffsets{.feet = {{{{}, 2}, {}}}}));
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  CHECK_FALSE(valid(BodyOffsets{.pelvis_rad = {kNone, 0, 0}}));
  CHECK_FALSE(valid(BodyOffsets{.centre_of_mass_m = {kNone, 0}}));
}

}  // namespace kine::body_offsets_test
