// Tests for realizer/plan/properties/amplitude.h: angles by hand.
#include "realizer/plan/properties/amplitude.h"

#include "realizer/body/body.h"
#include "realizer/math/units.h"
#include "realizer/plan/plan.h"
#include "realizer/script/sketch.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"

namespace kine::plan::amplitude_test {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kHead = body::index_of(body::Joint::Head);
constexpr std::size_t kElbow = body::index_of(body::Joint::RightLowerArm);
constexpr std::size_t kHand = body::index_of(body::Joint::RightHand);

Quat turned_by(double angle_rad) { return rotation_about({0, 1, 0}, angle_rad); }

/// Head, elbow and hand turned by these angles in one pose each, at this amplitude.
SolvedPoses shaped(double by, std::vector<double> angles_rad, body::JointSet hard = {}) {
  Plan plan;
  plan.sketches = {{.id = "s", .expressivity = {{script::kAmplitude, by}}}};
  plan.sketch = 0;
  Sequence& sequence = plan.sequences.emplace_back();
  SolvedPoses solved;
  for (const double angle_rad : angles_rad) {
    SolvedPose pose{.pose = solved.poses.size(), .time = 1s, .hard = hard};
    pose.rotations = test::ada().base_pose;
    for (const std::size_t joint : {kHead, kElbow, kHand}) {
      pose.rotations[joint] = turned_by(angle_rad);
    }
    sequence.poses.push_back({.id = "p", .time = 1s});
    solved.poses.push_back(pose);
  }
  Diagnostics diagnostics;
  amplitude().shape(plan, sequence,
                    {.body = test::ada(), .placement = {}, .diagnostics = diagnostics}, solved);
  return solved;
}

double between_rad(const SolvedPoses& solved, std::size_t a, std::size_t b) {
  return angle_between(solved.poses[a].rotations[kHead], solved.poses[b].rotations[kHead]);
}

}  // namespace

TEST_CASE("ways between poses grow by half, and shrink to half", "[amplitude]") {
  const std::vector<double> angles_rad = {10 * kDegree, 20 * kDegree};
  CHECK(between_rad(shaped(0, angles_rad), 0, 1) == Approx(10 * kDegree));
  CHECK(between_rad(shaped(1, angles_rad), 0, 1) == Approx(15 * kDegree));
  CHECK(between_rad(shaped(-1, angles_rad), 0, 1) == Approx(5 * kDegree));
}

TEST_CASE("one pose is nearer to rest or farther from it", "[amplitude]") {
  // The middle of 0 and 20 degrees is 10.
  const auto from_rest_rad = [](double by) {
    return angle_between({}, shaped(by, {20 * kDegree}).poses[0].rotations[kHead]);
  };
  CHECK(test::ada().base_pose[kHead] == Quat{});
  CHECK(from_rest_rad(-1) == Approx(15 * kDegree));
  CHECK(from_rest_rad(1) == Approx(25 * kDegree));
}

TEST_CASE("hands turn as written, arms of hard hands stay, and 0 changes no bit", "[amplitude]") {
  const std::vector<double> angles_rad = {10 * kDegree, 20 * kDegree};
  const SolvedPoses written = shaped(0, angles_rad);
  const SolvedPoses larger = shaped(1, angles_rad);
  body::JointSet hands;
  hands.insert(body::joint_at(kHand));
  const SolvedPoses hard = shaped(1, angles_rad, hands);
  for (std::size_t i = 0; i < written.poses.size(); ++i) {
    CHECK(larger.poses[i].rotations[kHand] == written.poses[i].rotations[kHand]);
    CHECK_FALSE(larger.poses[i].rotations[kElbow] == written.poses[i].rotations[kElbow]);
    CHECK(hard.poses[i].rotations[kElbow] == written.poses[i].rotations[kElbow]);
    CHECK(written.poses[i].rotations[kHead] == turned_by(angles_rad[i]));
  }
}

}  // namespace kine::plan::amplitude_test
