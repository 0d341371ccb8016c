// Tests for realizer/pose/blend.h.
#include "realizer/pose/blend.h"

#include <algorithm>

#include "tests/support/catch.h"
#include "tests/support/motion/random_rotations.h"

namespace kine::blend_test {
namespace {

using body::Joint;
using pose::BlendJob;
using pose::Keys;
using pose::Pose;

body::JointSet only(std::initializer_list<Joint> joints) {
  body::JointSet set;
  for (const Joint joint : joints) set.insert(joint);
  return set;
}

/// Keys at these times, with `joint` at these rotations.
Keys keys_of(Joint joint, std::vector<float> times_s, const std::vector<Quat>& rotations) {
  Keys keys;
  keys.joints = pose::JointKeys::of(only({joint}));
  keys.joints.times_s = std::move(times_s);
  for (const Quat& rotation : rotations) {
    Pose pose;
    pose.set_rotation(joint, rotation);
    keys.joints.rotations.push_back(pose.rotations[keys.joints.blocks[0]]);
  }
  return keys;
}

Pose random_pose(std::uint32_t seed) {
  test::RandomRotations random(seed);
  Pose pose;
  for (std::size_t i = 0; i < body::kJointCount; ++i) {
    pose.set_rotation(body::joint_at(i), random.within(1.5));
  }
  return pose;
}

/// A layer with an interval of its own.
struct Given {
  const Keys* keys = nullptr;
  float time_s = 0;
  float weight = 0;
};

Pose blended(const std::vector<Given>& given, const Pose& rest) {
  std::vector<pose::Interval> intervals(given.size());
  std::vector<pose::Layer> layers;
  for (std::size_t i = 0; i < given.size(); ++i) {
    layers.push_back({.keys = given[i].keys,
                      .contents = pose::Contents::of(*given[i].keys),
                      .interval = &intervals[i],
                      .time_s = given[i].time_s,
                      .weight = given[i].weight});
  }
  std::vector<pose::LayerSample> samples(given.size());
  Pose output;
  BlendJob{.layers = layers, .rest = &rest, .samples = samples, .output = &output}.run();
  return output;
}

TEST_CASE("a blend job knows what it needs", "[blend]") {
  Pose rest;
  Pose output;
  const Keys keys = keys_of(Joint::Head, {0}, {Quat{}});
  pose::Interval interval;
  std::vector<pose::LayerSample> samples(1);
  std::vector<pose::Layer> layers = {{&keys, pose::Contents::of(keys), &interval, 0, 1}};
  const BlendJob good{.layers = layers, .rest = &rest, .samples = samples, .output = &output};
  CHECK(good.valid());

  {  // No rest.
    BlendJob job = good;
    job.rest = nullptr;
    CHECK_FALSE(job.valid());
  }
  {  // No output, or the rest itself.
    BlendJob job = good;
    job.output = nullptr;
    CHECK_FALSE(job.valid());
    job.output = &rest;
    CHECK_FALSE(job.valid());
  }
  {  // No room for the samples.
    BlendJob job = good;
    job.samples = {};
    CHECK_FALSE(job.valid());
  }
  {  // A layer without keys or interval, or with a weight out of range.
    layers[0] = {nullptr, {}, &interval, 0, 1};
    CHECK_FALSE(good.valid());
    layers[0] = {&keys, {}, nullptr, 0, 1};
    CHECK_FALSE(good.valid());
    layers[0] = {&keys, {}, &interval, 0, 1.5F};
    CHECK_FALSE(good.valid());
  }
}

TEST_CASE("without layers the rest pose shows", "[blend]") {
  const Pose rest = random_pose(1);
  const Pose pose = blended({}, rest);
  for (std::size_t i = 0; i < body::kJointCount; ++i) {
    const Joint joint = body::joint_at(i);
    CHECK(angle_between(pose.rotation(joint), rest.rotation(joint)) < 1e-6);
  }
}

TEST_CASE("a layer moves its own joints and no others", "[blend]") {
  const Pose rest = random_pose(2);
  const Quat turn = rotation_about({0, 1, 0}, 1);
  const Keys keys = keys_of(Joint::Head, {0}, {turn});
  const std::vector<Given> layers = {{&keys, 0, 1}};

  const Pose without = blended({}, rest);
  const Pose with = blended(layers, rest);

  CHECK(angle_between(with.rotation(Joint::Head), turn) < 1e-6);
  for (std::size_t i = 0; i < body::kJointCount; ++i) {
    const Joint joint = body::joint_at(i);
    if (joint != Joint::Head) CHECK(with.rotation(joint) == without.rotation(joint));
  }
}

TEST_CASE("a layer of weight 0 is absent to the bit", "[blend]") {
  const Pose rest = random_pose(3);
  const Keys keys = keys_of(Joint::Head, {0}, {rotation_about({0, 1, 0}, 1)});
  const std::vector<Given> layers = {{&keys, 0, 0}};
  CHECK(blended(layers, rest) == blended({}, rest));
}

TEST_CASE("a layer is sampled between its keys", "[blend]") {
  const Quat first = rotation_about({1, 0, 0}, 0.2);
  const Quat second = rotation_about({1, 0, 0}, 1.0);
  const Keys keys = keys_of(Joint::LeftHand, {1, 3}, {first, second});
  const Pose rest;
  const std::vector<Given> layers = {{&keys, 1.5F, 1}};
  CHECK(angle_between(blended(layers, rest).rotation(Joint::LeftHand),
                      rotation_about({1, 0, 0}, 0.4)) < 1e-5);
}

TEST_CASE("the upper layer takes its weight first, the lower one of what is left", "[blend]") {
  // Small turns about one axis add up like numbers: 0.5 * 0.2 + 0.5 * (0.25 * 0.1 + 0.75 * 0).
  const Keys lower = keys_of(Joint::Neck, {0}, {rotation_about({0, 0, 1}, 0.1)});
  const Keys upper = keys_of(Joint::Neck, {0}, {rotation_about({0, 0, 1}, 0.2)});
  const Pose rest;
  const std::vector<Given> layers = {{&lower, 0, 0.25F}, {&upper, 0, 0.5F}};
  CHECK(angle_between(blended(layers, rest).rotation(Joint::Neck),
                      rotation_about({0, 0, 1}, 0.1125)) < 1e-4);
}

TEST_CASE("every joint of a blend is a unit quaternion", "[blend]") {
  test::RandomRotations random(7);
  for (int round = 0; round < 50; ++round) {
    const Pose rest = random_pose(100 + static_cast<std::uint32_t>(round));
    const Keys a = keys_of(Joint::Chest, {0, 1}, {random.within(1.5), random.within(1)});
    const Keys b = keys_of(Joint::Chest, {0, 1}, {random.within(1.5), random.within(1)});
    const std::vector<Given> layers = {
        {&a, static_cast<float>(random.number(0, 1)), static_cast<float>(random.number(0, 1))},
        {&b, static_cast<float>(random.number(0, 1)), static_cast<float>(random.number(0, 1))}};
    const Pose pose = blended(layers, rest);
    for (std::size_t i = 0; i < body::kJointCount; ++i) {
      const Quat q = pose.rotation(body::joint_at(i));
      CHECK(std::abs(dot(q, q) - 1) < 1e-6);
    }
  }
}

TEST_CASE("channels are linear between their keys and blend by weight", "[blend]") {
  Keys keys;
  const body::Channel channel{5};
  keys.channels.push_back({.channel = channel, .times_s = {0, 2}, .values = {0, 1}});
  Pose rest;
  rest.channels[5] = 0.2F;
  rest.channels[6] = 0.7F;
  const std::vector<Given> layers = {{&keys, 1, 0.5F}};

  const Pose pose = blended(layers, rest);

  CHECK(pose.channels[5] == Approx(0.5 * 0.5 + 0.5 * 0.2));
  CHECK(pose.channels[6] == 0.7F);
}

TEST_CASE("what is relative turns the pose in its own axes and fills channels up to 1", "[blend]") {
  Keys keys = keys_of(Joint::Chest, {0}, {rotation_about({1, 0, 0}, 0.1)});
  keys.channels.push_back({.channel = body::Channel{3}, .times_s = {0}, .values = {0.5F}});
  Pose pose = random_pose(8);
  pose.channels[3] = 0.4F;
  const Pose before = pose;
  pose::Interval interval;
  const std::vector<pose::Layer> layers = {{&keys, pose::Contents::of(keys), &interval, 0, 1}};

  pose::RelativeJob{.layers = layers, .pose = &pose}.run();

  const Quat expected = before.rotation(Joint::Chest) * rotation_about({1, 0, 0}, 0.1);
  CHECK(angle_between(pose.rotation(Joint::Chest), expected) < 1e-6);
  CHECK(angle_between(pose.rotation(Joint::Head), before.rotation(Joint::Head)) < 1e-6);
  CHECK(pose.channels[3] == Approx(0.4 + 0.6 * 0.5));
}

TEST_CASE("a closed eye stays closed, and nothing opens what is exaggerated", "[blend]") {
  Keys keys;
  keys.channels.push_back({.channel = body::Channel{3}, .times_s = {0}, .values = {1}});
  pose::Interval interval;
  const std::vector<pose::Layer> layers = {{&keys, pose::Contents::of(keys), &interval, 0, 1}};
  for (const float value : {0.0F, 0.5F, 1.0F, 1.3F}) {
    Pose pose;
    pose.channels[3] = value;
    pose::RelativeJob{.layers = layers, .pose = &pose}.run();
    CHECK(pose.channels[3] == std::max(1.0F, value));
  }
}

}  // namespace
}  // namespace kine::blend_test
