// Tests for realizer/motion/clips/clip_paths.h.
#include "realizer/motion/clips/clip_paths.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tests/support/catch.h"
#include "tests/support/motion/clips.h"
#include "tests/support/plan/examples.h"

namespace kine::motion::clip_paths_test {
namespace {

using body::Side;
using Path = std::vector<Vec3>;

constexpr Seconds kFrame{0.02};
constexpr std::size_t kAtRest = 10;    // frames of the gesture
constexpr std::size_t kInStroke = 62;  // its middle
constexpr std::size_t kHeld = 90;

const ClipArm& gesture_arm() {
  static const ClipArm arm = *find_arm(*test::gesture_clip(test::example_body()),
                                       test::example_body(), Side::Right, body::JointSet::all());
  return arm;
}

Path path(const script::Expressivity& manner, const ClipArm& arm = gesture_arm()) {
  return new_paths(std::span(&arm, 1), manner, kFrame, test::example_body()).front();
}

Vec3 chest_m() {
  const body::Body& body = test::example_body();
  return body.compute_model({}).positions_m[index_of(body::Joint::UpperChest)];
}

/// How far a point is along the stroke's way: 0 at its start, 1 at its end.
double along(const Vec3& point_m) {
  const Vec3 way_m = test::kStrokeTo_m - test::kStrokeFrom_m;
  return dot(point_m + chest_m() - test::kStrokeFrom_m, way_m) / dot(way_m, way_m);
}

/// And how far beside it.
double beside_m(const Vec3& point_m) {
  const Vec3 way = unit(test::kStrokeTo_m - test::kStrokeFrom_m);
  return length(rejected(point_m + chest_m() - test::kStrokeFrom_m, way));
}

double farthest_along(const Path& path) {
  double most = -1;
  for (std::size_t i = 40; i < 105; ++i) most = std::max(most, along(path[i]));
  return most;
}

/// A stroke that goes there in a bow, and is held: (3.3) has nothing to do with it.
ClipArm bowed_arm() {
  ClipArm arm = gesture_arm();
  arm.phases = {{0, 50, script::Phase::Preparation},
                {50, 100, script::Phase::Stroke},
                {100, arm.wrists_m.size(), script::Phase::PostStrokeHold}};
  for (std::size_t i = 0; i < arm.wrists_m.size(); ++i) {
    const double h = std::clamp((static_cast<double>(i) - 50) / 50, 0.0, 1.0);
    const Vec3 bow_m{0, 0.1 * std::sin(std::numbers::pi * h), 0};
    arm.wrists_m[i] =
        test::kStrokeFrom_m + h * (test::kStrokeTo_m - test::kStrokeFrom_m) + bow_m - chest_m();
  }
  return arm;
}

double most_beside_m(const Path& path) {
  double most_m = 0;
  for (std::size_t i = 50; i <= 100; ++i) most_m = std::max(most_m, beside_m(path[i]));
  return most_m;
}

}  // namespace

TEST_CASE("a manner that asks for nothing of space keeps every point", "[motion][clip_paths]") {
  CHECK(path({}) == gesture_arm().wrists_m);
  CHECK(path({{script::kTemporalExtent, 1}}) == gesture_arm().wrists_m);
  CHECK(path({{script::kFluidity, -1}}) == gesture_arm().wrists_m);
}

TEST_CASE("spatial extent moves a gesture from the middle of its box, and no rest",
          "[motion][clip_paths]") {
  // (3.3), k' = k + 0.8 p (k - c): the stroke goes from corner to corner of its box.
  const Vec3 middle_m = 0.5 * (test::kStrokeFrom_m + test::kStrokeTo_m) - chest_m();
  for (double p = -1; p <= 1; p += 0.25) {
    CAPTURE(p);
    const Path grown = path({{script::kSpatialExtent, p}});
    const Vec3& held_m = gesture_arm().wrists_m[kHeld];
    const Vec3 expected_m = held_m + 0.8 * p * (held_m - middle_m);
    // Some frames of the way before it are of its speed, too.
    CHECK(length(grown[kHeld] - expected_m) < 0.02);
    CHECK(grown[kAtRest] == gesture_arm().wrists_m[kAtRest]);
  }
}

TEST_CASE("the room that a recorded gesture takes grows with spatial extent",
          "[motion][clip_paths]") {
  double smaller_m = 0;
  for (double p = -1; p <= 1; p += 0.125) {
    CAPTURE(p);
    const Path grown = path({{script::kSpatialExtent, p}});
    const double size_m = length(grown[kHeld] - grown[52]);
    CHECK(size_m > smaller_m);
    smaller_m = size_m;
  }
}

TEST_CASE("a hand that is only held up moves from the solar plexus", "[motion][clip_paths]") {
  ClipArm arm = gesture_arm();
  const Vec3 place_m = arm.wrists_m[kHeld];
  std::ranges::fill(arm.wrists_m, place_m);
  arm.phases = {{0, arm.wrists_m.size(), script::Phase::PostStrokeHold}};
  // (3.2), the point of plan/properties/spatial_extent.
  const body::Body& body = test::example_body();
  const Vec3 plexus_m = body.offsets_m[index_of(body::Joint::Hips)] +
                        (body.height_m / 1.66) * Vec3{0, 0.28, 0.22} - chest_m();
  const Vec3 moved_m = path({{script::kSpatialExtent, 0.5}}, arm)[kHeld];
  CHECK(length(moved_m - (place_m + 0.4 * (place_m - plexus_m))) < 1e-9);
}

TEST_CASE("two arms that gesture grow about one middle", "[motion][clip_paths]") {
  ClipArm left = gesture_arm();
  for (Vec3& wrist_m : left.wrists_m) wrist_m.x = -wrist_m.x;
  const std::vector<ClipArm> arms = {left, gesture_arm()};
  const auto grown = new_paths(arms, {{script::kSpatialExtent, 1}}, kFrame, test::example_body());
  // The middle lies between them, so each goes outwards.
  CHECK(grown[0][kHeld].x == Approx(1.8 * left.wrists_m[kHeld].x).epsilon(1e-6));
  CHECK(grown[1][kHeld].x == Approx(-grown[0][kHeld].x).epsilon(1e-6));
}

TEST_CASE("a powerful stroke swings beyond its end by a tenth of its way, a loose one falls short",
          "[motion][clip_paths]") {
  double less = 0;
  for (double p = -1; p <= 1; p += 0.25) {
    CAPTURE(p);
    const double most = farthest_along(path({{script::kPower, p}}));
    CHECK(most > less);
    less = most;
    CHECK(most == Approx(1 + 0.1 * p).margin(0.02));
    CHECK(along(path({{script::kPower, p}})[100]) == Approx(p < 0 ? 1 + 0.1 * p : 1).margin(0.02));
  }
  // Drawn back before it, as far.
  const Path firm = path({{script::kPower, 1}});
  double back = 0;
  for (std::size_t i = 40; i < 60; ++i) {
    back = std::min(back, along(firm[i]) - along(gesture_arm().wrists_m[i]));
  }
  CHECK(back == Approx(-0.1).margin(0.01));
}

TEST_CASE("strokes are straighter the more power they have", "[motion][clip_paths]") {
  const ClipArm arm = bowed_arm();
  double wider_m = 1;
  for (double p = -1; p <= 1; p += 0.25) {
    CAPTURE(p);
    const double most_m = most_beside_m(path({{script::kPower, p}}, arm));
    CHECK(most_m < wider_m);
    wider_m = most_m;
    CHECK(most_m == Approx((1 - 0.5 * p) * most_beside_m(arm.wrists_m)).epsilon(1e-6));
  }
}

TEST_CASE("corners of a path are rounded the more the more fluent it is", "[motion][clip_paths]") {
  ClipArm arm = gesture_arm();
  for (std::size_t i = 0; i < arm.wrists_m.size(); ++i) {
    const double x = std::abs(static_cast<double>(i) - 80) * 0.004;
    arm.wrists_m[i] = {x, 0, 0};  // there and back, at 20 cm / s
  }
  double sharper_m = -1;
  for (double p = 0; p <= 1; p += 0.125) {
    CAPTURE(p);
    const Path round = path({{script::kFluidity, p}}, arm);
    CHECK(round[80].x > sharper_m);
    sharper_m = round[80].x;
    CHECK(length(round[40] - arm.wrists_m[40]) < 1e-9);  // on a straight way
    CHECK(round.front() == arm.wrists_m.front());
    CHECK(round.back() == arm.wrists_m.back());
  }
}

TEST_CASE("no manner makes a recorded wrist jump", "[motion][clip_paths]") {
  for (const double p : {-1.0, -0.5, 0.5, 1.0}) {
    const Path made =
        path({{script::kSpatialExtent, p}, {script::kPower, p}, {script::kFluidity, p}});
    for (std::size_t i = 1; i < made.size(); ++i) {
      CAPTURE(p, i);
      // The quickest way goes 90 cm in half a second, 1.5 times that in its middle.
      CHECK(length(made[i] - made[i - 1]) < 2 * 0.054);
    }
  }
}

}  // namespace kine::motion::clip_paths_test
