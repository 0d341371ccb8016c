// Tests for realizer/solve/aim.h.
#include "realizer/solve/aim.h"

#include <array>
#include <cmath>
#include <random>

#include "tests/support/bodies.h"
#include "tests/support/catch.h"

using namespace kine;
using namespace kine::solve;
using body::Joint;

namespace {

constexpr double kDegree = 3.14159265358979323846 / 180;
constexpr Vec3 kAhead = {0, 0, 1};
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
