// Tests for realizer/solve/lean.h.
#include "realizer/solve/lean.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"

namespace kine::solve::lean_test {
namespace {

using enum body::Joint;
using Pose = std::array<Quat, body::kJointCount>;

constexpr std::array<body::Joint, 3> kSpine = {Spine, Chest, UpperChest};
constexpr std::array<body::Joint, 4> kSpineAndNeck = {Spine, Chest, UpperChest, Neck};
constexpr double kReach_m = 0.5;

Vec3 position(const body::Body& body, const Pose& pose, body::Joint joint) {
  return body.compute_model(pose).positions_m[index_of(joint)];
}

Pose leaning_near(const body::Body& body, const std::vector<Nearness>& wanted) {
  Pose pose = body.base_pose;
  lean_near(body, kSpine, wanted, pose);
  return pose;
}

double distance(const body::Body& body, const Pose& pose, body::Joint joint, const Vec3& target) {
  return length(position(body, pose, joint) - target);
}

/// How far a trunk is turned altogether.
double lean_of(const Pose& pose) {
  double sum = 0;
  for (const body::Joint joint : kSpine) sum += angle_between(pose[index_of(joint)], {});
  return sum;
}

}  // namespace

TEST_CASE("a trunk whose shoulder is near enough does not lean", "[lean]") {
  const body::Body& body = test::ada();
  const Vec3 near = position(body, body.base_pose, RightUpperArm) + Vec3{0, 0, kReach_m - 1e-6};

  CHECK(leaning_near(body, {{RightUpperArm, near, kReach_m}}) == body.base_pose);
}

TEST_CASE("a trunk leans just as far as its shoulder has to go", "[lean]") {
  const body::Body* body = GENERATE(&test::ada(), &test::ben());
  const Vec3 way = GENERATE(Vec3{0, 0, 0.7}, Vec3{0, -0.4, 0.5}, Vec3{0.3, 0, 0.55},
                            Vec3{-0.45, -0.4, 0}, Vec3{0.5, 0.1, 0.3});
  const Vec3 target = position(*body, body->base_pose, RightUpperArm) + way;

  const Pose pose = leaning_near(*body, {{RightUpperArm, target, kReach_m}});

  CHECK(distance(*body, pose, RightUpperArm, target) == Approx(kReach_m).margin(1e-3));
  for (const body::Joint joint : kSpine) {
    const std::size_t i = index_of(joint);
    CHECK(angle_between(within_limits(body->limits[i], pose[i]), pose[i]) < 1e-6);
  }
  CHECK(pose[index_of(Neck)] == body->base_pose[index_of(Neck)]);
}

TEST_CASE("every joint of a chain takes a part of the lean", "[lean]") {
  const body::Body& body = test::ada();
  const Vec3 target = position(body, body.base_pose, RightUpperArm) + Vec3{0, 0, 0.7};

  const Pose pose = leaning_near(body, {{RightUpperArm, target, kReach_m}});

  for (const body::Joint joint : kSpine) CHECK(angle_between(pose[index_of(joint)], {}) > 0.02);
}

TEST_CASE("for two hands a trunk leans to the one without losing the other", "[lean]") {
  const body::Body& body = test::ada();
  const Vec3 left = position(body, body.base_pose, LeftUpperArm) + Vec3{0, -0.1, 0.65};
  const Vec3 right = position(body, body.base_pose, RightUpperArm) + Vec3{0.05, 0, 0.6};

  const Pose pose =
      leaning_near(body, {{LeftUpperArm, left, kReach_m}, {RightUpperArm, right, kReach_m}});

  CHECK(distance(body, pose, LeftUpperArm, left) < kReach_m + 1e-3);
  CHECK(distance(body, pose, RightUpperArm, right) < kReach_m + 1e-3);
}

TEST_CASE("mirrored targets make a trunk lean in a mirrored way", "[lean]") {
  const body::Body& body = test::ada();
  const Vec3 right = position(body, body.base_pose, RightUpperArm) + Vec3{-0.2, -0.3, 0.5};

  const Pose to_right = leaning_near(body, {{RightUpperArm, right, kReach_m}});
  const Pose to_left = leaning_near(body, {{LeftUpperArm, {-right.x, right.y, right.z}, kReach_m}});

  for (const body::Joint joint : kSpine) {
    const Quat& q = to_right[index_of(joint)];
    const Quat mirrored = {q.x, -q.y, -q.z, q.w};
    CHECK(angle_between(to_left[index_of(joint)], mirrored) < 1e-9);
  }
}

TEST_CASE("what is out of reach is leaned to no further than a person would", "[lean]") {
  const body::Body& body = test::ada();
  const Vec3 shoulder = position(body, body.base_pose, RightUpperArm);

  const Pose ahead = leaning_near(body, {{RightUpperArm, shoulder + Vec3{0, -0.2, 3}, kReach_m}});
  const Pose above = leaning_near(body, {{RightUpperArm, shoulder + Vec3{0, 3, 0.1}, kReach_m}});

  constexpr double kRadiansPerDegree = 3.14159265358979323846 / 180;
  CHECK(lean_of(ahead) < 75 * kRadiansPerDegree);
  CHECK(lean_of(ahead) > 35 * kRadiansPerDegree);
  CHECK(lean_of(above) < 30 * kRadiansPerDegree);
}

TEST_CASE("a lean follows its target without a jump", "[lean]") {
  const body::Body& body = test::ada();
  const Vec3 shoulder = position(body, body.base_pose, RightUpperArm);
  // Through near and far, ahead, aside, across, down and up.
  const std::vector<Vec3> ways = {{0, 0, 0.3},      {0, 0, 1.2},   {-0.8, 0, 0.3},  {-0.5, -0.7, 0},
                                  {0.1, -0.7, 0.4}, {0.8, 0, 0.2}, {0.3, 0.8, 0.5}, {0, 0, 0.3}};
  struct Step {
    double turned_rad = 0;
    Vec3 from;
    Vec3 to;
  };
  const auto largest_step = [&](const Vec3& from, const Vec3& to, double step_m) {
    Step largest;
    const int steps = std::max(1, static_cast<int>(length(to - from) / step_m));
    Pose before = leaning_near(body, {{RightUpperArm, shoulder + from, kReach_m}});
    for (int i = 1; i <= steps; ++i) {
      const Vec3 at = from + (static_cast<double>(i) / steps) * (to - from);
      const Pose pose = leaning_near(body, {{RightUpperArm, shoulder + at, kReach_m}});
      for (const body::Joint joint : kSpine) {
        const double turned = angle_between(pose[index_of(joint)], before[index_of(joint)]);
        if (turned > largest.turned_rad) largest = {turned, at - (to - from) / steps, at};
      }
      before = pose;
    }
    return largest;
  };

  // Where a target is just about as near as it gets, the lean grows like a root: steep, but less so
  // the closer one looks.
  for (std::size_t i = 1; i < ways.size(); ++i) {
    const Step coarse = largest_step(ways[i - 1], ways[i], 0.002);
    CAPTURE(i, coarse.turned_rad, coarse.to.x, coarse.to.y, coarse.to.z);
    CHECK(coarse.turned_rad < 0.05);
    const Step fine = largest_step(coarse.from, coarse.to, 0.002 / 32);
    CHECK(fine.turned_rad < 0.4 * coarse.turned_rad);
  }
}

TEST_CASE("a head goes to a place that the trunk can bring it to", "[lean]") {
  const body::Body& body = test::ada();
  // Where a bow of three joints and the neck takes it.
  Pose bowed = body.base_pose;
  for (const body::Joint joint : kSpineAndNeck) {
    bowed[index_of(joint)] = rotation_about(unit({1, 0, 0.3}), 0.12);
  }
  const Vec3 target = position(body, bowed, Head);

  Pose pose = body.base_pose;
  const double miss_m =
      lean_to(body, kSpineAndNeck, {.joint = Head, .offset_m = {}, .target_m = target}, pose);

  CHECK(distance(body, pose, Head, target) == Approx(miss_m).margin(1e-12));
  // How a bow is shared out decides how high the head is: what is left is that.
  CHECK(miss_m < 0.03);
  CHECK(miss_m < 0.2 * distance(body, body.base_pose, Head, target));
}

TEST_CASE("a head that cannot be at a place is brought as near as it gets", "[lean]") {
  const body::Body& body = test::ada();
  const Vec3 head = position(body, body.base_pose, Head);
  const Vec3 target = head + Vec3{0, 0.4, 0.6};

  Pose pose = body.base_pose;
  const double miss_m =
      lean_to(body, kSpineAndNeck, {.joint = Head, .offset_m = {}, .target_m = target}, pose);

  CHECK(miss_m < length(target - head) - 0.05);
  // Nothing near is nearer.
  for (const body::Joint joint : kSpineAndNeck) {
    for (const Vec3 axis : {Vec3{1, 0, 0}, Vec3{0, 0, 1}}) {
      for (const double turn : {-0.02, 0.02}) {
        Pose other = pose;
        for (const body::Joint each : kSpineAndNeck) {
          other[index_of(each)] = other[index_of(each)] * rotation_about(axis, turn / 4);
        }
        CHECK(distance(body, other, Head, target) > miss_m - 1e-3);
      }
    }
    static_cast<void>(joint);
  }
}

}  // namespace kine::solve::lean_test
