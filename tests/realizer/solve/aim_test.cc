// Tests for realizer/solve/aim.h.
#include "realizer/solve/aim.h"

#include <array>
#include <cmath>
#include <random>

#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"

namespace kine::aim_test {

using namespace kine;
using namespace kine::solve;
using body::Joint;

namespace {

constexpr double kDegree = 3.14159265358979323846 / 180;
constexpr Vec3 kAhead = {0, 0, 1};
constexpr Vec3 kUp = {0, 1, 0};
constexpr std::array<Joint, 2> kNeckAndHead = {Joint::Neck, Joint::Head};
constexpr std::array<double, 2> kShares = {0.4, 0.6};

Vec3 gaze(const body::Body& body, const std::array<Quat, body::kJointCount>& pose) {
  return body.compute_model(pose).character_from_joint[index_of(Joint::Head)] * kAhead;
}

double aim_head(std::array<Quat, body::kJointCount>& pose, const Vec3& direction) {
  return solve_aim(
      test::ada(), pose,
      {.chain = kNeckAndHead, .weights = kShares, .axis = kAhead, .direction = direction});
}

/// With a second direction, of its crown.
double aim_head(std::array<Quat, body::kJointCount>& pose, const Vec3& front, const Vec3& crown) {
  return solve_aim(test::ada(), pose,
                   {.chain = kNeckAndHead,
                    .weights = kShares,
                    .axis = kAhead,
                    .direction = front,
                    .second = SecondAim{.axis = kUp, .direction = crown}});
}

Quat head_of(const std::array<Quat, body::kJointCount>& pose) {
  return test::ada().compute_model(pose).character_from_joint[index_of(Joint::Head)];
}

}  // namespace

TEST_CASE("the head looks where it is told to, within its limits", "[aim]") {
  std::mt19937 engine(2);
  std::uniform_real_distribution<double> across(-0.9, 0.9);
  std::uniform_real_distribution<double> up(-0.4, 0.4);
  const body::Body& ada = test::ada();
  for (int i = 0; i < 300; ++i) {
    auto pose = ada.base_pose;
    const Vec3 direction = unit(Vec3{across(engine), up(engine), 1});

    const double miss_rad = aim_head(pose, direction);

    REQUIRE(miss_rad < 1e-9);
    REQUIRE(length(gaze(ada, pose) - direction) < 1e-9);
  }
}

TEST_CASE("joints turn by their shares of the shortest way", "[aim]") {
  auto pose = test::ada().base_pose;
  const double turn = 40 * kDegree;
  REQUIRE(aim_head(pose, {std::sin(turn), 0, std::cos(turn)}) < 1e-9);

  CHECK(angle_between(pose[index_of(Joint::Neck)], rotation_about({0, 1, 0}, 0.4 * turn)) < 1e-9);
  CHECK(angle_between(pose[index_of(Joint::Head)], rotation_about({0, 1, 0}, 0.6 * turn)) < 1e-9);
}

TEST_CASE("where one joint is at its limit another takes over", "[aim]") {
  const body::Body& ada = test::ada();
  auto pose = ada.base_pose;
  const double turn = 95 * kDegree;  // .4 of it is more than the neck's 35

  CHECK(aim_head(pose, {std::sin(turn), 0, std::cos(turn)}) < 1e-6);

  const Quat& neck = pose[index_of(Joint::Neck)];
  CHECK(angle_between({}, neck) == Approx(35 * kDegree));
  CHECK(angle_between({}, pose[index_of(Joint::Head)]) == Approx(60 * kDegree).margin(1e-5));
}

TEST_CASE("what lies behind is missed by what the limits leave, and no joint passes them",
          "[aim]") {
  const body::Body& ada = test::ada();
  for (const Vec3& direction : {Vec3{0, 0, -1}, Vec3{-0.5, 0, -1}, Vec3{0, 1, 0}, Vec3{0, -1, 0}}) {
    auto pose = ada.base_pose;
    const double miss_rad = aim_head(pose, direction);
    CHECK(miss_rad == Approx(std::acos(dot(gaze(ada, pose), unit(direction)))).margin(1e-6));
    CHECK(miss_rad > 1 * kDegree);
    CHECK(miss_rad < 120 * kDegree);
    for (const Joint joint : kNeckAndHead) {
      const Quat& rotation = pose[index_of(joint)];
      CHECK(within_limits(ada.limits[index_of(joint)], rotation) == rotation);
    }
  }
}

TEST_CASE("one that looks there already does not move", "[aim]") {
  auto pose = test::ada().base_pose;
  CHECK(aim_head(pose, {0, 0, 2}) == 0);
  CHECK(pose == test::ada().base_pose);
}

TEST_CASE("without weights all share alike, and the trunk's own turn counts", "[aim]") {
  const body::Body& ada = test::ada();
  auto pose = ada.base_pose;
  pose[index_of(Joint::Spine)] = rotation_about({0, 1, 0}, 30 * kDegree);

  const double miss_rad = solve_aim(
      ada, pose, {.chain = kNeckAndHead, .weights = {}, .axis = kAhead, .direction = kAhead});

  CHECK(miss_rad < 1e-9);
  CHECK(angle_between({}, pose[index_of(Joint::Neck)]) == Approx(15 * kDegree));
  CHECK(angle_between({}, pose[index_of(Joint::Head)]) == Approx(15 * kDegree));
}

TEST_CASE("two directions that are square to each other are both met exactly", "[aim]") {
  std::mt19937 engine(12);
  std::uniform_real_distribution<double> turn(-30 * kDegree, 30 * kDegree);
  for (int i = 0; i < 100; ++i) {
    const Quat wanted = from_rotation_vector({turn(engine) / 2, turn(engine), turn(engine) / 2});
    auto pose = test::ada().base_pose;
    REQUIRE(aim_head(pose, wanted * kAhead, wanted * kUp) < 1e-8);
    REQUIRE(angle_between(head_of(pose), wanted) < 1e-7);
  }
}

TEST_CASE("a second direction counts as far as the plane across the first lets it", "[aim]") {
  // What is asked of the crown lies 30 degrees out of the plane across the front, and tilts it by
  // 20 within that plane.
  const Vec3 in_plane = {std::sin(20 * kDegree), std::cos(20 * kDegree), 0};
  const Vec3 crown = std::cos(30 * kDegree) * in_plane + std::sin(30 * kDegree) * kAhead;
  auto pose = test::ada().base_pose;
  CHECK(aim_head(pose, kAhead, crown) < 1e-8);
  CHECK(length(head_of(pose) * kUp - in_plane) < 1e-7);
}

TEST_CASE("where limits end a roll the first direction is still met", "[aim]") {
  const body::Body& ada = test::ada();
  const Vec3 aside = unit(Vec3{0.5, -0.2, 1});
  for (const double side : {-1.0, 1.0}) {
    auto pose = ada.base_pose;
    CHECK(aim_head(pose, aside, {side, 0, 0}) < 1e-4);
    CHECK(length(gaze(ada, pose) - aside) < 1e-4);
    CHECK((head_of(pose) * kUp).x * side > std::sin(25 * kDegree));  // more than one joint can tilt
    for (const Joint joint : kNeckAndHead) {
      const Quat& rotation = pose[index_of(joint)];
      CHECK(within_limits(ada.limits[index_of(joint)], rotation) == rotation);
    }
  }
}

TEST_CASE("a second direction along the first asks for nothing more", "[aim]") {
  const Vec3 aside = unit(Vec3{0.3, 0, 1});
  auto alone = test::ada().base_pose;
  auto both = alone;
  aim_head(alone, aside);
  aim_head(both, aside, aside);
  CHECK(both == alone);
}

}  // namespace kine::aim_test
