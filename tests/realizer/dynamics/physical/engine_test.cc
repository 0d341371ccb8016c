// Tests for realizer/dynamics/physical/engine.h: a pendulum on a base, against mechanics by hand.
#include "realizer/dynamics/physical/engine.h"

#include <cmath>
#include <limits>

#include "tests/support/catch.h"

namespace kine::dynamics::physical::engine_test {
namespace {

constexpr double kMass_kg = 2;
constexpr double kLength_m = 0.5;
constexpr double kInertia_kg_m2 = kMass_kg * kLength_m * kLength_m;
constexpr double kArmature_kg_m2 = 0.002;  // of the engine's own
constexpr Seconds kStep{0.001};
constexpr std::size_t kHinge = kBaseDegrees;
constexpr std::size_t kAngle = kBaseCoordinates;
constexpr std::size_t kBob = 2;   // the number of its body
constexpr std::size_t kLoad = 3;  // … and of what it may carry

/// A point mass that hangs half a metre below a hinge about +Z.
const std::string kPendulum =
    R"(<mujoco><compiler angle="radian" inertiafromgeom="false"/>
    <option integrator="Euler" gravity="0 -9.81 0"/><worldbody><body><freejoint/>
    <inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/><body>
    <joint type="hinge" axis="0 0 1" limited="true" range="-3 3"/>
    <inertial pos="0 -0.5 0" mass="2" diaginertia="1e-9 1e-9 1e-9"/>
    <body pos="0 -0.5 0"><inertial pos="0 0 0" mass="1e-9" diaginertia="1e-12 1e-12 1e-12"/></body>
    </body></body>
    </worldbody></mujoco>)";

std::unique_ptr<Engine> pendulum() {
  const auto model = read_engine_model(kPendulum);
  REQUIRE(model);
  REQUIRE((*model)->degrees() == kBaseDegrees + 1);
  return (*model)->make_engine();
}

EngineState state_at(double angle_rad) {
  EngineState state;
  state.positions[3] = 1;  // w of the base
  state.positions[kAngle] = angle_rad;
  return state;
}

/// One step with this spring on the hinge, of a base that accelerates ahead.
bool step(Engine& engine, const Spring& spring, double base_velocity_m_s = 0,
          std::span<const Force> forces = {}) {
  std::array<Spring, kBaseDegrees + 1> springs = {};
  springs[kHinge] = spring;
  engine.look(springs, kStep);
  return engine.step(springs,
                     {.position_m = {base_velocity_m_s * kStep.count(), 0, 0},
                      .world_from_base = {},
                      .velocity_m_s = {base_velocity_m_s, 0, 0},
                      .turning_rad_s = {}},
                     forces);
}

}  // namespace

TEST_CASE("gravity about a hinge is weight times lever", "[engine]") {
  const auto engine = pendulum();
  for (const double angle_rad : {-2.0, -0.3, 0.0, 1.1}) {
    engine->load(state_at(angle_rad));
    REQUIRE(step(*engine, {}));
    std::array<double, kBaseDegrees + 1> torques;
    engine->gravity_torques_Nm(torques);
    CHECK(torques[kHinge] ==
          Approx(-kMass_kg * 9.81 * kLength_m * std::sin(angle_rad)).margin(1e-12));
  }
}

TEST_CASE("a step is backward Euler of spring and damper", "[engine]") {
  const auto engine = pendulum();
  engine->load(state_at(0));  // no gravity about the hinge
  const double stiffness = 1e5;
  const double damping = 30;
  const double wanted_rad = 0.01;
  REQUIRE(step(*engine, {.torque_Nm = stiffness * wanted_rad,
                         .stiffness_Nm_rad = stiffness,
                         .damping_Nms_rad = damping}));
  EngineState after;
  engine->save(after);
  // v = h t / (I + h b + h^2 k), from rest.
  const double h = kStep.count();
  const double speed_rad_s = h * stiffness * wanted_rad /
                             (kInertia_kg_m2 + kArmature_kg_m2 + h * damping + h * h * stiffness);
  CHECK(after.velocities[kHinge] == Approx(speed_rad_s).epsilon(1e-5));
}

TEST_CASE("where the inertia is known, a swing is damped as asked", "[engine]") {
  constexpr double kStiffness = 50;
  constexpr double kDamping = 1;
  constexpr double kStart_rad = 0.05;
  const auto after_a_second = [&](double inertia_kg_m2) {
    const auto engine = pendulum();
    EngineState state = state_at(kStart_rad);
    engine->load(state);
    for (int i = 0; i < 1000; ++i) {
      REQUIRE(step(*engine, {.torque_Nm = -kStiffness * state.positions[kAngle],
                             .stiffness_Nm_rad = kStiffness,
                             .damping_Nms_rad = kDamping,
                             .inertia_kg_m2 = inertia_kg_m2}));
      engine->save(state);
    }
    return state.positions[kAngle];
  };
  const double inertia = kInertia_kg_m2 + kArmature_kg_m2;
  const double slower = kDamping / (2 * inertia);
  const double stiffness = kStiffness + kMass_kg * 9.81 * kLength_m;  // gravity holds it, too
  const double swings = std::sqrt(stiffness / inertia - slower * slower);
  const double expected_rad =
      kStart_rad * std::exp(-slower) * (std::cos(swings) + slower / swings * std::sin(swings));
  CHECK(after_a_second(inertia) == Approx(expected_rad).margin(0.01 * kStart_rad));
  CHECK(after_a_second(1000 * inertia) == Approx(expected_rad).margin(0.01 * kStart_rad));
}

TEST_CASE("the acceleration of the base is felt", "[engine]") {
  const auto engine = pendulum();
  engine->load(state_at(0));
  REQUIRE(step(*engine, {}, 1));  // from rest to 1 m/s ahead: the mass below stays behind
  EngineState after;
  engine->save(after);
  CHECK(after.velocities[kHinge] ==
        Approx(-kMass_kg * kLength_m / (kInertia_kg_m2 + kArmature_kg_m2)).epsilon(1e-5));
  CHECK(after.velocities[0] == 1);
  CHECK(after.positions[0] == kStep.count());
}

TEST_CASE("a force turns a hinge by its lever", "[engine]") {
  const auto engine = pendulum();
  engine->load(state_at(0));
  // Ahead along +X at 0.4 m below the hinge: a positive turn about +Z.
  const Force force{.body = kBob, .point_m = {0, -0.4, 0}, .force_N = {3, 7, 0}};
  REQUIRE(step(*engine, {}, 0, {&force, 1}));
  EngineState after;
  engine->save(after);
  CHECK(after.velocities[kHinge] ==
        Approx(kStep.count() * 3 * 0.4 / (kInertia_kg_m2 + kArmature_kg_m2)).epsilon(1e-5));
  engine->load(state_at(0));
  REQUIRE(step(*engine, {}));
  engine->save(after);
  CHECK(after.velocities[kHinge] == Approx(0).margin(1e-12));
}

TEST_CASE("a load weighs what it weighs, and is held against as it is believed to", "[engine]") {
  const auto engine = pendulum();
  const double angle_rad = 0.8;
  const double lever_m = kLength_m * std::sin(angle_rad);
  // A point mass of 3 kg in the place of the bob: as if that had 5 kg.
  for (const double believed_kg : {3.0, 0.0, 10.0}) {
    const Load load{.body = kLoad, .mass_kg = 3, .believed_kg = believed_kg};
    engine->load(state_at(angle_rad), {&load, 1});
    std::array<double, kBaseDegrees + 1> inertias;
    engine->inertias_kg_m2(inertias);
    CHECK(inertias[kHinge] == Approx(kInertia_kg_m2 + kArmature_kg_m2).epsilon(1e-6));
    const double loaded_kg_m2 = (kMass_kg + 3) * kLength_m * kLength_m + kArmature_kg_m2;
    REQUIRE(step(*engine, {}));
    EngineState after;
    engine->save(after);
    CHECK(after.velocities[kHinge] ==
          Approx(-kStep.count() * (kMass_kg + 3) * 9.81 * lever_m / loaded_kg_m2).epsilon(1e-5));
    std::array<double, kBaseDegrees + 1> torques;
    engine->gravity_torques_Nm(torques);
    CHECK(torques[kHinge] == Approx(-(kMass_kg + believed_kg) * 9.81 * lever_m).epsilon(1e-6));
  }
  engine->load(state_at(angle_rad));
  REQUIRE(step(*engine, {}));
  std::array<double, kBaseDegrees + 1> torques;
  engine->gravity_torques_Nm(torques);
  CHECK(torques[kHinge] == Approx(-kMass_kg * 9.81 * lever_m).epsilon(1e-6));
}

TEST_CASE("two characters that take turns in an engine are each as alone", "[engine]") {
  const auto shared = pendulum();
  const auto own = pendulum();
  const Spring spring{.torque_Nm = 0.3, .stiffness_Nm_rad = 40, .damping_Nms_rad = 0.2};
  EngineState a = state_at(0.7);
  EngineState b = state_at(-1.2);
  EngineState alone = a;
  for (int i = 0; i < 200; ++i) {
    for (EngineState* const each : {&a, &b}) {
      shared->load(*each);
      REQUIRE(step(*shared, spring));
      shared->save(*each);
    }
    own->load(alone);
    REQUIRE(step(*own, spring));
    own->save(alone);
  }
  CHECK(a == alone);
  CHECK(a != b);
}

TEST_CASE("numbers that go wrong are told, and the next figure is as good as ever", "[engine]") {
  const auto engine = pendulum();
  EngineState bad = state_at(0);
  bad.velocities[kHinge] = std::numeric_limits<double>::quiet_NaN();
  engine->load(bad);
  CHECK_FALSE(step(*engine, {}));
  engine->load(state_at(0.5));
  CHECK(step(*engine, {}));
}

TEST_CASE("a model that is none is an error", "[engine]") {
  for (const char* text : {"", "<mujoco>",
                           "<mujoco><worldbody><body><joint type=\"wheel\"/></body>"
                           "</worldbody></mujoco>"}) {
    const auto model = read_engine_model(text);
    REQUIRE_FALSE(model);
    CHECK(model.error().message.starts_with("the figure makes no model for physics: "));
  }
}

}  // namespace kine::dynamics::physical::engine_test
