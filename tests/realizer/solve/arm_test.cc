// Tests for realizer/solve/arm.h. Positions are checked by a chain of Eigen's transforms.
#include "realizer/solve/arm.h"

#include <algorithm>
#include <cmath>
#include <eigen3/Eigen/Geometry>
#include <random>

#include "realizer/body/mirror.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"

namespace kine::arm_test {

using namespace kine;
using namespace kine::solve;
using body::Joint;
using body::JointLimits;
using body::Side;

namespace {

using Pose = std::array<Quat, body::kJointCount>;

constexpr double kDegree = 3.14159265358979323846 / 180;
constexpr Vec3 kPalm = {0, -1, 0};

Pose with_arm(Pose pose, Side side, const ArmSolution& solution) {
  const body::ArmChain chain = arm_chain(side);
  pose[index_of(chain.shoulder)] = solution.shoulder;
  pose[index_of(chain.upper_arm)] = solution.upper_arm;
  pose[index_of(chain.lower_arm)] = solution.lower_arm;
  pose[index_of(chain.hand)] = solution.hand;
  return pose;
}

Eigen::Affine3d character_from(const body::Body& body, const Pose& pose, Joint joint) {
  const Vec3& offset = body.offsets_m[index_of(joint)];
  const Quat& q = pose[index_of(joint)];
  const Eigen::Affine3d local =
      Eigen::Translation3d(offset.x, offset.y, offset.z) * Eigen::Quaterniond(q.w, q.x, q.y, q.z);
  const auto parent = parent_of(joint);
  return parent ? character_from(body, pose, *parent) * local : local;
}

Vec3 position_m(const body::Body& body, const Pose& pose, Joint joint, const Vec3& point = {}) {
  const Eigen::Vector3d at =
      character_from(body, pose, joint) * Eigen::Vector3d(point.x, point.y, point.z);
  return {at.x(), at.y(), at.z()};
}

Vec3 direction_of(const body::Body& body, const Pose& pose, Joint joint, const Vec3& axis) {
  return position_m(body, pose, joint, axis) - position_m(body, pose, joint);
}

Pose solved(const body::Body& body, const Pose& start, const ArmRequest& request) {
  return with_arm(start, request.side, solve_arm(body, start, request));
}

class Dice {
 public:
  double between(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(engine_);
  }
  Vec3 in_box(const Vec3& low, const Vec3& high) {
    return {between(low.x, high.x), between(low.y, high.y), between(low.z, high.z)};
  }

 private:
  std::mt19937 engine_{17};
};

/// An arm somewhere within its limits, its elbow neither straight nor fully bent.
Pose some_pose(const body::Body& body, Side side, Dice& dice) {
  Pose pose = body.base_pose;
  const double sign = side == Side::Left ? 1 : -1;
  const body::ArmChain chain = arm_chain(side);
  pose[index_of(chain.upper_arm)] = from_turns(
      JointLimits::Axis::X,
      {dice.between(-1.5, 1.2), sign * dice.between(-1.6, 0.5), sign * dice.between(-1.5, 1.2)});
  pose[index_of(chain.lower_arm)] =
      from_turns(JointLimits::Axis::X, {dice.between(-1, 1), sign * dice.between(-2.2, -0.6), 0});
  return pose;
}

double largest_turn_of(const Pose& a, const Pose& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, angle_between(a[i], b[i]));
  return largest;
}

bool is_within_limits(const body::Body& body, Side side, const ArmSolution& solution) {
  const body::ArmChain chain = arm_chain(side);
  const auto inside = [&](Joint joint, const Quat& rotation) {
    return within_limits(body.limits[index_of(joint)], rotation) == rotation;
  };
  return inside(chain.upper_arm, solution.upper_arm) &&
         inside(chain.lower_arm, solution.lower_arm) && inside(chain.hand, solution.hand);
}

bool is_finite_rotation(const Quat& q) { return std::abs(dot(q, q) - 1) < 1e-9; }

}  // namespace

TEST_CASE("an arm solved for its own wrist and swivel is the same arm", "[arm]") {
  Dice dice;
  for (const body::Body* body : {&test::ada(), &test::ben()}) {
    for (const Side side : {Side::Left, Side::Right}) {
      for (const auto zero : {SwivelZero::Carried, SwivelZero::AwayFromSpine}) {
        for (int i = 0; i < 200; ++i) {
          const Pose pose = some_pose(*body, side, dice);
          const Vec3 wrist_m = position_m(*body, pose, arm_chain(side).hand);

          const ArmSolution solution = solve_arm(*body, pose,
                                                 {.side = side,
                                                  .wrist_m = wrist_m,
                                                  .swivel_rad = swivel_of(*body, pose, side, zero),
                                                  .swivel_zero = zero});

          REQUIRE(solution.miss_m < 1e-9);
          REQUIRE(largest_turn_of(with_arm(pose, side, solution), pose) < 1e-6);
        }
      }
    }
  }
}

TEST_CASE("the wrist meets every target before the body that the arm can reach", "[arm]") {
  Dice dice;
  for (const body::Body* body : {&test::ada(), &test::ben()}) {
    const Vec3 shoulder_m = position_m(*body, body->base_pose, Joint::LeftUpperArm);
    const double reach_m =
        0.96 * (body->bone_length_m(Joint::LeftLowerArm) + body->bone_length_m(Joint::LeftHand));
    int tried = 0;
    while (tried < 1000) {
      const Vec3 target_m = shoulder_m + dice.in_box({-0.25, -0.5, 0.18}, {0.5, 0.4, 0.5});
      const double distance_m = length(target_m - shoulder_m);
      if (distance_m > reach_m || distance_m < 0.2) continue;
      ++tried;
      const ArmRequest request{.side = Side::Left, .wrist_m = target_m};

      const ArmSolution solution = solve_arm(*body, body->base_pose, request);
      const Pose pose = with_arm(body->base_pose, Side::Left, solution);

      CAPTURE(target_m.x, target_m.y, target_m.z);
      REQUIRE(length(position_m(*body, pose, Joint::LeftHand) - target_m) < 1e-5);
      REQUIRE(is_within_limits(*body, Side::Left, solution));
    }
  }
}

TEST_CASE("the swivel that was asked for is the swivel of the arm", "[arm]") {
  const body::Body& ada = test::ada();
  const Vec3 target_m{0.2, 1.25, 0.38};
  for (const auto zero : {SwivelZero::Carried, SwivelZero::AwayFromSpine}) {
    for (double swivel = -10; swivel <= 80; swivel += 5) {
      for (const Side side : {Side::Left, Side::Right}) {
        const Vec3 own_m = side == Side::Left ? target_m : body::mirrored(target_m);
        const Pose pose = solved(
            ada, ada.base_pose,
            {.side = side, .wrist_m = own_m, .swivel_rad = swivel * kDegree, .swivel_zero = zero});
        CHECK(swivel_of(ada, pose, side, zero) == Approx(swivel * kDegree).margin(1e-9));
      }
    }
  }
}

TEST_CASE("a positive swivel lifts the elbow outwards, on both sides", "[arm]") {
  const body::Body& ada = test::ada();
  for (const Side side : {Side::Left, Side::Right}) {
    const double sign = side == Side::Left ? 1 : -1;
    const auto elbow_m = [&](double swivel_rad) {
      const Pose pose =
          solved(ada, ada.base_pose,
                 {.side = side, .wrist_m = Vec3{sign * 0.2, 1.3, 0.35}, .swivel_rad = swivel_rad});
      return position_m(ada, pose, arm_chain(side).lower_arm);
    };
    CHECK(sign * elbow_m(60 * kDegree).x > sign * elbow_m(0).x + 0.05);
    CHECK(elbow_m(60 * kDegree).y > elbow_m(0).y + 0.05);
  }
}

TEST_CASE("an arm's elbow left to us is down and out, and not in the body", "[arm]") {
  const body::Body& ada = test::ada();
  for (const Vec3& target_m : {Vec3{0.2, 1.25, 0.4}, Vec3{0.05, 1.05, 0.25}, Vec3{0, 1.25, 0.25},
                               Vec3{-0.15, 1.3, 0.2}, Vec3{0.3, 1.1, 0.2}}) {
    const Pose pose = solved(ada, ada.base_pose, {.side = Side::Left, .wrist_m = target_m});
    const Vec3 elbow_m = position_m(ada, pose, Joint::LeftLowerArm);
    CAPTURE(target_m.x, elbow_m.x, elbow_m.y, elbow_m.z);
    CHECK(elbow_m.y < 1.36);
    const double across = elbow_m.x / 0.13;
    const double through = elbow_m.z / 0.09;
    CHECK(across * across + through * through > 1);
  }
}

TEST_CASE("left and right solve mirrored targets by mirrored rotations", "[arm]") {
  Dice dice;
  const body::Body& ben = test::ben();
  for (int i = 0; i < 300; ++i) {
    const Vec3 target_m = dice.in_box({-0.3, 0.8, -0.2}, {0.8, 2.0, 0.6});
    const Vec3 palm = unit(dice.in_box({-1, -1, -1}, {1, 1, 1}));
    ArmRequest left{.side = Side::Left, .wrist_m = target_m};
    ArmRequest right{.side = Side::Right, .wrist_m = body::mirrored(target_m)};
    if (i % 2 == 0) {
      left.first_aim = {kPalm, palm};
      left.second_aim = {{1, 0, 0}, {0, 0, 1}};
      right.first_aim = {kPalm, body::mirrored(palm)};
      right.second_aim = {{-1, 0, 0}, {0, 0, 1}};
    }

    const ArmSolution of_left = solve_arm(ben, ben.base_pose, left);
    const ArmSolution of_right = solve_arm(ben, ben.base_pose, right);

    REQUIRE(angle_between(body::mirrored(of_left.upper_arm), of_right.upper_arm) < 1e-5);
    REQUIRE(angle_between(body::mirrored(of_left.lower_arm), of_right.lower_arm) < 1e-5);
    REQUIRE(of_left.miss_m == Approx(of_right.miss_m).margin(1e-5));
  }
}

TEST_CASE("a target out of reach is approached along its ray, to within 1.2 % of the arm",
          "[arm]") {
  const body::Body& ada = test::ada();
  const Vec3 shoulder_m = position_m(ada, ada.base_pose, Joint::RightUpperArm);
  constexpr double kArm_m = 0.28 + 0.24;
  for (const Vec3& ray : {Vec3{0, 0, 1}, unit(Vec3{-1, 0.5, 0.5}), unit(Vec3{-0.3, -1, 0.2}),
                          unit(Vec3{0.3, 0.2, 1}), unit(Vec3{-0.4, 1, 0.2})}) {
    for (const double distance_m : {0.55, 0.7, 1.0, 3.0, 80.0}) {
      const Vec3 target_m = shoulder_m + distance_m * ray;
      const ArmRequest request{.side = Side::Right, .wrist_m = target_m};
      const ArmSolution solution = solve_arm(ada, ada.base_pose, request);
      const Pose pose = with_arm(ada.base_pose, Side::Right, solution);
      const Vec3 wrist_m = position_m(ada, pose, Joint::RightHand);

      CAPTURE(ray.x, ray.y, ray.z, distance_m);
      CHECK(length(cross(wrist_m - shoulder_m, ray)) < 1e-5);
      CHECK(length(wrist_m - shoulder_m) > (1 - 0.012) * kArm_m);
      CHECK(length(wrist_m - shoulder_m) <= kArm_m + 1e-9);
      CHECK(solution.miss_m == Approx(length(target_m - wrist_m)).margin(1e-9));
    }
  }
}

TEST_CASE("elbows do not jump where wrists go by millimetres", "[arm]") {
  struct Sweep {
    const char* what;
    Vec3 from_m;
    Vec3 to_m;
    bool palm_ahead = false;
  };
  const Sweep sweep = GENERATE(values<Sweep>({
      {"through the straight arm, ahead", {0.2, 1.3, 0.2}, {0.25, 1.35, 0.9}},
      {"from the rest pose up to the face", {0.231, 0.847, 0.023}, {0.1, 1.45, 0.25}},
      {"around the rest pose", {0.23, 0.86, -0.1}, {0.23, 0.86, 0.2}},
      {"across the chest", {0.5, 1.25, 0.25}, {-0.25, 1.25, 0.25}},
      {"from below to overhead", {0.3, 0.95, 0.3}, {0.25, 1.8, 0.1}},
      {"past the ear, to the side", {0.1, 1.6, 0.25}, {0.6, 1.5, -0.1}},
      {"a wave with the palm ahead", {0.15, 1.5, 0.25}, {0.5, 1.45, 0.2}, true},
      {"an offer with the palm ahead", {0.25, 1.1, 0.25}, {0.25, 1.35, 0.45}, true},
  }));
  CAPTURE(sweep.what);
  const body::Body& ada = test::ada();
  const double length_m = length(sweep.to_m - sweep.from_m);
  const int steps = static_cast<int>(length_m / 0.001);
  Vec3 last_elbow_m;
  double farthest_step_m = 0;
  for (int i = 0; i <= steps; ++i) {
    const double h = static_cast<double>(i) / steps;
    ArmRequest request{.side = Side::Left,
                       .wrist_m = sweep.from_m + h * (sweep.to_m - sweep.from_m)};
    if (sweep.palm_ahead) request.first_aim = {kPalm, {0, 0, 1}};
    const Pose pose = solved(ada, ada.base_pose, request);
    const Vec3 elbow_m = position_m(ada, pose, Joint::LeftLowerArm);
    if (i > 0) farthest_step_m = std::max(farthest_step_m, length(elbow_m - last_elbow_m));
    last_elbow_m = elbow_m;
  }
  CHECK(farthest_step_m < 0.02);
}

TEST_CASE("palms look where they are aimed", "[arm]") {
  Dice dice;
  const body::Body& ada = test::ada();
  for (const Vec3& palm : {Vec3{0, -1, 0}, Vec3{1, 0, 0}, unit(Vec3{1, 0, 1})}) {
    for (int i = 0; i < 100; ++i) {
      const Vec3 target_m = dice.in_box({-0.35, 1.1, 0.25}, {-0.1, 1.4, 0.4});
      const ArmRequest request{.side = Side::Right,
                               .wrist_m = target_m,
                               .first_aim = ArmRequest::HandAim{kPalm, 2 * palm}};

      const ArmSolution solution = solve_arm(ada, ada.base_pose, request);

      const Pose pose = with_arm(ada.base_pose, Side::Right, solution);
      CAPTURE(target_m.x, target_m.y, target_m.z, palm.x, palm.y, palm.z);
      REQUIRE(length(position_m(ada, pose, Joint::RightHand) - target_m) < 1e-4);
      REQUIRE(length(direction_of(ada, pose, Joint::RightHand, kPalm) - palm) < 2e-3);
      REQUIRE(is_within_limits(ada, Side::Right, solution));
    }
  }
}

TEST_CASE("fingers and palm are aimed together", "[arm]") {
  const body::Body& ada = test::ada();
  const Pose pose = solved(ada, ada.base_pose,
                           {.side = Side::Left,
                            .wrist_m = Vec3{0.2, 1.2, 0.35},
                            .first_aim = ArmRequest::HandAim{{1, 0, 0}, {-0.3, 0.2, 1}},
                            .second_aim = ArmRequest::HandAim{kPalm, {-1, 0, 0}}});

  const Vec3 fingers = unit(Vec3{-0.3, 0.2, 1});
  CHECK(length(direction_of(ada, pose, Joint::LeftHand, {1, 0, 0}) - fingers) < 1e-9);
  const Vec3 palm = unit(rejected({-1, 0, 0}, fingers));
  CHECK(length(direction_of(ada, pose, Joint::LeftHand, kPalm) - palm) < 1e-9);
}

TEST_CASE("a point of the hand is brought to the target", "[arm]") {
  const body::Body& ada = test::ada();
  const Vec3 fingertip{0.18, 0, 0.03};
  const Vec3 target_m{0.15, 1.3, 0.45};
  ArmRequest request{.side = Side::Left, .wrist_m = target_m, .offset_m = fingertip};

  const ArmSolution unaimed = solve_arm(ada, ada.base_pose, request);
  const Pose pose = with_arm(ada.base_pose, Side::Left, unaimed);
  CHECK(length(position_m(ada, pose, Joint::LeftHand, fingertip) - target_m) < 1e-6);
  CHECK(unaimed.miss_m < 1e-6);

  request.first_aim = {{1, 0, 0}, {0, 0, 1}};
  request.second_aim = {kPalm, {-1, 0, 0}};
  const ArmSolution aimed = solve_arm(ada, ada.base_pose, request);
  const Pose aimed_pose = with_arm(ada.base_pose, Side::Left, aimed);
  CHECK(length(position_m(ada, aimed_pose, Joint::LeftHand, fingertip) - target_m) < 1e-6);
  CHECK(aimed.miss_rad < 1e-9);
}

TEST_CASE("without a target the arm stays and only the hand is turned", "[arm]") {
  const body::Body& ada = test::ada();
  const ArmSolution solution = solve_arm(
      ada, ada.base_pose,
      {.side = Side::Left, .first_aim = ArmRequest::HandAim{kPalm, unit(Vec3{-1, 0, 0.3})}});

  const Pose pose = with_arm(ada.base_pose, Side::Left, solution);
  CHECK(solution.upper_arm == ada.base_pose[index_of(Joint::LeftUpperArm)]);
  CHECK(length(position_m(ada, pose, Joint::LeftHand) -
               position_m(ada, ada.base_pose, Joint::LeftHand)) < 1e-9);
  CHECK(length(direction_of(ada, pose, Joint::LeftHand, kPalm) - unit(Vec3{-1, 0, 0.3})) < 2e-3);
  CHECK(solution.miss_m == 0);
}

TEST_CASE("a swivel alone turns the elbow about a wrist that stays", "[arm]") {
  const body::Body& ada = test::ada();
  const Pose start =
      solved(ada, ada.base_pose, {.side = Side::Left, .wrist_m = Vec3{0.2, 1.25, 0.35}});

  const Pose pose = solved(ada, start, {.side = Side::Left, .swivel_rad = 70 * kDegree});

  CHECK(length(position_m(ada, pose, Joint::LeftHand) - Vec3{0.2, 1.25, 0.35}) < 1e-9);
  CHECK(swivel_of(ada, pose, Side::Left, SwivelZero::Carried) == Approx(70 * kDegree));
}

TEST_CASE("asked for nothing, an arm is what it was", "[arm]") {
  const body::Body& ada = test::ada();
  const Pose pose = solved(ada, ada.base_pose, {.side = Side::Right});
  CHECK(largest_turn_of(pose, ada.base_pose) < 1e-12);
}

TEST_CASE("the torso carries the arm: a bowed body reaches the same point", "[arm]") {
  const body::Body& ben = test::ben();
  Pose bowed = ben.base_pose;
  bowed[index_of(Joint::Spine)] = rotation_about({1, 0, 0}, 0.5);
  bowed[index_of(Joint::RightShoulder)] = rotation_about({0, 0, 1}, -0.2);
  const Vec3 target_m{-0.2, 1.1, 0.5};

  const ArmSolution solution = solve_arm(ben, bowed, {.side = Side::Right, .wrist_m = target_m});

  CHECK(solution.shoulder == bowed[index_of(Joint::RightShoulder)]);
  const Pose pose = with_arm(bowed, Side::Right, solution);
  CHECK(length(position_m(ben, pose, Joint::RightHand) - target_m) < 1e-6);
}

TEST_CASE("whatever is asked, the answer is an arm within its limits, and says what it misses",
          "[arm]") {
  Dice dice;
  const body::Body& ada = test::ada();
  for (int i = 0; i < 1500; ++i) {
    ArmRequest request{.side = i % 2 == 0 ? Side::Left : Side::Right};
    request.wrist_m = dice.in_box({-1, 0.3, -1}, {1, 2.3, 1});
    if (i % 3 == 0) request.swivel_rad = dice.between(-7, 7);
    if (i % 5 == 0) request.swivel_zero = SwivelZero::AwayFromSpine;
    if (i % 4 == 0) request.first_aim = {kPalm, dice.in_box({-1, -1, -1}, {1, 1, 1})};
    if (i % 8 == 0) request.second_aim = {{1, 0, 0}, dice.in_box({-1, -1, -1}, {1, 1, 1})};
    if (i % 50 == 0) request.offset_m = {0.1, 0, 0.05};

    const ArmSolution solution = solve_arm(ada, ada.base_pose, request);

    REQUIRE(is_finite_rotation(solution.upper_arm));
    REQUIRE(is_finite_rotation(solution.lower_arm));
    REQUIRE(is_finite_rotation(solution.hand));
    REQUIRE(is_within_limits(ada, request.side, solution));
    const Pose pose = with_arm(ada.base_pose, request.side, solution);
    const Vec3 point_m = position_m(ada, pose, arm_chain(request.side).hand, request.offset_m);
    REQUIRE(solution.miss_m == Approx(length(point_m - *request.wrist_m)).margin(1e-9));
  }
}

TEST_CASE("degenerate targets have an answer", "[arm]") {
  const body::Body& ada = test::ada();
  const Vec3 shoulder_m = position_m(ada, ada.base_pose, Joint::LeftUpperArm);
  for (const Vec3& off_m : {Vec3{0, 0, 0}, Vec3{1e-9, 0, 0}, Vec3{0, 0, -0.5}, Vec3{0, 0.4, 0},
                            Vec3{0, -0.4, 0}, Vec3{0, 0, 1e6}}) {
    const ArmSolution solution =
        solve_arm(ada, ada.base_pose, {.side = Side::Left, .wrist_m = shoulder_m + off_m});
    CHECK(is_finite_rotation(solution.upper_arm));
    CHECK(is_finite_rotation(solution.lower_arm));
    CHECK(std::isfinite(solution.miss_m));
  }
}

}  // namespace kine::arm_test
