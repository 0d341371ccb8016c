// Tests for realizer/solve/elbow.h.
#include "realizer/solve/elbow.h"

#include <cmath>
#include <random>

#include "tests/support/catch.h"

namespace kine::elbow_test {

using namespace kine;
using namespace kine::solve;
using body::Side;

namespace {

constexpr double kDegree = 3.14159265358979323846 / 180;
constexpr Vec3 kUp = {0, 1, 0};

SwivelFrame carried(Side side, const Vec3& line) {
  return swivel_frame(SwivelZero::Carried, side, line, kUp);
}

}  // namespace

TEST_CASE("the elbow's zero is below a raised arm and behind a hanging one", "[elbow]") {
  CHECK(length(carried(Side::Left, {0, 0, 1}).zero - Vec3{0, -1, 0}) < 1e-12);
  CHECK(length(carried(Side::Left, {1, 0, 0}).zero - Vec3{0, -1, 0}) < 1e-12);
  CHECK(length(carried(Side::Right, {0, -1, 0}).zero - Vec3{0, 0, -1}) < 1e-12);
  CHECK(length(carried(Side::Right, {0, 1, 0}).zero - Vec3{0, 0, 1}) < 1e-12);
}

TEST_CASE("a positive swivel lifts the elbow outwards on both sides", "[elbow]") {
  for (const Vec3& line : {Vec3{0, 0, 1}, Vec3{0, -1, 0}, unit(Vec3{0, -1, 1})}) {
    CHECK(carried(Side::Left, line).direction_at(90 * kDegree).x == Approx(1));
    CHECK(carried(Side::Right, line).direction_at(90 * kDegree).x == Approx(-1));
  }
}

TEST_CASE("away from an upright spine is down, and from a leaning one the opposite of its lean",
          "[elbow]") {
  const SwivelFrame upright = swivel_frame(SwivelZero::AwayFromSpine, Side::Left, {0, 0, 1}, kUp);
  CHECK(length(upright.zero - Vec3{0, -1, 0}) < 1e-12);
  const Vec3 leaning_left = unit(Vec3{1, 1, 0});
  const SwivelFrame leaning =
      swivel_frame(SwivelZero::AwayFromSpine, Side::Left, {0, 0, 1}, leaning_left);
  CHECK(length(leaning.zero + leaning_left) < 1e-12);
}

TEST_CASE("a frame is square whatever the line, and gives its swivel back", "[elbow]") {
  std::mt19937 engine(3);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> angle(-3.1, 3.1);
  for (int i = 0; i < 2000; ++i) {
    const Vec3 line = unit(Vec3{normal(engine), normal(engine), normal(engine)});
    for (const auto zero : {SwivelZero::Carried, SwivelZero::AwayFromSpine}) {
      const SwivelFrame frame = swivel_frame(zero, Side::Right, line, kUp);
      REQUIRE(dot(frame.zero, line) == Approx(0).margin(1e-12));
      REQUIRE(dot(frame.zero, frame.outwards) == Approx(0).margin(1e-12));
      REQUIRE(length(frame.outwards) == Approx(1));
      const double swivel = angle(engine);
      REQUIRE(frame.swivel_of(frame.direction_at(swivel)) == Approx(swivel));
    }
  }
}

TEST_CASE("a line along the spine or straight back still has a frame", "[elbow]") {
  for (const Vec3& line : {Vec3{0, 1, 0}, Vec3{0, -1, 0}, Vec3{0, 0, -1}}) {
    for (const auto zero : {SwivelZero::Carried, SwivelZero::AwayFromSpine}) {
      const SwivelFrame frame = swivel_frame(zero, Side::Left, line, kUp);
      CHECK(length(frame.zero) == Approx(1));
      CHECK(dot(frame.zero, line) == Approx(0).margin(1e-9));
    }
  }
}

TEST_CASE("the natural elbow is down and out, the more the higher the hand", "[elbow]") {
  const double hanging = natural_swivel_rad(Side::Left, {0, -1, 0});
  const double ahead = natural_swivel_rad(Side::Left, {0, 0, 1});
  const double overhead = natural_swivel_rad(Side::Left, {0, 1, 0});
  CHECK(hanging > 0);
  CHECK(ahead > hanging);
  CHECK(overhead > ahead);
  CHECK(overhead < 90 * kDegree);
  CHECK(natural_swivel_rad(Side::Left, unit(Vec3{-1, 0, 1})) > ahead);
  CHECK(natural_swivel_rad(Side::Right, unit(Vec3{0.4, 0.2, 1})) ==
        natural_swivel_rad(Side::Left, unit(Vec3{-0.4, 0.2, 1})));
}

TEST_CASE("soft reach is exact up to 97 % of the arm, never jumps, never passes its length",
          "[elbow]") {
  constexpr double kArm_m = 0.52;
  CHECK(soft_reach_m(0.3, kArm_m) == 0.3);
  CHECK(soft_reach_m(0.97 * kArm_m, kArm_m) == 0.97 * kArm_m);
  double last_m = 0.97 * kArm_m;
  for (double distance_m = last_m + 0.001; distance_m < 0.6; distance_m += 0.001) {
    const double reach_m = soft_reach_m(distance_m, kArm_m);
    REQUIRE(reach_m > last_m);
    REQUIRE(reach_m - last_m <= 0.001 + 1e-12);
    REQUIRE(reach_m < kArm_m);
    last_m = reach_m;
  }
  CHECK(soft_reach_m(100, kArm_m) <= kArm_m);
}

}  // namespace kine::elbow_test
