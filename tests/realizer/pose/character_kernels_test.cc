// Tests for realizer/pose/character_kernels.h.
#include "realizer/pose/character_kernels.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "realizer/solve/elbow.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/every_target.h"
#include "tests/support/motion/random_rotations.h"
#include "tests/support/motion/scalar_character_kernels.h"

namespace kine::character_kernels_test {
namespace {

using body::Joint;
using body::Side;
using pose::kLanes;
using test::lane_of;
using test::RandomRotations;

Vec3 lane_of(const pose::VectorBlock& block, std::size_t lane) {
  return {block.x[lane], block.y[lane], block.z[lane]};
}

void put(const Vec3& v, pose::VectorBlock& block, std::size_t lane) {
  block.x[lane] = static_cast<float>(v.x);
  block.y[lane] = static_cast<float>(v.y);
  block.z[lane] = static_cast<float>(v.z);
}

std::vector<pose::Pose> random_poses(RandomRotations& random, std::size_t count) {
  std::vector<pose::Pose> poses(count);
  for (pose::Pose& pose : poses) {
    for (std::size_t joint = 0; joint < body::kJointCount; ++joint) {
      pose.set_rotation(body::joint_at(joint), random.within(2.5));
    }
  }
  return poses;
}

std::vector<const pose::Pose*> pointers(const std::vector<pose::Pose>& poses) {
  std::vector<const pose::Pose*> all;
  for (const pose::Pose& pose : poses) all.push_back(&pose);
  return all;
}

pose::BoneBlock mixed_bones() {
  std::vector<const body::Body*> bodies;
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    bodies.push_back(lane % 3 == 0 ? &test::ben() : &test::ada());
  }
  return pose::bones_of(bodies);
}

/// Arms bent by 1 to 150 degrees that point anywhere, their forearms twisted as they like.
pose::ArmBlock random_arms(Side side, RandomRotations& random) {
  pose::ArmBlock arms = pose::arms_of(side, mixed_bones());
  arms.shoulder = test::block_of([&] { return random.within(0.4); });
  arms.upper_arm = test::block_of([&] { return random.within(3.1); });
  const Vec3 hinge = solve::elbow_hinge(side);
  arms.lower_arm = test::block_of([&] {
    const Vec3 bone = side == Side::Left ? Vec3{1, 0, 0} : Vec3{-1, 0, 0};
    return rotation_about(hinge, random.number(0.02, 2.6)) *
           rotation_about(bone, random.number(-1, 1));
  });
  return arms;
}

/// One arm in double: its joints from the shoulder's, in the axes of what carries it.
struct Arm {
  Vec3 root, elbow, wrist;

  double upper_m() const { return length(elbow - root); }
  double length_m() const { return upper_m() + length(wrist - elbow); }
  Vec3 line() const { return unit(wrist - root); }
  Vec3 elbow_side() const { return unit(rejected(elbow - root, line())); }
};

Arm arm_of(const pose::ArmBlock& arms, std::size_t lane) {
  const Quat shoulder = normalized(lane_of(arms.shoulder, lane));
  const Quat upper = shoulder * normalized(lane_of(arms.upper_arm, lane));
  const Quat lower = upper * normalized(lane_of(arms.lower_arm, lane));
  Arm arm;
  arm.root = shoulder * lane_of(arms.upper_arm_m, lane);
  arm.elbow = arm.root + upper * lane_of(arms.lower_arm_m, lane);
  arm.wrist = arm.elbow + lower * lane_of(arms.hand_m, lane);
  return arm;
}

constexpr std::array kColumn = {Joint::Hips,       Joint::Spine, Joint::Chest,
                                Joint::UpperChest, Joint::Neck,  Joint::Head};

/// The angle between where a head looks in `model` and the way to its target.
double missed_rad(const pose::ModelBlock& model, const pose::VectorBlock& targets_m,
                  const Vec3& from_m, std::size_t lane) {
  const auto head = body::index_of(Joint::Head);
  const Vec3 looks = lane_of(model.character_from_joint[head], lane) * Vec3{0, 0, 1};
  return std::acos(std::min(1.0, dot(looks, unit(lane_of(targets_m, lane) - from_m))));
}

TEST_CASE("a column turns its head to a target, or as far as it may", "[character_kernels]") {
  const float turn_max_rad = GENERATE(0.3F, 1.5F, 3.1F);
  RandomRotations random(10);
  const auto bones = mixed_bones();
  for (int round = 0; round < 50; ++round) {
    pose::CharacterBlock characters;
    pose::gather(pointers(random_poses(random, kLanes)), characters);
    pose::ModelBlock before;
    pose::local_to_model(characters, bones, before);
    pose::VectorBlock targets;
    for (std::size_t lane = 0; lane < kLanes; ++lane) put(4 * random.direction(), targets, lane);

    pose::LookJob{&targets, kColumn, turn_max_rad, &before, &characters}.run();

    pose::ModelBlock after;
    pose::local_to_model(characters, bones, after);
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      const Vec3 head_m = lane_of(before.positions_m[body::index_of(Joint::Head)], lane);
      const double missed_before = missed_rad(before, targets, head_m, lane);
      const double expected = std::max(0.0, missed_before - static_cast<double>(turn_max_rad));
      CHECK(missed_rad(after, targets, head_m, lane) == Approx(expected).margin(2e-3));
    }
  }
}

TEST_CASE("gathered characters have their joints in their own lanes", "[character_kernels]") {
  test::on_each_target([] {
    RandomRotations random(1);
    const auto poses = random_poses(random, 11);
    pose::CharacterBlock characters;

    pose::gather(pointers(poses), characters);

    for (std::size_t joint = 0; joint < body::kJointCount; ++joint) {
      for (std::size_t lane = 0; lane < kLanes; ++lane) {
        const Quat expected =
            lane < poses.size() ? poses[lane].rotation(body::joint_at(joint)) : Quat{};
        REQUIRE(lane_of(characters.parent_from_joint[joint], lane) == expected);
      }
    }
  });
}

TEST_CASE("rotations are written joint by joint", "[character_kernels]") {
  test::on_each_target([] {
    RandomRotations random(11);
    const auto poses = random_poses(random, 1);
    std::array<std::array<float, 4>, body::kJointCount> written = {};

    pose::write_rotations(poses[0], written);

    for (std::size_t joint = 0; joint < body::kJointCount; ++joint) {
      const auto& [x, y, z, w] = written[joint];
      REQUIRE(poses[0].rotation(body::joint_at(joint)) == Quat{x, y, z, w});
    }
  });
}

TEST_CASE("forward kinematics agrees with the body's own in double", "[character_kernels]") {
  RandomRotations random(2);
  const auto poses = random_poses(random, kLanes);
  pose::CharacterBlock characters;
  pose::gather(pointers(poses), characters);
  const auto bones = mixed_bones();
  pose::ModelBlock model;

  pose::local_to_model(characters, bones, model);

  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    std::array<Quat, body::kJointCount> rotations;
    for (std::size_t joint = 0; joint < body::kJointCount; ++joint) {
      rotations[joint] = poses[lane].rotation(body::joint_at(joint));
    }
    const auto expected = (lane % 3 == 0 ? test::ben() : test::ada()).compute_model(rotations);
    for (std::size_t joint = 0; joint < body::kJointCount; ++joint) {
      CAPTURE(lane, body::name_of(body::joint_at(joint)));
      CHECK(length(lane_of(model.positions_m[joint], lane) - expected.positions_m[joint]) < 2e-6);
      CHECK(angle_between(lane_of(model.character_from_joint[joint], lane),
                          expected.character_from_joint[joint]) < 5e-6);
    }
  }
}

TEST_CASE("every kernel of characters gives the scalar oracle's bits on every target",
          "[character_kernels]") {
  test::on_each_target([] {
    RandomRotations random(3);
    const auto bones = mixed_bones();
    for (int round = 0; round < 20; ++round) {
      pose::CharacterBlock characters;
      pose::gather(pointers(random_poses(random, kLanes)), characters);
      pose::ModelBlock model;
      pose::ModelBlock plain_model;
      pose::local_to_model(characters, bones, model);
      test::scalar::local_to_model(characters, bones, plain_model);
      CHECK(model.character_from_joint == plain_model.character_from_joint);
      CHECK(model.positions_m == plain_model.positions_m);

      const pose::ArmBlock before = random_arms(round % 2 == 0 ? Side::Left : Side::Right, random);
      pose::VectorBlock wrists;
      pose::VectorBlock plain_wrists;
      pose::wrists_of(before, wrists);
      test::scalar::wrists_of(before, plain_wrists);
      CHECK(wrists == plain_wrists);

      pose::VectorBlock targets;
      for (std::size_t lane = 0; lane < kLanes; ++lane) {
        put(random.number(0, 1) * random.direction(), targets, lane);
      }
      pose::ArmBlock arms = before;
      pose::ArmBlock plain = before;
      pose::reach(targets, arms);
      test::scalar::reach(targets, plain);
      CHECK(arms.upper_arm == plain.upper_arm);
      CHECK(arms.lower_arm == plain.lower_arm);

      pose::CharacterBlock looking = characters;
      pose::CharacterBlock plainly = characters;
      pose::LookJob look{&targets, kColumn, 1.2F, &model, &looking};
      look.run();
      look.characters = &plainly;
      test::scalar::look(look);
      for (const Joint joint : kColumn) CHECK(looking.of(joint) == plainly.of(joint));
    }
  });
}

TEST_CASE("no lane's result depends on its place or on the other lanes", "[character_kernels]") {
  RandomRotations random(4);
  pose::ArmBlock arms = random_arms(Side::Left, random);
  pose::VectorBlock targets;
  for (std::size_t lane = 0; lane < kLanes; ++lane) put(0.4 * random.direction(), targets, lane);
  for (auto* offsets : {&arms.upper_arm_m, &arms.lower_arm_m, &arms.hand_m}) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) put(lane_of(*offsets, 0), *offsets, lane);
  }
  pose::ArmBlock reversed = arms;
  pose::VectorBlock reversed_targets = targets;
  for (auto* block : {&reversed.shoulder, &reversed.upper_arm, &reversed.lower_arm}) {
    for (auto* component : {&block->x, &block->y, &block->z, &block->w}) {
      std::reverse(component->begin(), component->end());
    }
  }
  for (auto* component : {&reversed_targets.x, &reversed_targets.y, &reversed_targets.z}) {
    std::reverse(component->begin(), component->end());
  }

  pose::reach(targets, arms);
  pose::reach(reversed_targets, reversed);

  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    CHECK(lane_of(arms.upper_arm, lane) == lane_of(reversed.upper_arm, kLanes - 1 - lane));
    CHECK(lane_of(arms.lower_arm, lane) == lane_of(reversed.lower_arm, kLanes - 1 - lane));
  }
}

TEST_CASE("a wrist comes to its target", "[character_kernels]") {
  RandomRotations random(5);
  for (int round = 0; round < 200; ++round) {
    pose::ArmBlock arms = random_arms(round % 2 == 0 ? Side::Left : Side::Right, random);
    pose::VectorBlock targets;
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      const Arm arm = arm_of(arms, lane);
      const double distance = random.number(0.2, 0.969) * arm.length_m();
      put(arm.root + distance * random.direction(), targets, lane);
    }
    pose::reach(targets, arms);
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      CHECK(length(arm_of(arms, lane).wrist - lane_of(targets, lane)) < 3e-6);
    }
  }
}

TEST_CASE("an elbow is carried along without a swivel of its own", "[character_kernels]") {
  RandomRotations random(6);
  for (int round = 0; round < 200; ++round) {
    pose::ArmBlock arms = random_arms(Side::Right, random);
    const pose::ArmBlock before = arms;
    pose::VectorBlock targets;
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      const Arm arm = arm_of(arms, lane);
      const double distance = random.number(0.3, 0.95) * arm.length_m();
      put(arm.root + distance * random.direction(), targets, lane);
    }
    pose::reach(targets, arms);
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      const Arm from = arm_of(before, lane);
      const Arm to = arm_of(arms, lane);
      if (dot(from.line(), to.line()) < -0.99) continue;  // no turn is the shortest there
      const Vec3 carried = shortest_arc(from.line(), to.line()) * from.elbow_side();
      // The side of an almost straight arm is known by its elbow's few millimetres alone.
      const double aside = length(rejected(from.elbow - from.root, from.line()));
      CHECK(std::acos(std::min(1.0, dot(carried, to.elbow_side()))) < 2e-4 + 1e-6 / aside);
    }
  }
}

TEST_CASE("an arm that is where it should be stays", "[character_kernels]") {
  RandomRotations random(7);
  for (int round = 0; round < 100; ++round) {
    pose::ArmBlock arms = random_arms(Side::Left, random);
    const pose::ArmBlock before = arms;
    pose::VectorBlock wrists;
    pose::wrists_of(arms, wrists);
    pose::reach(wrists, arms);
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      const Arm arm = arm_of(before, lane);
      if (length(arm.wrist - arm.root) > 0.99 * arm.length_m()) continue;
      CHECK(angle_between(lane_of(arms.upper_arm, lane), lane_of(before.upper_arm, lane)) < 2e-5);
      CHECK(angle_between(lane_of(arms.lower_arm, lane), lane_of(before.lower_arm, lane)) < 2e-5);
    }
  }
}

TEST_CASE("a target out of reach is approached along the line to it", "[character_kernels]") {
  RandomRotations random(8);
  pose::ArmBlock arms = random_arms(Side::Left, random);
  pose::VectorBlock targets;
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    put(arm_of(arms, lane).root + random.number(0.8, 5) * random.direction(), targets, lane);
  }
  pose::reach(targets, arms);
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    const Arm arm = arm_of(arms, lane);
    CHECK(length(arm.wrist - arm.root) > 0.98 * arm.length_m());
    CHECK(length(cross(arm.line(), unit(lane_of(targets, lane) - arm.root))) < 1e-5);
  }
}

TEST_CASE("a straight arm bends about the hinge of its elbow", "[character_kernels]") {
  for (const Side side : {Side::Left, Side::Right}) {
    pose::ArmBlock arms = pose::arms_of(side, mixed_bones());  // T-pose
    const Arm stretched = arm_of(arms, 1);
    pose::VectorBlock targets;
    put(stretched.root + 0.8 * (stretched.wrist - stretched.root), targets, 1);

    pose::reach(targets, arms);

    const Arm bent = arm_of(arms, 1);
    CHECK(length(bent.wrist - lane_of(targets, 1)) < 3e-6);
    // Forearms bend forwards, so elbows go back.
    CHECK(bent.elbow_side().z < -0.999);
    const Vec3 turns = rotation_vector(lane_of(arms.lower_arm, 1));
    CHECK(dot(unit(turns), solve::elbow_hinge(side)) > 0.999);
  }
}

TEST_CASE("a target at the shoulder or right behind it is no trouble", "[character_kernels]") {
  RandomRotations random(9);
  pose::ArmBlock arms = random_arms(Side::Right, random);
  pose::VectorBlock targets;
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    const Arm arm = arm_of(arms, lane);
    const double back = lane % 2 == 0 ? 0 : 0.7;
    put(arm.root - back * (arm.wrist - arm.root), targets, lane);
  }
  pose::reach(targets, arms);
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    const Quat upper = lane_of(arms.upper_arm, lane);
    const Quat lower = lane_of(arms.lower_arm, lane);
    CHECK(dot(upper, upper) == Approx(1).epsilon(1e-5));
    CHECK(dot(lower, lower) == Approx(1).epsilon(1e-5));
  }
}

TEST_CASE("a wrist that sweeps past full reach and back never lets its elbow jump",
          "[character_kernels]") {
  pose::ArmBlock arms = pose::arms_of(Side::Left, mixed_bones());
  arms.lower_arm =
      test::block_of([] { return rotation_about(solve::elbow_hinge(Side::Left), 0.6); });
  const pose::ArmBlock start = arms;
  const Arm arm = arm_of(start, 1);
  Vec3 elbow_before = arm.elbow;
  double farthest = 0;
  for (int step = 0; step <= 2000; ++step) {
    const double stretch = 1 + 0.1 * std::sin(step * M_PI / 1000);
    pose::VectorBlock targets;
    put(arm.root + stretch * (arm.wrist - arm.root), targets, 1);
    arms = start;
    pose::reach(targets, arms);
    const Vec3 elbow = arm_of(arms, 1).elbow;
    farthest = std::max(farthest, length(elbow - elbow_before));
    elbow_before = elbow;
  }
  CHECK(farthest < 2e-3);  // the wrist itself moves by up to 0.2 mm a step
}

TEST_CASE("a wrist that is flung to full reach is slowed down, however straight its arm was",
          "[character_kernels]") {
  // Were the wrist to slow down only from where it is, as exp(-x) does, an arm with half a
  // hundredth of its length left would stop 200 times v^2 by its length.
  constexpr double kSlowedMost = 135;
  constexpr double kStep_m = 1e-3;
  for (const double bend_rad : {0.1, 0.2, 0.25, 0.3, 0.4, 0.6, 1.0}) {
    CAPTURE(bend_rad);
    pose::ArmBlock arms = pose::arms_of(Side::Left, mixed_bones());
    arms.lower_arm =
        test::block_of([&] { return rotation_about(solve::elbow_hinge(Side::Left), bend_rad); });
    const pose::ArmBlock start = arms;
    const Arm arm = arm_of(start, 1);
    std::array<double, 2> last_m = {};
    double sharpest = 0;
    for (int step = 0; step < 200; ++step) {
      pose::VectorBlock targets;
      put(arm.root + (0.85 * arm.length_m() + step * kStep_m) * arm.line(), targets, 1);
      arms = start;
      pose::reach(targets, arms);
      const Arm now = arm_of(arms, 1);
      const double distance_m = length(now.wrist - now.root);
      if (step > 1) {
        sharpest = std::max(sharpest, std::abs(distance_m - 2 * last_m[1] + last_m[0]));
      }
      last_m = {last_m[1], distance_m};
    }
    CHECK(sharpest < kSlowedMost / arm.length_m() * kStep_m * kStep_m);
  }
}

}  // namespace
}  // namespace kine::character_kernels_test
