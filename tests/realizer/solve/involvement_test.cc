// Tests for realizer/solve/involvement.h: judged by the figures that are known of people.
#include "realizer/solve/involvement.h"

#include <algorithm>
#include <cmath>

#include "realizer/math/units.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"

namespace kine::solve::involvement_test {
namespace {

using body::BodyOffsets;
using body::Joint;
using body::Side;

constexpr double kUsual = body::kUsualInvolvement;

/// Both arms hang but for the right one, which is turned about its shoulder from the T-pose's side.
std::array<ArmReach, 2> arms_with_right(const body::Body& body, const Quat& turn) {
  auto rotations = body.base_pose;
  rotations[body::index_of(Joint::RightUpperArm)] = turn;
  rotations[body::index_of(Joint::RightLowerArm)] = {};
  return {reach_of(body, Side::Left, rotations), reach_of(body, Side::Right, rotations)};
}

/// From the T-pose: raised by so much above the level, to the side.
Quat raised_aside(double rad) { return rotation_about({0, 0, 1}, -rad); }
/// From the T-pose to straight ahead. The right arm lies along -X.
const Quat kAhead = rotation_about({0, 1, 0}, 90 * kDegree);

double size_of(const BodyOffsets& offsets) {
  double most = std::max(length(offsets.pelvis_m), length(offsets.pelvis_rad));
  for (const Vec3& turn : offsets.spine_rad) most = std::max(most, length(turn));
  for (const Vec3& turn : offsets.clavicles_rad) most = std::max(most, length(turn));
  return most;
}

}  // namespace

TEST_CASE("nothing goes along with arms that hang, nor with any where nothing is to",
          "[involvement]") {
  for (const body::Body* body : {&test::ada(), &test::ben()}) {
    const std::array<ArmReach, 2> hanging = {reach_of(*body, Side::Left, body->base_pose),
                                             reach_of(*body, Side::Right, body->base_pose)};
    CHECK(size_of(involvement_of(hanging, kUsual)) == 0);
    CHECK(involvement_of(arms_with_right(*body, kAhead), 0) == BodyOffsets{});
  }
}

TEST_CASE("a reach is measured in lengths of the arm, from the shoulder", "[involvement]") {
  const ArmReach ahead = arms_with_right(test::ada(), kAhead)[1];
  CHECK(ahead.ahead == Approx(1));
  CHECK(ahead.aside == Approx(0).margin(1e-9));
  CHECK(ahead.elevation_rad == Approx(90 * kDegree));
  const ArmReach up = arms_with_right(test::ada(), raised_aside(60 * kDegree))[1];
  CHECK(up.raised == Approx(std::sin(60 * kDegree)));
  CHECK(up.aside == Approx(std::cos(60 * kDegree)));
  CHECK(up.elevation_rad == Approx(150 * kDegree));
}

TEST_CASE("a clavicle rises by a tenth of the elevation above 30 degrees, to 15", "[involvement]") {
  const auto rise_rad = [](double elevation, double involvement) {
    const auto arms = arms_with_right(test::ada(), raised_aside((elevation - 90) * kDegree));
    // The right one rises by a turn below 0 about the axis ahead.
    return -involvement_of(arms, involvement).clavicles_rad[1].z;
  };
  CHECK(rise_rad(25, kUsual) == Approx(0).margin(1e-9));
  CHECK(rise_rad(90, kUsual) == Approx(6 * kDegree));
  CHECK(rise_rad(150, kUsual) == Approx(12 * kDegree));
  CHECK(rise_rad(150, 1) == Approx(15 * kDegree));
}

TEST_CASE("a clavicle goes ahead with a reach and back with a raised arm", "[involvement]") {
  const auto ahead_rad = [](const Quat& turn) {
    // The right shoulder comes ahead by a turn to the left.
    return involvement_of(arms_with_right(test::ben(), turn), kUsual).clavicles_rad[1].y;
  };
  CHECK(ahead_rad(kAhead) > 5 * kDegree);
  CHECK(ahead_rad(raised_aside(80 * kDegree)) < -5 * kDegree);
}

TEST_CASE("far targets take trunk and pelvis along by 3 to 8 degrees", "[involvement]") {
  const BodyOffsets offsets = involvement_of(arms_with_right(test::ada(), kAhead), kUsual);
  double trunk_rad = offsets.pelvis_rad.y;
  for (std::size_t i = 0; i < body::kTrunkJoints; ++i) trunk_rad += offsets.spine_rad[i].y;
  CHECK(trunk_rad > 8 * kDegree);  // of both
  CHECK(trunk_rad < 16 * kDegree);
  CHECK(offsets.pelvis_rad.y > 3 * kDegree);
  CHECK(offsets.pelvis_rad.y < 8 * kDegree);
  CHECK(offsets.pelvis_m.z > 0.005);
  // The head does not go as far.
  CHECK(offsets.spine_rad[4].y < 0);
}

TEST_CASE("the farther the reach, the more of the body goes along, without a jump",
          "[involvement]") {
  double before_rad = 0;
  for (int degrees = -90; degrees <= 90; ++degrees) {
    // From hanging to straight ahead, in a plane along the character.
    auto rotations = test::ada().base_pose;
    rotations[body::index_of(Joint::RightUpperArm)] =
        rotation_about({1, 0, 0}, -0.5 * (degrees + 90) * kDegree) *
        rotation_about({0, 0, 1}, 90 * kDegree);
    rotations[body::index_of(Joint::RightLowerArm)] = {};
    const std::array<ArmReach, 2> arms = {ArmReach{},
                                          reach_of(test::ada(), Side::Right, rotations)};
    const double turn_rad = involvement_of(arms, kUsual).spine_rad[0].y;
    REQUIRE(turn_rad >= before_rad - 1e-12);
    REQUIRE(turn_rad - before_rad < 0.3 * kDegree);
    before_rad = turn_rad;
  }
  CHECK(before_rad > 2 * kDegree);
}

TEST_CASE("a left arm does what a right one does, mirrored", "[involvement]") {
  const ArmReach arm{.elevation_rad = 1.8, .ahead = 0.5, .aside = 0.4, .raised = 0.3};
  const BodyOffsets left = involvement_of({arm, ArmReach{.raised = -1}}, kUsual);
  const BodyOffsets right = involvement_of({ArmReach{.raised = -1}, arm}, kUsual);
  const auto is_mirrored = [](const Vec3& a, const Vec3& b) {
    return length(a - Vec3{b.x, -b.y, -b.z}) < 1e-12;
  };
  CHECK(is_mirrored(left.pelvis_rad, right.pelvis_rad));
  for (std::size_t i = 0; i < left.spine_rad.size(); ++i) {
    CHECK(is_mirrored(left.spine_rad[i], right.spine_rad[i]));
  }
  CHECK(is_mirrored(left.clavicles_rad[0], right.clavicles_rad[1]));
  CHECK(length(left.pelvis_m - Vec3{-right.pelvis_m.x, right.pelvis_m.y, right.pelvis_m.z}) <
        1e-12);
}

TEST_CASE("where the trunk has its own to do, the clavicles alone go along", "[involvement]") {
  BodyOffsets offsets =
      involvement_of(arms_with_right(test::ada(), kAhead), kUsual, TakingPart::Clavicles);
  CHECK(length(offsets.clavicles_rad[1]) > 0.05);
  offsets.clavicles_rad = {};
  CHECK(offsets == BodyOffsets{});
}

}  // namespace kine::solve::involvement_test
