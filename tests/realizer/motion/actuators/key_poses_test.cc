// Tests for realizer/motion/actuators/key_poses.h.
#include "realizer/motion/actuators/key_poses.h"

#include <cmath>

#include "tests/support/catch.h"
#include "tests/support/motion/posed.h"
#include "tests/support/plan/examples.h"

using namespace std::chrono_literals;

namespace kine::motion::key_poses_test {
namespace {

using enum body::Joint;
using Rotations = std::array<Quat, body::kJointCount>;

const Quat kQuarterTurn = rotation_about({0, 0, 1}, 1.5707963267948966);

Rotations all_turned(const Quat& rotation) {
  Rotations rotations;
  rotations.fill(rotation);
  return rotations;
}

pose::JointKeys arm_keys() {
  const body::Body& body = test::example_body();
  return pose::JointKeys::of(body.groups[test::group_index(body, "rightArm")].joints);
}

Quat rotation_in(const pose::JointKeys& keys, std::size_t key, body::Joint joint) {
  const std::size_t block = index_of(joint) / pose::kLanes;
  const std::size_t lane = index_of(joint) % pose::kLanes;
  for (std::size_t b = 0; b < keys.blocks.size(); ++b) {
    if (keys.blocks[b] != block) continue;
    const pose::QuatBlock& q = keys.rotations[key * keys.blocks.size() + b];
    return {q.x[lane], q.y[lane], q.z[lane], q.w[lane]};
  }
  FAIL("the keys have no block of " << body::name_of(joint));
  return {};
}

/// Bound to T-pose at `time`.
pose::JointKeys compiled(pose::JointKeys keys, Seconds time) {
  const pose::Pose t_pose;
  const Entry entry{.pose = &t_pose, .pose_before = &t_pose, .step = 16ms, .time = time};
  return KeyPoses(std::move(keys)).compile(entry, test::example_body()).joints;
}

}  // namespace

TEST_CASE("a hold is two keys with the same rotations", "[key_poses]") {
  pose::JointKeys keys = arm_keys();
  append_key(all_turned(kQuarterTurn), 300ms, 200ms, {}, keys);
  append_key(all_turned({}), 800ms, 0s, {}, keys);

  REQUIRE(keys.times_s == std::vector<float>{0.3F, 0.5F, 0.8F});
  CHECK(rotation_in(keys, 0, RightHand) == rotation_in(keys, 1, RightHand));
  CHECK(rotation_in(keys, 1, RightHand).z == Approx(std::sqrt(0.5)));
  CHECK(rotation_in(keys, 2, RightHand).w == 1);
}

TEST_CASE("the lanes of other joints stay the identity", "[key_poses]") {
  pose::JointKeys keys = arm_keys();
  append_key(all_turned(kQuarterTurn), 300ms, 0s, {}, keys);

  CHECK(rotation_in(keys, 0, RightShoulder).z == Approx(std::sqrt(0.5)));
  CHECK(rotation_in(keys, 0, LeftLittleDistal) == Quat{});
}

TEST_CASE("the first bound key is the pose that stands there, at its time", "[key_poses]") {
  pose::JointKeys keys = arm_keys();
  append_key(all_turned(kQuarterTurn), 300ms, 0s, {}, keys);

  const pose::JointKeys bound = compiled(keys, -16ms);

  CHECK(bound.times_s == std::vector<float>{-0.016F, 0.3F});
  CHECK(rotation_in(bound, 0, RightHand) == Quat{});
  CHECK(rotation_in(bound, 1, RightHand).z == Approx(std::sqrt(0.5)));
}

TEST_CASE("keys stay on each other's side of the sphere, and the entry comes to theirs",
          "[key_poses]") {
  pose::JointKeys keys = arm_keys();
  append_key(all_turned(-kQuarterTurn), 300ms, 0s, {}, keys);
  append_key(all_turned(kQuarterTurn), 600ms, 0s, {}, keys);

  const pose::JointKeys bound = compiled(keys, 0s);

  CHECK(rotation_in(bound, 0, RightHand).w < 0);
  CHECK(rotation_in(bound, 1, RightHand).w < 0);
  CHECK(rotation_in(bound, 2, RightHand).w < 0);
}

TEST_CASE("a key that is due when it is bound is reached at once", "[key_poses]") {
  pose::JointKeys keys = arm_keys();
  append_key(all_turned(kQuarterTurn), 0s, 0s, {}, keys);

  const pose::JointKeys bound = compiled(keys, 0s);

  REQUIRE(bound.times_s.size() == 2);
  CHECK(bound.times_s[0] < 0);
  CHECK(bound.times_s[1] == 0);
}

/// What a curve does to one joint at a time, and how fast, seen from outside.
struct Seen {
  const pose::JointKeys& keys;
  body::Joint joint;

  Quat at(double time_s) const {
    return test::posed({.joints = keys, .channels = {}}, time_s).rotation(joint);
  }

  /// Angular velocity about z, rad/s, from `time_s` on for a millisecond.
  double speed_at(double time_s) const {
    constexpr double kStep_s = 1e-3;
    return rotation_vector(conjugate(at(time_s)) * at(time_s + kStep_s)).z / kStep_s;
  }
};

/// Bound to a pose in which every joint turns about z at `speed_rad_s`.
pose::JointKeys compiled_moving(pose::JointKeys keys, double speed_rad_s, Seconds later) {
  constexpr Seconds kStep{1.0 / 60};
  pose::Pose before;
  pose::Pose now;
  for (std::size_t i = 0; i < body::kJointCount; ++i) {
    now.set_rotation(body::joint_at(i), rotation_about({0, 0, 1}, speed_rad_s * kStep.count()));
  }
  const Entry entry{
      .pose = &now, .pose_before = &before, .step = kStep, .time = 0s, .later = later};
  return KeyPoses(std::move(keys)).compile(entry, test::example_body()).joints;
}

TEST_CASE("a joint that moves when it is taken over goes on at its velocity", "[key_poses]") {
  for (const Seconds reached : {Seconds{0.2}, Seconds{0.5}, Seconds{3}}) {
    pose::JointKeys keys = arm_keys();
    append_key(all_turned(kQuarterTurn), reached, 0s, {}, keys);
    const pose::JointKeys bound = compiled_moving(keys, 2, 0s);
    const Seen hand{bound, RightHand};
    CAPTURE(reached.count());
    CHECK(rotation_vector(hand.at(0)).z == Approx(2.0 / 60).epsilon(1e-3));
    CHECK(hand.speed_at(0) == Approx(2).epsilon(0.06));
    CHECK(hand.speed_at(reached.count() - 0.001) == Approx(0).margin(0.15));
    CHECK(rotation_vector(hand.at(reached.count())).z == Approx(M_PI / 2).epsilon(1e-3));
  }
}

TEST_CASE("a joint that moves is caught soon, however long the way is", "[key_poses]") {
  // It turns away from its target at 3 rad/s. Kept up for 2 s, that tangent would carry it
  // 4/27 * 3 * 2 = 0.9 rad off; caught within 0.3 s it goes 4/27 * 3 * 0.3 = 0.13 rad.
  pose::JointKeys keys = arm_keys();
  append_key(all_turned({}), 2s, 0s, {}, keys);
  const pose::JointKeys bound = compiled_moving(keys, -3, 0s);
  const Seen hand{bound, RightHand};
  double farthest = 0;
  for (double t = 0; t <= 2; t += 0.01) {
    farthest = std::max(farthest, -rotation_vector(hand.at(t)).z);
  }
  CHECK(farthest < 3.0 / 60 + 0.2);
  CHECK(farthest > 3.0 / 60 + 0.08);
}

TEST_CASE("a motion that begins between two ticks begins where the joint is by then",
          "[key_poses]") {
  pose::JointKeys keys = arm_keys();
  append_key(all_turned(kQuarterTurn), 300ms, 0s, {}, keys);
  const pose::JointKeys bound = compiled_moving(keys, 2, Seconds{0.5 / 60});
  CHECK(rotation_vector(rotation_in(bound, 0, RightHand)).z == Approx(3.0 / 60).epsilon(1e-4));
}

TEST_CASE("two keys from rest are an eased arc: 3 h^2 - 2 h^3", "[key_poses]") {
  pose::JointKeys keys = arm_keys();
  append_key(all_turned(kQuarterTurn), 400ms, 0s, {}, keys);
  const pose::JointKeys bound = compiled(keys, 0s);
  const Seen hand{bound, RightHand};
  for (const double h : {0.1, 0.25, 0.5, 0.8}) {
    CHECK(rotation_vector(hand.at(0.4 * h)).z ==
          Approx(M_PI / 2 * (3 * h * h - 2 * h * h * h)).margin(1e-4));
  }
}

TEST_CASE("a hold is constant, and is reached and left at rest", "[key_poses]") {
  pose::JointKeys keys = arm_keys();
  append_key(all_turned(kQuarterTurn), 300ms, 600ms, {}, keys);
  append_key(all_turned({}), 1200ms, 0s, {}, keys);
  const pose::JointKeys bound = compiled(keys, 0s);
  const Seen hand{bound, RightHand};
  for (const double t : {0.31, 0.5, 0.7, 0.89}) {
    CHECK(angle_between(hand.at(t), kQuarterTurn) < 1e-6);
  }
  CHECK(hand.speed_at(0.299) == Approx(0).margin(0.1));
  CHECK(hand.speed_at(0.9) == Approx(0).margin(0.1));
}

TEST_CASE("a key of continuity -1 is a corner between two arcs of constant speed", "[key_poses]") {
  pose::JointKeys keys = arm_keys();
  const Tcb corner{.continuity = -1};
  append_key(all_turned(kQuarterTurn), 300ms, 0s, corner, keys);
  append_key(all_turned({}), 900ms, 0s, corner, keys);
  const pose::JointKeys bound = compiled(keys, 0s);
  const Seen hand{bound, RightHand};
  CHECK(hand.speed_at(0.29) == Approx(M_PI / 2 / 0.3).epsilon(0.1));
  CHECK(hand.speed_at(0.31) == Approx(-M_PI / 2 / 0.6).epsilon(0.1));
}

}  // namespace kine::motion::key_poses_test
