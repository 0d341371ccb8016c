// What every actuator promises (realizer/motion/actuator.h), asked of each kind there is.
#include "realizer/motion/actuator.h"

#include <algorithm>

#include "tests/support/catch.h"
#include "tests/support/motion/posed.h"
#include "tests/support/motion/random_rotations.h"
#include "tests/support/plan/examples.h"

using namespace std::chrono_literals;

namespace kine::motion::actuator_test {
namespace {

/// A pose of which nothing is at rest; every other rotation is on the far side of the sphere.
pose::Pose restless_pose(std::uint32_t seed) {
  test::RandomRotations random(seed);
  pose::Pose pose;
  for (std::size_t i = 0; i < body::kJointCount; ++i) {
    const Quat rotation = random.within(3);
    pose.set_rotation(body::joint_at(i), i % 2 == 0 ? rotation : -rotation);
  }
  for (std::size_t i = 0; i < body::kChannelCount; ++i) {
    pose.channels[i] = static_cast<float>(random.number(0, 1.5));
  }
  return pose;
}

Entry entry_of(const pose::Pose& pose, Seconds time) {
  return {.pose = &pose, .pose_before = &pose, .step = Seconds(1.0 / 60), .time = time};
}

bool strictly_increase(const std::vector<float>& times) {
  return std::adjacent_find(times.begin(), times.end(), std::greater_equal<>()) == times.end();
}

float dot_in_lane(const pose::QuatBlock& a, const pose::QuatBlock& b, std::size_t lane) {
  return a.x[lane] * b.x[lane] + a.y[lane] * b.y[lane] + a.z[lane] * b.z[lane] +
         a.w[lane] * b.w[lane];
}

void check_keys(const pose::JointKeys& keys) {
  const std::size_t width = keys.blocks.size();
  REQUIRE(keys.rotations.size() == keys.key_count() * width);
  CHECK(strictly_increase(keys.times_s));
  for (std::size_t i = 0; i < keys.rotations.size(); ++i) {
    const pose::QuatBlock& block = keys.rotations[i];
    for (std::size_t lane = 0; lane < pose::kLanes; ++lane) {
      CAPTURE(i, lane);
      CHECK(dot_in_lane(block, block, lane) == Approx(1).epsilon(1e-5));
      if (i >= width) CHECK(dot_in_lane(keys.rotations[i - width], block, lane) >= 0);
      if (!keys.masks[i % width].has(lane)) CHECK(std::abs(block.w[lane]) == 1);
    }
  }
}

/// The same of a clip, whose frames are not its own: what it gives at the entry is the entry.
void check_clip(const pose::Keys& keys, const Actuator& actuator, const pose::Pose& entry,
                Seconds time) {
  CHECK(keys.clip.joints == actuator.joints());
  CHECK(keys.joints.blocks.empty());
  const pose::Pose rest;
  const pose::Pose output = test::posed(keys, time.count());
  for (std::size_t i = 0; i < body::kJointCount; ++i) {
    const body::Joint joint = body::joint_at(i);
    const bool drives = actuator.joints().contains(joint);
    const Quat expected = (drives ? entry : rest).rotation(joint);
    CHECK(std::abs(dot(output.rotation(joint), expected)) == Approx(1).epsilon(1e-5));
  }
  for (std::size_t i = 0; i < body::kChannelCount; ++i) {
    const float expected = actuator.channels().test(i) ? entry.channels[i] : rest.channels[i];
    CHECK(output.channels[i] == Approx(expected).margin(1e-5));
  }
}

}  // namespace

TEST_CASE("every actuator keeps its promises", "[actuator][contract]") {
  const body::Body& body = test::example_body();
  for (const test::ExampleActuator& example : test::example_actuators()) {
    const Actuator& actuator = *example.actuator;
    // Bound a tick before its first key, and also when some of its keys are over already.
    for (const Seconds time : {Seconds(-1.0 / 60), example.first_key, example.last_key + 1s}) {
      for (std::uint32_t seed = 1; seed <= 5; ++seed) {
        CAPTURE(example.kind, time.count(), seed);
        const pose::Pose pose = restless_pose(seed);
        const Entry entry = entry_of(pose, time);
        const pose::Keys keys = actuator.compile(entry, body);

        // It is pure: another binding in between changes nothing.
        const pose::Pose other = restless_pose(seed + 100);
        const bool takes_over =
            !keys.joints.blocks.empty() || !keys.channels.empty() || keys.clip.clip != nullptr;
        CHECK((actuator.compile(entry_of(other, time), body) == keys) != takes_over);
        CHECK(actuator.compile(entry, body) == keys);

        if (keys.clip.clip != nullptr) {
          check_clip(keys, actuator, pose, time);
          continue;
        }

        // It drives the joints and channels that it says, and no others.
        const auto* const gaze = keys.find<pose::GazeKeys>();
        const body::JointSet looks = gaze != nullptr ? gaze->joints : body::JointSet{};
        CHECK((keys.joints.joints | looks) == actuator.joints());

        // What it leaves to be solved is of the kind that it says.
        CHECK(pose::Contents::of(keys).solved == actuator.solved());
        CHECK(keys.joints.blocks == pose::blocks_of(keys.joints.joints));
        pose::ChannelSet channels;
        for (const pose::ChannelKeys& each : keys.channels) channels.set(each.channel.index);
        CHECK(channels == actuator.channels());

        // Rotations are units, and run the short way; times strictly increase.
        check_keys(keys.joints);
        for (const pose::ChannelKeys& each : keys.channels) {
          REQUIRE(each.values.size() == each.times_s.size());
          CHECK(strictly_increase(each.times_s));
          CHECK(std::ranges::all_of(each.values, [](float v) { return v >= 0 && v <= 1.5F; }));
          CHECK(each.values.front() == pose.channels[each.channel.index]);
        }

        // It looks away from nothing before it is bound, and not on before it has arrived.
        double rested_s = time.count();
        for (const pose::GazeKey& key :
             gaze != nullptr ? gaze->keys : std::vector<pose::GazeKey>{}) {
          CHECK(key.time_s >= key.from_s);
          CHECK(key.from_s >= std::min(rested_s, key.time_s));
          rested_s = key.time_s;
        }

        // Its first key is the entry.
        for (std::size_t i = 0; i < body::kJointCount; ++i) {
          if (!keys.joints.joints.contains(body::joint_at(i))) continue;
          const auto block = static_cast<std::size_t>(
              std::ranges::find(keys.joints.blocks, i / pose::kLanes) - keys.joints.blocks.begin());
          // Of the two quaternions of a rotation it takes the one on the side of the keys.
          const Quat first = test::lane_of(keys.joints.rotations[block], i % pose::kLanes);
          const Quat here = pose.rotation(body::joint_at(i));
          CHECK((first == here || first == -here));
        }
      }
    }
  }
}

}  // namespace kine::motion::actuator_test
