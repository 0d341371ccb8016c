// Tests for realizer/solve/body_solver.h: judged by forward kinematics of the body that is moved.
#include "realizer/solve/body_solver.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "realizer/body/centre_of_mass.h"
#include "realizer/math/units.h"
#include "realizer/solve/arm.h"
#include "realizer/solve/body_shift.h"
#include "realizer/solve/held_arm.h"
#include "tests/support/catch.h"
#include "tests/support/motion/any_shape.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/random_rotations.h"

namespace kine::solve::body_solver_test {
namespace {

using body::Body;
using body::index_of;
using body::Joint;
using Rotations = std::array<Quat, body::kJointCount>;

/// A hand before its shoulder, `share` of the arm's length away at most.
Rotations reaching(const Body& body, Rotations rotations, body::Side side, const Vec3& direction,
                   double share) {
  const body::ArmChain arm = body::arm_chain(side);
  const double length_m = body.bone_length_m(arm.lower_arm) + body.bone_length_m(arm.hand);
  const Vec3 shoulder_m = body.compute_model(rotations).positions_m[index_of(arm.upper_arm)];
  const ArmSolution solved = solve_arm(
      body, rotations, {.side = side, .wrist_m = shoulder_m + share * length_m * unit(direction)});
  rotations[index_of(arm.shoulder)] = solved.shoulder;
  rotations[index_of(arm.upper_arm)] = solved.upper_arm;
  rotations[index_of(arm.lower_arm)] = solved.lower_arm;
  rotations[index_of(arm.hand)] = solved.hand;
  return rotations;
}

Vec3 any_reach(test::RandomRotations& random) {
  return {random.number(-0.6, 0.6), random.number(-0.8, 0.8), 1};
}

/// The body as an answer has it.
struct Moved {
  Body::Model model;
  Rotations rotations;
  Vec3 at(Joint joint) const { return model.positions_m[index_of(joint)]; }
  Quat turn_of(Joint joint) const { return model.character_from_joint[index_of(joint)]; }
};

Moved moved(const Body& body, const Rotations& rotations, const body::BodyOffsets& offsets) {
  const Carriage rest{.hips_m = body.offsets_m[0], .parent_from_joint = rotations};
  const Carriage after = shifted(shift_of(body, offsets, rest), rest);
  Moved result{body.compute_model(after.parent_from_joint), after.parent_from_joint};
  const Vec3 way_m = after.hips_m - result.model.positions_m[0];
  for (Vec3& position_m : result.model.positions_m) position_m = position_m + way_m;
  return result;
}

/// How far a wrist that is held on the moved body stays from where it was.
double hand_miss_m(const Body& body, const BodyProblem& problem, const Moved& after,
                   body::Side side) {
  const body::ArmChain arm = body::arm_chain(side);
  const Body::Model meant = body.compute_model(problem.rotations);
  const auto root = [&](const Body::Model& model) {
    return ArmRoot{model.positions_m[index_of(arm.upper_arm)],
                   model.character_from_joint[index_of(arm.shoulder)]};
  };
  const auto turn = [&](Joint joint) { return problem.rotations[index_of(joint)]; };
  const ArmRoot actual = root(after.model);
  const ArmTurns held =
      hold_arm(body, {.side = side,
                      .meant = root(meant),
                      .actual = actual,
                      .turns = {turn(arm.upper_arm), turn(arm.lower_arm), turn(arm.hand)}});
  const Quat upper = actual.character_from_shoulder * held.upper_arm;
  const Vec3 wrist_m = actual.upper_arm_m + upper * body.offsets_m[index_of(arm.lower_arm)] +
                       upper * held.lower_arm * body.offsets_m[index_of(arm.hand)];
  return length(wrist_m - *problem.wrists_m[static_cast<std::size_t>(side)]);
}

/// Inside of what both feet stand on: between the ankles' outer lines, heels and toes.
bool is_supported(const Body& body, const Vec3& mass_m) {
  constexpr double kHeel_m = 0.05;  // behind the ankle
  const Body::Model rest = body.compute_model(body.base_pose);
  const auto at = [&](Joint joint) { return rest.positions_m[index_of(joint)]; };
  return mass_m.x < at(Joint::LeftFoot).x && mass_m.x > at(Joint::RightFoot).x &&
         mass_m.z < at(Joint::LeftToes).z && mass_m.z > at(Joint::LeftFoot).z - kHeel_m;
}

bool is_within_limits(const Body& body, Joint joint, const Quat& rotation) {
  return angle_between(rotation, within_limits(body.limits[index_of(joint)], rotation)) < 1e-6;
}

/// A random key pose: both arms hang, or one or both reach; what reaches is hard half of the time.
BodyProblem any_problem(const Body& body, test::RandomRotations& random) {
  BodyProblem problem{.shape = test::any_shape(random), .rotations = body.base_pose};
  for (const body::Side side : body::kSides) {
    if (random.number(0, 1) < 0.5) continue;
    problem.rotations =
        reaching(body, problem.rotations, side, any_reach(random), random.number(0.5, 0.85));
    if (random.number(0, 1) < 0.5) continue;
    problem.wrists_m[static_cast<std::size_t>(side)] =
        body.compute_model(problem.rotations).positions_m[index_of(body::arm_chain(side).hand)];
  }
  return problem;
}

void check_hard(const Body& body, const BodyProblem& problem, const BodyAnswer& answer) {
  const Moved before = moved(body, problem.rotations, {});
  const Moved after = moved(body, problem.rotations, answer.offsets);
  for (const Joint foot : {Joint::LeftFoot, Joint::RightFoot}) {
    REQUIRE(length(after.at(foot) - before.at(foot)) < 0.002);
  }
  const Vec3 gaze = after.turn_of(Joint::Head) * Vec3{0, 0, 1};
  const double lowered_rad = wish_of(body, problem.shape).gaze_rad;
  const Vec3 wished =
      before.turn_of(Joint::Head) * Vec3{0, -std::sin(lowered_rad), std::cos(lowered_rad)};
  REQUIRE(angle_between(gaze, wished) < 1 * kDegree);
  for (const Joint joint : body::kSpineJoints) {
    CAPTURE(body::name_of(joint));
    REQUIRE(is_within_limits(body, joint, after.rotations[index_of(joint)]));
  }
  for (const body::Side side : body::kSides) {
    const Joint shoulder = body::arm_chain(side).shoulder;
    REQUIRE(is_within_limits(body, shoulder, after.rotations[index_of(shoulder)]));
    if (!problem.wrists_m[static_cast<std::size_t>(side)]) continue;
    REQUIRE(hand_miss_m(body, problem, after, side) < 0.001);
  }
  REQUIRE(is_supported(body, moved_mass_m(body, problem, answer.offsets)));
}

}  // namespace

TEST_CASE("no shape is solved by nothing", "[body_solver]") {
  const BodyAnswer answer = solve_body(test::ada(), {.rotations = test::ada().base_pose});
  CHECK(answer.offsets == body::BodyOffsets{});
  CHECK(answer.steps == 0);
}

TEST_CASE("2,000 sketches a body: all that is hard is kept, within eight steps", "[body_solver]") {
  test::RandomRotations random(19);
  constexpr int kSketches = 4000;
  int converged = 0;
  for (int i = 0; i < kSketches; ++i) {
    const Body& body = i % 2 == 0 ? test::ada() : test::ben();
    const BodyProblem problem = any_problem(body, random);
    const BodyAnswer answer = solve_body(body, problem);
    CAPTURE(i);
    REQUIRE(valid(answer.offsets));
    REQUIRE(answer.steps <= kSolverStepsMost);
    converged += answer.last_step < 1e-3 ? 1 : 0;
    check_hard(body, problem, answer);
  }
  CHECK(converged >= 0.99 * kSketches);
}

TEST_CASE("a shape that goes a little moves the body a little", "[body_solver]") {
  test::RandomRotations random(23);
  constexpr double kStep = 1e-3;
  constexpr double kMost_rad = 3;  // a unit of a number; a full posture is 0.7 rad
  const Body& body = test::ada();
  Rotations rotations = body.base_pose;
  for (const bool reaches : {false, true}) {
    if (reaches) rotations = reaching(body, rotations, body::Side::Right, {-0.2, 0.1, 1}, 0.8);
    Shape shape;
    body::BodyOffsets before;
    double most = 0;
    for (int i = 0; i < 5000; ++i) {
      for (double* const each : {&shape.posture, &shape.line, &shape.lean, &shape.chest,
                                 &shape.abdomen, &shape.head, &shape.raise, &shape.round,
                                 &shape.tilt, &shape.balance[0], &shape.balance[1], &shape.legs}) {
        *each = std::clamp(*each + kStep * random.number(-1, 1), -1.0, 1.0);
      }
      const auto now = solve_body(body, {.shape = shape, .rotations = rotations}).offsets;
      const body::BodyOffsets way = now + -1.0 * before;
      most = std::max({most, length(way.pelvis_m), length(way.pelvis_rad)});
      for (const Vec3& turn_rad : way.spine_rad) most = std::max(most, length(turn_rad));
      before = now;
    }
    CAPTURE(reaches, most / kStep);
    CHECK(most < kMost_rad * kStep);
  }
}

TEST_CASE("a target that goes a little moves the body a little, and a trace of a shape a trace",
          "[body_solver]") {
  const Body& body = test::ben();
  const Shape shape{.posture = -0.5, .lean = -0.8};
  std::optional<body::BodyOffsets> before;
  for (int i = 0; i <= 400; ++i) {
    const Rotations rotations =
        reaching(body, body.base_pose, body::Side::Left, {0.2, 0.2, 1}, 0.4 + 0.001 * i);
    const std::size_t hand = index_of(Joint::LeftHand);
    const BodyProblem problem{
        .shape = shape,
        .rotations = rotations,
        .wrists_m = {body.compute_model(rotations).positions_m[hand], std::nullopt}};
    const auto now = solve_body(body, problem).offsets;
    if (before) {
      CAPTURE(i);
      REQUIRE(length(now.pelvis_m - before->pelvis_m) < 0.002);
      REQUIRE(length(now.spine_rad[0] - before->spine_rad[0]) < 0.01);
    }
    before = now;
    BodyProblem trace = problem;
    trace.shape = {.posture = -1e-4};
    REQUIRE(length(solve_body(body, trace).offsets.pelvis_m) < 1e-4);
  }
}

TEST_CASE("hands that go ahead take the hips back, and the centre of mass stays", "[body_solver]") {
  for (const Body* body : {&test::ada(), &test::ben()}) {
    const Shape shape{.posture = 0.5};
    const BodyProblem hanging{.shape = shape, .rotations = body->base_pose};
    BodyProblem ahead = hanging;
    for (const body::Side side : body::kSides) {
      ahead.rotations = reaching(*body, ahead.rotations, side, {0, 0, 1}, 0.9);
    }
    const double back_m =
        solve_body(*body, hanging).offsets.pelvis_m.z - solve_body(*body, ahead).offsets.pelvis_m.z;
    CHECK(back_m > 0.015);
    CHECK(back_m < 0.08);
    const Vec3 mass_m = moved_mass_m(*body, ahead, solve_body(*body, ahead).offsets);
    const Vec3 rest_m = centre_of_mass_m(*body, body->compute_model(body->base_pose));
    CHECK(mass_m.z == Approx(rest_m.z).margin(0.002));
    CHECK(mass_m.x == Approx(rest_m.x).margin(0.002));
  }
}

TEST_CASE("more weight ahead is more, whatever arms do: balance comes with it", "[body_solver]") {
  for (const Body* body : {&test::ada(), &test::ben()}) {
    BodyProblem problem{.rotations = body->base_pose};
    for (const body::Side side : body::kSides) {
      problem.rotations = reaching(*body, problem.rotations, side, {0, 0, 1}, 0.9);
    }
    const auto mass_ahead_m = [&](const Shape& shape) {
      problem.shape = shape;
      return moved_mass_m(*body, problem, solve_body(*body, problem).offsets).z;
    };
    const double as_it_is_m = mass_ahead_m({});
    double before_m = mass_ahead_m({.balance = {0, -1}});
    for (const double ahead : {-0.75, -0.5, -0.25, 0.0, 0.25, 0.5, 0.75, 1.0}) {
      const double now_m = mass_ahead_m({.balance = {0, ahead}});
      CAPTURE(ahead, before_m, now_m);
      CHECK(now_m > before_m);
      before_m = now_m;
    }
    CHECK(mass_ahead_m({.balance = {0, 1e-3}}) == Approx(as_it_is_m).margin(1e-4));
    // All of it is made up for where another number has the body, or this one is at its full.
    const double rest_m = centre_of_mass_m(*body, body->compute_model(body->base_pose)).z;
    const double full_m = towards_edge_m(*body, {}, {0, 1})[1];
    CHECK(mass_ahead_m({.balance = {0, 1}}) == Approx(rest_m + full_m).margin(0.003));
    CHECK(mass_ahead_m({.chest = 0.4, .balance = {0, 0.5}}) ==
          Approx(rest_m + 0.5 * full_m).margin(0.003));
  }
}

TEST_CASE("what moves the body beside the shape is made up for, too", "[body_solver]") {
  const Body& body = test::ada();
  const body::BodyOffsets bow{.spine_rad = body::shared_by_trunk({0.5, 0, 0})};
  const BodyProblem problem{.shape = {.chest = 0.4}, .rotations = body.base_pose, .beneath = bow};
  const Vec3 mass_m = moved_mass_m(body, problem, bow + solve_body(body, problem).offsets);
  const Vec3 rest_m = centre_of_mass_m(body, body.compute_model(body.base_pose));
  CHECK(mass_m.z == Approx(rest_m.z).margin(0.003));
}

TEST_CASE("hips and trunk go away from what a hand carries, and both are over the feet",
          "[body_solver]") {
  for (const Body* const body : {&test::ada(), &test::ben()}) {
    const Vec3 rest_m = body::centre_of_mass_m(*body, body->compute_model(body->base_pose));
    double last_hips_m = 0;
    for (const double load : {0.25, 0.5, 0.75, 1.0}) {
      CAPTURE(body->name, load);
      for (const bool is_left : {true, false}) {
        const std::array loads = {is_left ? load : 0, is_left ? 0 : load};
        BodyProblem problem{.rotations = body->base_pose};
        problem.shape.loads = loads;
        const BodyAnswer answer = solve_body(*body, problem);
        check_hard(*body, problem, answer);
        const Moved after = moved(*body, problem.rotations, answer.offsets);
        const Body loaded = body::carrying(*body, {kHeavyLoad * loads[0], kHeavyLoad * loads[1]});
        const Vec3 mass_m = body::centre_of_mass_m(loaded, after.model);
        CHECK(mass_m.x == Approx(rest_m.x).margin(0.004));
        CHECK(mass_m.z == Approx(rest_m.z).margin(0.004));
        const double away = is_left ? -1 : 1;
        const double hips_m = away * (after.at(Joint::Hips).x - body->offsets_m[0].x);
        const double neck_m = away * (after.at(Joint::Neck).x - after.at(Joint::Hips).x);
        CHECK(neck_m > 0);
        if (is_left) CHECK(hips_m > last_hips_m);
        if (is_left) last_hips_m = hips_m;
      }
    }
    CHECK(last_hips_m > 0.005);
  }
}

TEST_CASE("two loads that weigh the same move nothing aside", "[body_solver]") {
  BodyProblem problem{.rotations = test::ada().base_pose};
  problem.shape.loads = {1, 1};
  const BodyAnswer answer = solve_body(test::ada(), problem);
  const Moved after = moved(test::ada(), problem.rotations, answer.offsets);
  CHECK(after.at(Joint::Hips).x == Approx(0).margin(0.002));
  CHECK(after.at(Joint::Neck).x == Approx(0).margin(0.002));
}

}  // namespace kine::solve::body_solver_test
