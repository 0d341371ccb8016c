// Tests for realizer/math/two_bones.h: lengths and places by geometry.
#include "realizer/math/two_bones.h"

#include <algorithm>
#include <numbers>

#include "tests/support/catch.h"
#include "tests/support/motion/random_rotations.h"

namespace kine::two_bones_test {

using namespace kine;

namespace {

constexpr double kUpper = 0.3;
constexpr double kLower = 0.25;
constexpr double kDegree = std::numbers::pi / 180;

/// An arm along +X that bends about -Z, so its elbow lies at +Y of the line.
TwoBones bent_by(double angle_rad) {
  const Vec3 middle{kUpper, 0, 0};
  return {{}, middle, middle + rotation_about({0, 0, -1}, angle_rad) * Vec3{kLower, 0, 0}};
}

TwoBones turned(const Quat& q, const TwoBones& bones) {
  return {q * bones.root, q * bones.middle, q * bones.end};
}

constexpr Vec3 kHinge = {0, 0, -1};

/// What the turns make of the bones, as a skeleton would: place by place.
Vec3 end_by_turns(const TwoBones& bones, const TwoBoneReach& reach) {
  return bones.root + reach.upper * (bones.middle - bones.root) +
         reach.lower * (bones.end - bones.middle);
}

}  // namespace

TEST_CASE("a point in reach is reached, by turns alone", "[two_bones]") {
  test::RandomRotations random(11);
  for (int i = 0; i < 2000; ++i) {
    const Quat turn = random.within(3);
    // Up to 0.96 of the length, for one that was all but straight up to 0.9.
    const double bend_deg = i % 150;
    const TwoBones bones = turned(turn, bent_by(bend_deg * kDegree));
    const double far = 0.2 + (bend_deg < 30 ? 0.29 : 0.33) * (i % 97) / 97;
    const Vec3 target = random.within(3) * Vec3{far, 0, 0};

    const TwoBoneReach reach = reached(bones, target, turn * kHinge);

    CHECK(length(end_by_turns(bones, reach) - target) < 1e-12);
    CHECK(length(reach.bones.end - target) < 1e-12);
    CHECK(length(reach.bones.middle) == Approx(kUpper));
    CHECK(length(bones.root + reach.upper * (bones.middle - bones.root) - reach.bones.middle) <
          1e-12);
  }
}

TEST_CASE("without softness all that the bones reach is reached, and no more", "[two_bones]") {
  test::RandomRotations random(12);
  for (int i = 0; i < 500; ++i) {
    const Quat turn = random.within(3);
    const TwoBones bones = turned(turn, bent_by((i % 170) * kDegree));
    const double far = 0.06 + 0.6 * (i % 101) / 100;
    const Vec3 direction = random.within(3) * Vec3{1, 0, 0};

    const TwoBoneReach reach = reached_exactly(bones, far * direction, turn * kHinge);

    const Vec3 expected = std::min(far, kUpper + kLower) * direction;
    CHECK(length(end_by_turns(bones, reach) - expected) < 1e-7);
  }
}

TEST_CASE("where the end is already, nothing turns", "[two_bones]") {
  test::RandomRotations random(12);
  for (const double bend_deg : {5.0, 20.0, 90.0, 140.0, 155.0}) {
    CAPTURE(bend_deg);
    const Quat turn = random.within(3);
    const TwoBones bones = turned(turn, bent_by(bend_deg * kDegree));
    const TwoBoneReach reach = reached(bones, bones.end, turn * kHinge);
    // Elbows within a degree of straight lie so close to the line that the hinge has a say.
    CHECK(angle_between(reach.upper, {}) < (bend_deg < 10 ? 1e-3 : 1e-7));
    CHECK(length(reach.bones.end - bones.end) < 1e-12);
  }
  const TwoBones straight = bent_by(0);
  CHECK(length(reached(straight, straight.end, kHinge).bones.end - straight.end) < 1e-9);
}

TEST_CASE("a straight arm bends about its hinge", "[two_bones]") {
  const TwoBoneReach reach = reached(bent_by(0), {0.4, 0, 0}, kHinge);
  CHECK(reach.bones.middle.y > 0.1);
  CHECK(std::abs(reach.bones.middle.z) < 1e-12);
}

TEST_CASE("the elbow goes with the shortest turn of the line", "[two_bones]") {
  const TwoBones bones = bent_by(60 * kDegree);
  const Vec3 n = unit(bones.end);
  for (const double turn_deg : {-120.0, -30.0, 45.0, 150.0}) {
    // A turn about an axis square to the line is the shortest: all goes with it.
    const Quat turn = rotation_about({0, 0, 1}, turn_deg * kDegree);
    const Quat aside = rotation_about(cross(n, {0, 0, 1}), turn_deg * kDegree);
    for (const Quat& q : {turn, aside}) {
      const TwoBoneReach reach = reached(bones, q * bones.end, kHinge);
      CHECK(length(reach.bones.middle - q * bones.middle) < 1e-9);
    }
  }
}

TEST_CASE("a point out of reach is approached on its ray, ever more slowly", "[two_bones]") {
  const TwoBones bones = bent_by(60 * kDegree);
  double before = 0;
  for (double far = 0.45; far < 0.8; far += 0.001) {
    const TwoBoneReach reach = reached(bones, {0, far, 0}, kHinge);
    CHECK(length(rejected(reach.bones.end, {0, 1, 0})) < 1e-12);
    CHECK(reach.bones.end.y < kUpper + kLower);
    CHECK(reach.bones.end.y > before);
    before = reach.bones.end.y;
  }
  CHECK(before > 0.99 * (kUpper + kLower));
}

TEST_CASE("an elbow never jumps, through the straight arm and through the folded one",
          "[two_bones]") {
  const TwoBones bones = bent_by(60 * kDegree);
  for (const Vec3& from : {Vec3{-0.1, 0.1, 0.6}, Vec3{-0.6, 0.03, 0.02}}) {
    Vec3 before = reached(bones, from, kHinge).bones.middle;
    double greatest = 0;
    for (int i = 1; i <= 1200; ++i) {
      const Vec3 target = from + Vec3{0.001 * i, 0, 0};
      const Vec3 now = reached(bones, target, kHinge).bones.middle;
      greatest = std::max(greatest, length(now - before));
      before = now;
    }
    CHECK(greatest < 0.02);  // for a millimetre of the hand; a flip is 0.3 and more
  }
}

}  // namespace kine::two_bones_test
