// Tests for realizer/solve/look_at.h.
#include "realizer/solve/look_at.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"

namespace kine::look_at_test {

using namespace kine;
using namespace kine::solve;
using body::Joint;

namespace {

constexpr double kDegree = 3.14159265358979323846 / 180;
constexpr std::array<GazeChain, 5> kChains = {GazeChain::Eyes, GazeChain::Head, GazeChain::HeadNeck,
                                              GazeChain::HeadThorax, GazeChain::HeadAbdomen};

Column upright(const body::Body& body) {
  Column column;
  column.hips_m = body.offsets_m[index_of(Joint::Hips)];
  return column;
}

/// A body's whole pose, so that body::compute_model is what judges.
std::array<Quat, body::kJointCount> pose_of(const body::Body& body, const Column& column,
                                            const Eyes& eyes) {
  auto pose = body.base_pose;
  for (std::size_t i = 0; i < kColumnLength; ++i) {
    pose[index_of(kColumnJoints[i])] = column.rotations[i] * column.on_top[i];
  }
  pose[index_of(Joint::LeftEye)] = eyes.left;
  pose[index_of(Joint::RightEye)] = eyes.right;
  return pose;
}

/// The angle by which an eye looks past a point.
double miss_of(const body::Body& body, const std::array<Quat, body::kJointCount>& pose, Joint eye,
               const Vec3& target_m) {
  const auto model = body.compute_model(pose);
  const Vec3 sight = model.character_from_joint[index_of(eye)] * Vec3{0, 0, 1};
  const Vec3 way = target_m - model.positions_m[index_of(eye)];
  return std::atan2(length(cross(sight, way)), dot(sight, way));
}

struct Looking {
  Column column;
  Gaze gaze;
  Eyes eyes;
};
Looking look(const body::Body& body, GazeChain chain, const Vec3& target_m, Column column) {
  const Gaze gaze = turn_column(body, chain, target_m, column);
  return {column, gaze, turn_eyes(body, column, gaze.target_m)};
}

/// A far target as seen from between the eyes of a character that stands upright.
Vec3 far_at(const body::Body& body, double yaw, double pitch_down, double distance_m = 1000) {
  const Column column = upright(body);
  const HeadPlace head = compute_head(body, column);
  const Vec3 eyes =
      0.5 * (body.offsets_m[index_of(Joint::LeftEye)] + body.offsets_m[index_of(Joint::RightEye)]);
  return head.position_m + eyes +
         distance_m * Vec3{std::sin(yaw) * std::cos(pitch_down), -std::sin(pitch_down),
                           std::cos(yaw) * std::cos(pitch_down)};
}

double yaw_of(const Quat& q) { return 2 * std::atan2(q.y, q.w); }

TEST_CASE("a joint that others take where it is moves no other", "[look_at]") {
  const body::Body& ada = test::ada();
  for (const double around : {20.0, 60.0, 100.0, 130.0}) {
    const Vec3 target_m = far_at(ada, around * kDegree, 20 * kDegree);
    Column free = upright(ada);
    turn_column(ada, GazeChain::HeadThorax, target_m, free);
    Column taken = free;
    taken.freedom[4] = 0;
    taken.freedom[5] = 0;
    turn_column(ada, GazeChain::HeadThorax, target_m, taken);
    for (std::size_t i = 0; i < kColumnLength; ++i) {
      CAPTURE(around, i);
      CHECK(length(rotation_vector(conjugate(free.rotations[i]) * taken.rotations[i])) < 1e-6);
    }
  }
}

}  // namespace

TEST_CASE("both eyes meet a target that the chain can reach", "[look_at]") {
  std::mt19937 engine(3);
  std::uniform_real_distribution<double> unit_range(-1, 1);
  for (const body::Body* body : {&test::ada(), &test::ben()}) {
    for (const GazeChain chain : kChains) {
      const double reach = chain == GazeChain::Eyes ? 25 : chain == GazeChain::Head ? 80 : 100;
      for (int i = 0; i < 200; ++i) {
        const double distance = 1.5 + unit_range(engine);
        const Vec3 target = far_at(*body, reach * unit_range(engine) * kDegree,
                                   20 * unit_range(engine) * kDegree, distance);
        const Looking seen = look(*body, chain, target, upright(*body));
        const auto pose = pose_of(*body, seen.column, seen.eyes);
        REQUIRE(seen.gaze.weight == 1);
        REQUIRE(miss_of(*body, pose, Joint::LeftEye, target) < 1e-6);
        REQUIRE(miss_of(*body, pose, Joint::RightEye, target) < 1e-6);
      }
    }
  }
}

TEST_CASE("eyes converge on a near target by the angle that their distance gives", "[look_at]") {
  const body::Body& ada = test::ada();
  const double half = ada.offsets_m[index_of(Joint::LeftEye)].x;
  const Looking seen = look(ada, GazeChain::Eyes, far_at(ada, 0, 0, 0.25), upright(ada));
  CHECK(yaw_of(seen.eyes.left) == Approx(-std::atan2(half, 0.25)));
  CHECK(yaw_of(seen.eyes.right) == Approx(std::atan2(half, 0.25)));
}

TEST_CASE("a turn is shared out by weights among neck, head and eyes", "[look_at]") {
  const body::Body& ada = test::ada();
  const double turn = 40 * kDegree;
  const Looking seen = look(ada, GazeChain::HeadNeck, far_at(ada, turn, 0), upright(ada));
  CHECK(yaw_of(seen.column.rotations[4]) == Approx(0.30 * turn).epsilon(1e-3));
  CHECK(yaw_of(seen.column.rotations[5]) == Approx(0.45 * turn).epsilon(1e-3));
  CHECK(yaw_of(seen.eyes.left) == Approx(0.25 * turn).epsilon(1e-3));
  for (std::size_t i = 0; i < 4; ++i) CHECK(seen.column.rotations[i] == Quat{});
}

TEST_CASE("what the eyes cannot give the head takes", "[look_at]") {
  const body::Body& ada = test::ada();
  // .7 of 112 degrees are more than the head's 75, and 75 + 40 is all that there is.
  const Looking reached = look(ada, GazeChain::Head, far_at(ada, 112 * kDegree, 0), upright(ada));
  // Both come to a stop softly in the last tenth of what they can, and the eyes do the rest.
  CHECK(yaw_of(reached.column.rotations[5]) > 0.9 * 75 * kDegree);
  CHECK(yaw_of(reached.column.rotations[5]) < 75 * kDegree);
  CHECK(yaw_of(reached.column.rotations[5]) + yaw_of(reached.eyes.right) ==
        Approx(112 * kDegree).margin(1 * kDegree));
  const Looking beyond = look(ada, GazeChain::Head, far_at(ada, 140 * kDegree, 0), upright(ada));
  CHECK(yaw_of(beyond.column.rotations[5]) == Approx(75 * kDegree).epsilon(0.02));
  CHECK(yaw_of(beyond.column.rotations[5]) < 75 * kDegree);
  CHECK(yaw_of(beyond.eyes.right) == Approx(40 * kDegree).epsilon(0.02));
}

TEST_CASE("a joint that others hold is left as it is, and the eyes make up for it", "[look_at]") {
  const body::Body& ada = test::ada();
  Column column = upright(ada);
  column.rotations[5] = rotation_about({1, 0, 0}, 15 * kDegree);  // a nod
  column.freedom[5] = 0;
  const Vec3 target = far_at(ada, 20 * kDegree, 0, 2);
  const Looking seen = look(ada, GazeChain::HeadNeck, target, column);
  CHECK(angle_between(seen.column.rotations[5], column.rotations[5]) < 1e-9);
  CHECK(miss_of(ada, pose_of(ada, seen.column, seen.eyes), Joint::LeftEye, target) < 1e-6);
}

TEST_CASE("breath under the head is made up for, too", "[look_at]") {
  const body::Body& ada = test::ada();
  Column column = upright(ada);
  column.on_top[2] = rotation_about({1, 0, 0}, 2 * kDegree);
  column.on_top[4] = rotation_about({1, 0, 0}, -1 * kDegree);
  const Vec3 target = far_at(ada, -30 * kDegree, 5 * kDegree, 2);
  const Looking seen = look(ada, GazeChain::HeadThorax, target, column);
  CHECK(miss_of(ada, pose_of(ada, seen.column, seen.eyes), Joint::RightEye, target) < 1e-6);
}

TEST_CASE("no joint passes its limits, wherever the target is", "[look_at]") {
  std::mt19937 engine(5);
  std::normal_distribution<double> anywhere(0, 1.5);
  const body::Body& ada = test::ada();
  for (const GazeChain chain : kChains) {
    for (int i = 0; i < 500; ++i) {
      const Vec3 target = {anywhere(engine), 1.5 + anywhere(engine), anywhere(engine)};
      const Looking seen = look(ada, chain, target, upright(ada));
      const auto pose = pose_of(ada, seen.column, seen.eyes);
      for (std::size_t joint = 0; joint < body::kJointCount; ++joint) {
        if (!joints_of(chain).contains(body::joint_at(joint))) continue;
        REQUIRE(angle_between(pose[joint], body::within_limits(ada.limits[joint], pose[joint])) <
                1e-6);
      }
    }
  }
}

TEST_CASE("the head is not tilted by looking", "[look_at]") {
  const body::Body& ada = test::ada();
  for (double yaw = -100; yaw <= 100; yaw += 10) {
    for (double pitch = -30; pitch <= 30; pitch += 10) {
      const Vec3 target = far_at(ada, yaw * kDegree, pitch * kDegree, 3);
      const Looking seen = look(ada, GazeChain::HeadAbdomen, target, upright(ada));
      const Vec3 ear = compute_head(ada, seen.column).character_from_head * Vec3{1, 0, 0};
      REQUIRE(std::abs(std::asin(ear.y)) < 10 * kDegree);
    }
  }
}

TEST_CASE("a gaze is continuous in its target, also where it passes behind or overhead",
          "[look_at]") {
  const body::Body& ada = test::ada();
  // The farther a joint may turn, the faster it must come back: from 150 degrees to none in 30.
  constexpr double kGainMax = 14;
  constexpr int kSteps = 7200;
  const double step = 2 * std::acos(-1.0) / kSteps;
  struct Circle {
    double height_m;
    bool upright;
  };
  for (const Circle& circle :
       {Circle{1.4, false}, Circle{2.6, false}, Circle{0.2, false}, Circle{0, true}}) {
    for (const GazeChain chain : kChains) {
      std::array<Quat, body::kJointCount> before;
      for (int i = 0; i <= kSteps; ++i) {
        const double angle = i * step;
        const Vec3 target = circle.upright
                                ? Vec3{0.02, 1.45 + 2 * std::sin(angle), 2 * std::cos(angle)}
                                : Vec3{2 * std::sin(angle), circle.height_m, 2 * std::cos(angle)};
        const Looking seen = look(ada, chain, target, upright(ada));
        const auto pose = pose_of(ada, seen.column, seen.eyes);
        double largest = 0;
        for (const Joint joint : {Joint::Spine, Joint::Chest, Joint::UpperChest, Joint::Neck,
                                  Joint::Head, Joint::LeftEye, Joint::RightEye}) {
          if (i == 0) continue;
          largest =
              std::max(largest, angle_between(before[index_of(joint)], pose[index_of(joint)]));
        }
        INFO("chain " << static_cast<int>(chain) << " at " << angle / kDegree);
        REQUIRE(largest < kGainMax * step + 1e-6);
        before = pose;
      }
    }
  }
}

TEST_CASE("right behind is straight ahead, and what is in the eyes themselves is not looked at",
          "[look_at]") {
  const body::Body& ada = test::ada();
  const Looking seen =
      look(ada, GazeChain::HeadAbdomen, far_at(ada, 180 * kDegree, 0), upright(ada));
  CHECK(angle_between(compute_head(ada, seen.column).character_from_head, {}) < 1e-6);
  CHECK(look(ada, GazeChain::Head, far_at(ada, 0, 0, 0.01), upright(ada)).gaze.weight == 0);
}

TEST_CASE("a chain is known by its joints", "[look_at]") {
  for (const GazeChain chain : kChains) CHECK(chain_of(joints_of(chain)) == chain);
  CHECK(first_link(GazeChain::Eyes) == kColumnLength);
  CHECK(joints_of(GazeChain::Head).size() == 3);
  body::JointSet arm;
  arm.insert(Joint::LeftHand);
  CHECK(chain_of(arm) == GazeChain::Eyes);
}

}  // namespace kine::look_at_test
