// Tests for realizer/pose/retarget/retarget.h: what a skeleton shows, ours must show. The oracle is
// where bones point, computed by walking the skeleton.
#include "realizer/pose/retarget/retarget.h"

#include <array>
#include <cmath>
#include <initializer_list>
#include <numbers>
#include <utility>

#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/clips.h"
#include "tests/support/motion/random_rotations.h"

namespace kine::pose::retarget_test {
namespace {

using enum body::Joint;

constexpr double kRight = std::numbers::pi / 2;

const JointNames kNames = {{"LeftUpLeg", LeftUpperLeg},
                           {"LeftLeg", LeftLowerLeg},
                           {"RightUpLeg", RightUpperLeg},
                           {"RightLeg", RightLowerLeg},
                           {"LeftArm", LeftUpperArm},
                           {"LeftForeArm", LeftLowerArm},
                           {"RightArm", RightUpperArm},
                           {"RightForeArm", RightLowerArm},
                           {"LeftCollar", LeftShoulder},
                           {"LeftCollar/LeftShoulder", LeftUpperArm},
                           {"Neck1", Neck},
                           {"humanoid_root", Hips},
                           {"sacroiliac", Hips}};

/// The body of a test as a recording in T-pose, of one frame at rest.
Recording recording_of(const body::Body& body) {
  Recording recording{.rest = Recording::Rest::Any, .frame_count = 1, .frame_time = Seconds(0.1)};
  for (std::size_t i = 0; i < body::kJointCount; ++i) {
    Recording::Node node;
    node.name = body::name_of(body::joint_at(i));
    node.offset = 100 * body.offsets_m[i];
    if (const auto parent = body::parent_of(body::joint_at(i))) node.parent = index_of(*parent);
    node.rotations = {Quat{}};
    recording.nodes.push_back(node);
  }
  recording.nodes[0].offset = {};
  recording.nodes[0].positions = {100 * body.offsets_m[0]};
  return recording;
}

/// The same skeleton built so that it is at rest in the pose that `turns` make: its offsets are
/// turned, its rest rotations are none.
Recording at_rest_in(const body::Body& body, const std::array<Quat, body::kJointCount>& turns) {
  Recording recording = recording_of(body);
  const body::Body::Model model = body.compute_model(turns);
  for (std::size_t i = 1; i < body::kJointCount; ++i) {
    const std::size_t parent = *recording.nodes[i].parent;
    recording.nodes[i].offset = 100 * (model.positions_m[i] - model.positions_m[parent]);
  }
  return recording;
}

/// Turns all of a recording in space: a tool whose +Z is up, a room that lies across.
void turn_space(const Quat& turn, Recording& recording) {
  for (Recording::Node& node : recording.nodes) {
    node.offset = turn * node.offset;
    for (Vec3& position : node.positions) position = turn * position;
    for (Quat& rotation : node.rotations) rotation = turn * rotation * conjugate(turn);
  }
}

Clip clip_of(const Recording& recording) {
  auto clip = retarget(recording, kNames, "test");
  REQUIRE(clip);
  CHECK(test::keeps_promises(*clip));
  return *std::move(clip);
}

std::array<Quat, body::kJointCount> hanging_arms() {
  std::array<Quat, body::kJointCount> turns;
  turns[index_of(LeftUpperArm)] = rotation_about({0, 0, 1}, -kRight);
  turns[index_of(RightUpperArm)] = rotation_about({0, 0, 1}, kRight);
  turns[index_of(LeftUpperLeg)] = rotation_about({0, 0, 1}, 0.35);
  turns[index_of(RightUpperLeg)] = rotation_about({0, 0, 1}, -0.35);
  return turns;
}

}  // namespace

TEST_CASE("a recording of our own skeleton keeps its rotations", "[retarget]") {
  Recording recording = recording_of(test::ada());
  test::RandomRotations random(3);
  for (std::size_t i = 1; i < body::kJointCount; ++i) {
    recording.nodes[i].rotations = {random.within(2)};
  }

  const Clip clip = clip_of(recording);

  CHECK(clip.joints == body::JointSet::all());
  for (std::size_t i = 1; i < body::kJointCount; ++i) {
    CAPTURE(recording.nodes[i].name);
    CHECK(angle_between(test::rotation_in(clip.frames[0], body::joint_at(i)),
                        recording.nodes[i].rotations[0]) < 2e-3);
  }
}

TEST_CASE("a rest pose with hanging arms and spread legs shows as it is, not as T-pose",
          "[retarget]") {
  const auto turns = hanging_arms();
  const Clip clip = clip_of(at_rest_in(test::ada(), turns));
  for (std::size_t i = 0; i < body::kJointCount; ++i) {
    CAPTURE(body::name_of(body::joint_at(i)));
    // Bones that are not straight (a shin that runs back a little) are held within the same bound
    // as in the skeleton: 10 degrees.
    CHECK(angle_between(test::rotation_in(clip.frames[0], body::joint_at(i)), turns[i]) < 0.17);
  }
}

TEST_CASE("an arm that the recorder lifts from hanging to level stands in T-pose", "[retarget]") {
  Recording recording = at_rest_in(test::ada(), hanging_arms());
  recording.nodes[index_of(LeftUpperArm)].rotations = {rotation_about({0, 0, 1}, kRight)};

  const Clip clip = clip_of(recording);

  const Quat arm = test::rotation_in(clip.frames[0], LeftUpperArm);
  CHECK(length(arm * Vec3{1, 0, 0} - Vec3{1, 0, 0}) < 0.17);
  const Quat other = test::rotation_in(clip.frames[0], RightUpperArm);
  CHECK(length(other * Vec3{-1, 0, 0} - Vec3{0, -1, 0}) < 0.17);
}

TEST_CASE("up and ahead are where the skeleton has them", "[retarget]") {
  Recording recording = recording_of(test::ada());
  recording.nodes[index_of(Head)].rotations = {rotation_about({1, 0, 0}, 0.4)};
  recording.nodes[index_of(LeftLowerArm)].rotations = {rotation_about({0, 1, 0}, -1.2)};
  const Clip expected = clip_of(recording);

  for (const Quat& turn : {rotation_about({1, 0, 0}, kRight), rotation_about({0, 1, 0}, 2.5),
                           rotation_about({0, 1, 0}, -kRight)}) {
    Recording turned = recording;
    turn_space(turn, turned);
    const Clip clip = clip_of(turned);
    for (std::size_t i = 0; i < body::kJointCount; ++i) {
      CAPTURE(body::name_of(body::joint_at(i)));
      CHECK(angle_between(test::rotation_in(clip.frames[0], body::joint_at(i)),
                          test::rotation_in(expected.frames[0], body::joint_at(i))) < 5e-3);
    }
    for (std::size_t i = 0; i < 3; ++i) {
      CHECK(clip.frames[0].hips[i] == Approx(expected.frames[0].hips[i]).margin(1e-3));
    }
  }
}

TEST_CASE("hips at their height at rest have not moved, in whatever unit", "[retarget]") {
  for (const double unit : {1.0, 0.01, 39.37}) {
    Recording recording = recording_of(test::ada());
    for (Recording::Node& node : recording.nodes) {
      node.offset = unit * node.offset;
      for (Vec3& position : node.positions) position = unit * position;
    }
    const Clip clip = clip_of(recording);
    for (const float way : clip.frames[0].hips) CHECK(way == Approx(0).margin(1e-3));
  }
}

TEST_CASE("hips move in parts of their height, from where they begin", "[retarget]") {
  Recording recording = recording_of(test::ada());
  recording.frame_count = 2;
  const Vec3 start = recording.nodes[0].positions[0] + Vec3{500, 0, -200};
  const double height = recording.nodes[0].positions[0].y;
  recording.nodes[0].positions = {start, start + Vec3{0.1 * height, -0.05 * height, 0}};
  for (Recording::Node& node : recording.nodes) node.rotations.resize(2);
  // The knees bend, so that the feet stay on the ground.
  const double bend = std::acos(1 - 0.05 * height /
                                        (100 * (test::ada().bone_length_m(LeftLowerLeg) +
                                                test::ada().bone_length_m(LeftFoot))));
  for (const body::Joint leg : {LeftUpperLeg, RightUpperLeg}) {
    recording.nodes[index_of(leg)].rotations[1] = rotation_about({1, 0, 0}, -bend);
    recording.nodes[index_of(leg) + 1].rotations[1] = rotation_about({1, 0, 0}, 2 * bend);
    recording.nodes[index_of(leg) + 2].rotations[1] = rotation_about({1, 0, 0}, -bend);
  }

  const Clip clip = clip_of(recording);

  CHECK(clip.frames[0].hips[0] == Approx(0).margin(1e-5));
  CHECK(clip.frames[0].hips[2] == Approx(0).margin(1e-5));
  CHECK(clip.frames[1].hips[0] == Approx(0.1).epsilon(0.02));
  CHECK(clip.frames[1].hips[1] - clip.frames[0].hips[1] == Approx(-0.05).epsilon(0.02));
}

TEST_CASE("a recording that begins facing aside begins facing ahead", "[retarget]") {
  Recording recording = recording_of(test::ada());
  recording.frame_count = 2;
  const Quat aside = rotation_about({0, 1, 0}, 2);
  const Vec3 start = recording.nodes[0].positions[0];
  for (Recording::Node& node : recording.nodes) node.rotations.resize(2);
  recording.nodes[0].rotations = {aside, aside * rotation_about({1, 0, 0}, 0.3)};
  recording.nodes[0].positions = {start, start + aside * Vec3{0, 0, 10}};

  const Clip clip = clip_of(recording);

  CHECK(angle_between(test::rotation_in(clip.frames[0], Hips), {}) < 2e-3);
  CHECK(angle_between(test::rotation_in(clip.frames[1], Hips), rotation_about({1, 0, 0}, 0.3)) <
        2e-3);
  CHECK(clip.frames[1].hips[0] == Approx(0).margin(1e-4));
  CHECK(clip.frames[1].hips[2] > 0.05);
}

TEST_CASE("a T-pose of bones with axes of their own is taken at its word", "[retarget]") {
  // Each bone has its own axes at rest, as rigs of other tools do; the oracle is the space.
  Recording recording = recording_of(test::ada());
  recording.rest = Recording::Rest::TPose;
  test::RandomRotations random(11);
  std::array<Quat, body::kJointCount> model_from_rest;
  for (std::size_t i = 0; i < body::kJointCount; ++i) {
    Recording::Node& node = recording.nodes[i];
    model_from_rest[i] = random.within(3);
    const Quat parent = node.parent ? model_from_rest[*node.parent] : Quat{};
    node.rest = normalized(conjugate(parent) * model_from_rest[i]);
    node.offset = conjugate(parent) * (100 * test::ada().offsets_m[i]);
    node.rotations = {node.rest};
    node.positions.clear();
  }
  recording.nodes[0].positions = {recording.nodes[0].offset + Vec3{0, -10, 0}};
  // The head nods in space: G' = Rx(0.5) G.
  const std::size_t head = index_of(Head);
  const Quat neck = model_from_rest[*recording.nodes[head].parent];
  recording.nodes[head].rotations = {
      normalized(conjugate(neck) * rotation_about({1, 0, 0}, 0.5) * model_from_rest[head])};

  const Clip clip = clip_of(recording);

  for (std::size_t i = 0; i < body::kJointCount; ++i) {
    const Quat expected = i == head ? rotation_about({1, 0, 0}, 0.5) : Quat{};
    CHECK(angle_between(test::rotation_in(clip.frames[0], body::joint_at(i)), expected) < 2e-3);
  }
  const double height = 100 * test::ada().offsets_m[0].y;
  CHECK(clip.frames[0].hips[1] == Approx(-10 / height).epsilon(1e-4));
}

TEST_CASE("a joint that the recording lacks goes with its parent", "[retarget]") {
  Recording recording = recording_of(test::ada());
  recording.nodes[index_of(UpperChest)].name = "nobody knows it";
  recording.nodes[index_of(UpperChest)].rotations = {rotation_about({0, 1, 0}, 0.4)};

  const Clip clip = clip_of(recording);

  CHECK_FALSE(clip.joints.contains(UpperChest));
  for (const body::Joint child : {Neck, LeftShoulder, RightShoulder}) {
    CHECK(angle_between(test::rotation_in(clip.frames[0], child), rotation_about({0, 1, 0}, 0.4)) <
          2e-3);
  }
}

TEST_CASE("where several nodes are one joint, their turns add up", "[retarget]") {
  Recording recording = recording_of(test::ada());
  Recording::Node second = recording.nodes[index_of(Neck)];
  second.name = "Neck1";
  second.parent = index_of(Neck);
  second.rotations = {rotation_about({1, 0, 0}, 0.2)};
  recording.nodes[index_of(Neck)].rotations = {rotation_about({1, 0, 0}, 0.1)};
  recording.nodes.push_back(second);

  const Clip clip = clip_of(recording);

  CHECK(angle_between(test::rotation_in(clip.frames[0], Neck), rotation_about({1, 0, 0}, 0.3)) <
        2e-3);
}

TEST_CASE("without anything below the thighs nobody knows where the hips are", "[retarget]") {
  Recording recording = recording_of(test::ada());
  for (Recording::Node& node : recording.nodes) {
    const bool low = node.name.find("LowerLeg") != std::string::npos ||
                     node.name.find("Foot") != std::string::npos ||
                     node.name.find("Toes") != std::string::npos;
    if (low) node.name = "unknown";
  }
  const Clip clip = clip_of(recording);
  for (const float way : clip.frames[0].hips) CHECK(way == 0);
}

TEST_CASE("a node is known by our name, a table's, its parent's, with or without a prefix",
          "[retarget]") {
  CHECK(find_joint("leftHand", "", kNames) == LeftHand);
  CHECK(find_joint("LeftHand", "", kNames) == LeftHand);
  CHECK(find_joint("mixamorig:LeftArm", "", kNames) == LeftUpperArm);
  CHECK(find_joint("LeftShoulder", "Chest", kNames) == LeftShoulder);
  CHECK(find_joint("LeftShoulder", "LeftCollar", kNames) == LeftUpperArm);
  CHECK(find_joint("a:LeftShoulder", "a:LeftCollar", kNames) == LeftUpperArm);
  CHECK_FALSE(find_joint("tail", "", kNames));
  CHECK_FALSE(find_joint("", "", kNames));
}

TEST_CASE("a recording of which no joint is known is refused", "[retarget]") {
  Recording recording{.frame_count = 1, .frame_time = Seconds(1)};
  recording.nodes.resize(1);
  recording.nodes[0].name = "wheel";
  const auto clip = retarget(recording, kNames, "car");
  REQUIRE_FALSE(clip);
  CHECK(clip.error().message ==
        "no joint of the clip has a name that is known, not even the first: 'wheel'");
}

}  // namespace kine::pose::retarget_test
