// Tests for realizer/motion/actuators/held.h.
#include "realizer/motion/actuators/held.h"

#include "realizer/motion/actuators/key_poses.h"
#include "tests/support/catch.h"
#include "tests/support/plan/examples.h"

using namespace std::chrono_literals;

namespace kine::motion::held_test {
namespace {

using Anchor = pose::HeldKeys::Anchor;
using body::Joint;

plan::Goal reach(Joint joint, bool keep, const Vec3& offset_m = {}) {
  return plan::Reach{.joint = joint, .target_m = {0, 1, 0.3}, .offset_m = offset_m, .keep = keep};
}

plan::Key key_at(Seconds time, Seconds hold, std::vector<plan::Goal> goals) {
  return {.pose = 0, .time = time, .hold = hold, .goals = std::move(goals), .tcb = {}};
}

plan::Track arm_track(std::vector<plan::Key> keys) {
  return {.group = test::group_index(test::example_body(), "rightArm"),
          .start = 0s,
          .keys = std::move(keys)};
}

pose::HeldKeys held_of(const plan::Track& track) {
  pose::HeldKeys held = make_held_keys(test::example_body(), track, script::Space::Character);
  for (const plan::Key& key : track.keys)
    append_held(test::example_body().base_pose, key, key.time, held);
  return held;
}

}  // namespace

TEST_CASE("a track that keeps no hand has nothing held", "[held]") {
  const plan::Track track = arm_track({key_at(1s, 0s, {reach(Joint::RightHand, false)})});

  CHECK(make_held_keys(test::example_body(), track, script::Space::Character).empty());
}

TEST_CASE("each key says how much of the hand is held, and through its hold", "[held]") {
  const pose::HeldKeys held = held_of(arm_track({
      key_at(1s, 500ms, {reach(Joint::RightHand, true)}),
      key_at(2s, 0s, {reach(Joint::RightHand, false)}),
  }));

  CHECK(held.hands[0].empty());
  const std::vector<pose::HeldKeys::Share> expected = {
      {.time_s = 1, .place = 1}, {.time_s = 1.5F, .place = 1}, {.time_s = 2}};
  CHECK(held.hands[1] == expected);
  CHECK(held.carriers.times_s == std::vector<float>{1, 1.5F, 2});
  CHECK(held.carriers.joints.size() == 5);
  CHECK(held.carriers.joints.contains(Joint::RightShoulder));
}

TEST_CASE("the hand's own turn is held where it was asked for, or a point beside the wrist was",
          "[held]") {
  const auto turn_of = [](std::vector<plan::Goal> goals) {
    return held_of(arm_track({key_at(1s, 0s, std::move(goals))})).hands[1].at(0).turn;
  };
  const plan::Goal aim =
      plan::Aim{.joint = Joint::RightHand, .axis = {0, 1, 0}, .direction = {0, 1, 0}};

  CHECK(turn_of({reach(Joint::RightHand, true)}) == 0);
  CHECK(turn_of({reach(Joint::RightHand, true), aim}) == 1);
  CHECK(turn_of({reach(Joint::RightHand, true, {0.1, 0, 0})}) == 1);
  CHECK(turn_of({reach(Joint::RightIndexDistal, true)}) == 1);
}

TEST_CASE("what a place is counted from is what carries it", "[held]") {
  const plan::Track track = arm_track({key_at(1s, 0s, {reach(Joint::RightHand, true)})});

  CHECK(make_held_keys(test::example_body(), track, script::Space::Character).anchor ==
        Anchor::Character);
  CHECK(make_held_keys(test::example_body(), track, script::Space::World).anchor ==
        Anchor::Character);
  CHECK(make_held_keys(test::example_body(), track, script::Space::HipsAtRest).anchor ==
        Anchor::Character);
  CHECK(make_held_keys(test::example_body(), track, script::Space::Hips).anchor == Anchor::Hips);
  CHECK(make_held_keys(test::example_body(), track, script::Space::Chest).anchor == Anchor::Chest);
}

TEST_CASE("bound, nothing is held of the pose that stands there", "[held]") {
  const plan::Track track = arm_track({key_at(1s, 0s, {reach(Joint::RightHand, true)})});
  pose::JointKeys keys = pose::JointKeys::of(test::example_body().groups[track.group].joints);
  append_key(test::example_body().base_pose, 1s, 0s, {}, keys);
  const KeyPoses actuator(keys, {}, held_of(track));
  pose::Pose standing;

  const pose::Keys bound =
      actuator.compile({.pose = &standing, .pose_before = &standing, .step = 10ms, .time = 250ms},
                       test::example_body());

  const auto& held = *bound.find<pose::HeldKeys>();
  REQUIRE(held.hands[1].size() == 2);
  CHECK(held.hands[1][0] == pose::HeldKeys::Share{.time_s = 0.25F});
  CHECK(held.carriers.times_s == bound.joints.times_s);
}

}  // namespace kine::motion::held_test
