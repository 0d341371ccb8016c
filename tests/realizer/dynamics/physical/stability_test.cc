// Tests for realizer/dynamics/physical/stability.h: pendulums that stand on their heads, by hand,
// and a torso that falls in simulation where it is said to.
#include "realizer/dynamics/physical/stability.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"

namespace kine::dynamics::physical::stability_test {
namespace {

using body::Joint;

constexpr double kMass_kg = 2;
constexpr double kLength_m = 0.5;
constexpr double kWeight_N = kMass_kg * kGravity_m_s2;

std::string model_text(const std::string& bodies) {
  return R"(<mujoco><compiler angle="radian" inertiafromgeom="false"/>
    <option integrator="Euler" gravity="0 -9.81 0"/><worldbody><body><freejoint/>
    <inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>)" +
         bodies + "</body></worldbody></mujoco>";
}

/// A point mass half a metre above its joint; what it carries begins there.
std::string pendulum(const std::string& joint, const std::string& carried = "") {
  return R"(<body pos="0 0 0">)" + joint +
         R"(<inertial pos="0 0.5 0" mass="2" diaginertia="1e-9 1e-9 1e-9"/>)" + carried + "</body>";
}
const std::string kHinge = R"(<joint type="hinge" axis="0 0 1"/>)";
const std::string kBall = R"(<joint type="ball"/>)";

std::unique_ptr<Engine> engine_of(const std::string& bodies) {
  const auto model = read_engine_model(model_text(bodies));
  REQUIRE(model);
  return (*model)->make_engine();
}

FigureJoint hinge(std::size_t number) {
  return {.joint = Joint::Spine,
          .order = {Axis::Z},
          .hinges = 1,
          .coordinate = kBaseCoordinates + number,
          .degree = kBaseDegrees + number};
}

EngineState standing() {
  EngineState state;
  state.positions[3] = 1;
  return state;
}

std::vector<double> with_base(std::initializer_list<double> tensions) {
  std::vector<double> all(kBaseDegrees, 0.0);
  all.insert(all.end(), tensions);
  return all;
}

}  // namespace

TEST_CASE("what stands on its head needs as much as its weight times its length", "[stability]") {
  if (!kHasEngine) return;
  const auto engine = engine_of(pendulum(kHinge));
  const std::vector<FigureJoint> joints = {hinge(0)};
  for (const double lean_rad : {0.0, 0.4, -1.2}) {
    EngineState state = standing();
    state.positions[kBaseCoordinates] = lean_rad;
    const double critical = kWeight_N * kLength_m * std::cos(lean_rad);
    for (const double share : {0.99, 1.01}) {
      const auto tensions = with_base({share * critical});
      const Stability stability = compute_stability(
          *engine, {.state = state, .joints = joints, .tensions_Nm_rad = tensions});
      CAPTURE(lean_rad, share);
      CHECK(stability.is_stable() == (share > 1));
      CHECK(stability.critical_scale == Approx(1 / share).epsilon(1e-6));
      REQUIRE(stability.degrees.size() == 1);
      CHECK(stability.degrees[0].tension_Nm_rad == share * critical);
      REQUIRE(stability.degrees[0].critical_Nm_rad);
      CHECK(*stability.degrees[0].critical_Nm_rad == Approx(critical).epsilon(1e-6));
    }
  }
}

TEST_CASE("what hangs needs nothing", "[stability]") {
  if (!kHasEngine) return;
  const auto engine = engine_of(pendulum(kHinge));
  const std::vector<FigureJoint> joints = {hinge(0)};
  EngineState state = standing();
  state.positions[kBaseCoordinates] = 2.8;
  const auto tensions = with_base({0.001});
  const Stability stability =
      compute_stability(*engine, {.state = state, .joints = joints, .tensions_Nm_rad = tensions});
  CHECK(stability.is_stable());
  CHECK(stability.critical_scale == 0);
  CHECK(stability.degrees[0].critical_Nm_rad == 0.0);
}

TEST_CASE("a load counts by what it weighs, whatever it is taken for", "[stability]") {
  if (!kHasEngine) return;
  const auto engine = engine_of(pendulum(
      kHinge,
      R"(<body pos="0 0.5 0"><inertial pos="0 0 0" mass="1e-9" diaginertia="1e-12 1e-12 1e-12"/>
         </body>)"));
  const std::vector<FigureJoint> joints = {hinge(0)};
  const auto tensions = with_base({100});
  const EngineState state = standing();
  const Load load{.body = 3, .mass_kg = 3, .believed_kg = 0.5};
  const Stability stability = compute_stability(
      *engine,
      {.state = state, .joints = joints, .tensions_Nm_rad = tensions, .loads = {&load, 1}});
  CHECK(*stability.degrees[0].critical_Nm_rad ==
        Approx((kMass_kg + 3) * kGravity_m_s2 * kLength_m).epsilon(1e-6));
}

TEST_CASE("a ball that carries a standing mass needs as much about both level axes",
          "[stability]") {
  if (!kHasEngine) return;
  const auto engine = engine_of(pendulum(kBall));
  EngineState state = standing();
  state.positions[kBaseCoordinates] = 1;
  const std::vector<FigureJoint> joints = {{.joint = Joint::LeftUpperArm,
                                            .hinges = 0,
                                            .coordinate = kBaseCoordinates,
                                            .degree = kBaseDegrees}};
  const auto tensions = with_base({20, 20, 20});
  const Stability stability =
      compute_stability(*engine, {.state = state, .joints = joints, .tensions_Nm_rad = tensions});
  REQUIRE(stability.degrees.size() == 3);
  const double critical = kWeight_N * kLength_m;
  CHECK(*stability.degrees[0].critical_Nm_rad == Approx(critical).epsilon(1e-6));
  CHECK(*stability.degrees[1].critical_Nm_rad == Approx(0).margin(1e-6));
  CHECK(*stability.degrees[2].critical_Nm_rad == Approx(critical).epsilon(1e-6));
}

TEST_CASE("of two joints each needs the more, the looser the other one is", "[stability]") {
  if (!kHasEngine) return;
  // Two such masses, one on the other. Potential energy to the second order in the two angles:
  // -m g l ((3 a^2 + b^2) / 2 + a b), so that torques grow by m g l ((3, 1), (1, 1)).
  const auto engine = engine_of(pendulum(
      kHinge, R"(<body pos="0 0.5 0">)" + kHinge +
                  R"(<inertial pos="0 0.5 0" mass="2" diaginertia="1e-9 1e-9 1e-9"/></body>)"));
  const std::vector<FigureJoint> joints = {hinge(0), hinge(1)};
  const EngineState state = standing();
  const double unit_Nm = kWeight_N * kLength_m;
  const auto look = [&](double first, double second) {
    const auto tensions = with_base({first * unit_Nm, second * unit_Nm});
    return compute_stability(*engine,
                             {.state = state, .joints = joints, .tensions_Nm_rad = tensions});
  };
  const Stability firm = look(5, 3);
  CHECK(firm.is_stable());
  CHECK(*firm.degrees[0].critical_Nm_rad == Approx(unit_Nm * (3 + 1 / (3 - 1.0))).epsilon(1e-5));
  CHECK(*firm.degrees[1].critical_Nm_rad == Approx(unit_Nm * (1 + 1 / (5 - 3.0))).epsilon(1e-5));
  // det ((5 s - 3, -1), (-1, 3 s - 1)) = 15 s^2 - 14 s + 2 = 0.
  CHECK(firm.critical_scale == Approx((14 + std::sqrt(196 - 120.0)) / 30).epsilon(1e-5));

  // The eigenvector of ((3 / 5, 1 / sqrt 15), (1 / sqrt 15, 1 / 3)), and of the other one.
  CHECK(firm.weakest == 0);
  CHECK(look(50, 1.2).weakest == 1);

  const Stability loose = look(2.9, 50);  // the first one alone cannot hold both
  CHECK_FALSE(loose.is_stable());
  CHECK_FALSE(loose.degrees[1].critical_Nm_rad);
  CHECK(*loose.degrees[0].critical_Nm_rad == Approx(unit_Nm * (3 + 1 / 49.0)).epsilon(1e-5));
}

namespace {

/// ada's base pose with both arms up, and what holds it there.
struct Raised {
  Raised() {
    const body::Body& ada = test::ada();
    for (std::size_t i = 0; i < rotations.size(); ++i) set(body::joint_at(i), ada.base_pose[i]);
    for (const Joint joint :
         {Joint::LeftLowerArm, Joint::RightLowerArm, Joint::LeftHand, Joint::RightHand}) {
      set(joint, {});
    }
    set(Joint::LeftUpperArm, rotation_about({0, 0, 1}, 1.5));
    set(Joint::RightUpperArm, rotation_about({0, 0, 1}, -1.4));
    const Vec3& hips = ada.offsets_m[0];
    hips_m = {static_cast<float>(hips.x), static_cast<float>(hips.y), static_cast<float>(hips.z)};
    motion.advance_to({&rotations, &hips_m});
  }
  void set(Joint joint, const Quat& q) {
    rotations[body::index_of(joint)] = {static_cast<float>(q.x), static_cast<float>(q.y),
                                        static_cast<float>(q.z), static_cast<float>(q.w)};
  }
  /// At rest in the pose, with arms of this tension.
  TorsoState torso(const std::shared_ptr<const TorsoModel>& model, const Tension& arms) const {
    JointTensions tensions = same_at_all_joints({.rest_error_m = 0.01, .zeta = 0.7});
    for (const body::Side side : body::kSides) {
      const body::ArmChain arm = body::arm_chain(side);
      for (const Joint joint : {arm.upper_arm, arm.lower_arm, arm.hand}) {
        tensions[body::index_of(joint)].tension = arms;
      }
    }
    return Torso(model).begin(
        {.wanted = motion, .from = {}, .to = {}, .tensions = tensions, .step = Seconds(1 / 60.0)});
  }

  Rotations rotations;
  std::array<float, 3> hips_m;
  WantedMotion motion;
};

std::shared_ptr<const TorsoModel> torso_of_ada() {
  const auto model = torso_model_of(test::ada());
  REQUIRE(model);
  return *model;
}

/// How far a torso gets in 30 s from a pose beside which it begins, on springs whose gains stay.
double drift_rad(const TorsoModel& model, const EngineState& pose,
                 const std::vector<double>& tensions) {
  const Figure& figure = model.figure;
  const auto engine = model.engine->make_engine();
  std::vector<double> gravity_Nm(figure.degrees);
  std::vector<double> inertias(figure.degrees);
  std::vector<Spring> springs(figure.degrees);
  engine->load(pose);
  engine->inertias_kg_m2(inertias);
  engine->look(springs, Seconds(0.002));
  engine->gravity_torques_Nm(gravity_Nm);
  for (std::size_t i = kBaseDegrees; i < figure.degrees; ++i) {
    springs[i].stiffness_Nm_rad = tensions[i];
    springs[i].damping_Nms_rad = std::sqrt(tensions[i] * inertias[i]);
  }
  EngineState now = pose;
  std::fill(now.velocities.begin() + kBaseDegrees,
            now.velocities.begin() + static_cast<std::ptrdiff_t>(figure.degrees), 0.01);
  engine->load(now);
  double farthest_rad = 0;
  constexpr int kSteps = 15'000;
  for (int step = 0; step < kSteps; ++step) {
    farthest_rad = 0;
    for (const FigureJoint& joint : figure.joints) {
      std::array<double, 3> way_rad = {};
      if (joint.is_ball()) {
        const Vec3 way = rotation_vector(conjugate(rotation_of(joint, now.positions)) *
                                         rotation_of(joint, pose.positions));
        way_rad = {way.x, way.y, way.z};
      }
      for (std::size_t i = 0; i < joint.degrees(); ++i) {
        const std::size_t at = joint.coordinate + i;
        if (!joint.is_ball()) way_rad[i] = pose.positions[at] - now.positions[at];
        springs[joint.degree + i].torque_Nm =
            tensions[joint.degree + i] * way_rad[i] - gravity_Nm[joint.degree + i];
        farthest_rad = std::max(farthest_rad, std::abs(way_rad[i]));
      }
    }
    const auto& at = pose.positions;
    engine->look(springs, Seconds(0.002));
    REQUIRE(engine->step(springs, {.position_m = {at[0], at[1], at[2]},
                                   .world_from_base = {at[4], at[5], at[6], at[3]},
                                   .velocity_m_s = {},
                                   .turning_rad_s = {}}));
    engine->save(now);
  }
  return farthest_rad;
}

}  // namespace

TEST_CASE("springs on this side of the verge hold a torso, and those beyond let it fall",
          "[stability]") {
  if (!kHasEngine) return;
  const auto model = torso_of_ada();
  const Raised raised;
  const TorsoState torso = raised.torso(model, {.rest_error_m = 0.05, .zeta = 0.5});
  const Stability stability = compute_stability(model, torso);
  REQUIRE(stability.is_stable());
  REQUIRE(stability.critical_scale > 0);
  const EngineState& pose = torso.engine;
  const auto scaled = [&](double scale) {
    std::vector<double> tensions(kBaseDegrees, 0.0);
    for (const HeldDegree& held : stability.degrees) {
      tensions.push_back(scale * stability.critical_scale * held.tension_Nm_rad);
    }
    return tensions;
  };
  CHECK(drift_rad(*model, pose, scaled(1.1)) < 1e-4);
  CHECK(drift_rad(*model, pose, scaled(0.9)) > 0.3);
}

TEST_CASE("arms that are raised fall where they are as loose as can be", "[stability]") {
  if (!kHasEngine) return;
  const auto model = torso_of_ada();
  const Raised raised;
  CHECK(compute_stability(model, raised.torso(model, {.rest_error_m = 0.01, .zeta = 0.5}))
            .is_stable());
  CHECK_FALSE(
      compute_stability(model, raised.torso(model, {.rest_error_m = kRestErrorMax_m, .zeta = 0.5}))
          .is_stable());
}

TEST_CASE("a degree of freedom is as stiff as swings its inertia at the frequency of the tension",
          "[stability]") {
  if (!kHasEngine) return;
  const auto model = torso_of_ada();
  const Raised raised;
  const auto stiff =
      compute_stability(model, raised.torso(model, {.rest_error_m = 0.01, .zeta = 0.5}));
  const auto loose =
      compute_stability(model, raised.torso(model, {.rest_error_m = 0.04, .zeta = 0.5}));
  REQUIRE(stiff.degrees.size() == 28);
  const std::size_t elbow = find_joint(model->figure, Joint::LeftLowerArm)->degree - kBaseDegrees;
  CHECK(stiff.degrees[elbow].tension_Nm_rad ==
        Approx(4 * loose.degrees[elbow].tension_Nm_rad).epsilon(1e-6));
  CHECK(stiff.degrees[0].tension_Nm_rad == loose.degrees[0].tension_Nm_rad);  // of the trunk
}

}  // namespace kine::dynamics::physical::stability_test
