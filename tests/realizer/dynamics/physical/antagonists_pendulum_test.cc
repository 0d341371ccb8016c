// Tests for realizer/dynamics/physical/antagonists.h in motion: the paper's figure 2, and what its
// sections 4.2 and 8.2 say of a limb.
#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "realizer/dynamics/physical/antagonists.h"
#include "realizer/dynamics/physical/engine.h"
#include "tests/support/catch.h"

namespace kine::dynamics::physical::antagonists_pendulum_test {
namespace {

/// The paper's cylinder, as a point: its weight is a torque of r m g where it lies level.
constexpr double kWeight_Nm = 5 * 9.81 * 0.3;
constexpr double kInertia_kg_m2 = 5 * 0.3 * 0.3;
constexpr SetPoints kPoints{-2.5, 2.5};
constexpr Seconds kStep{0.001};

/// It stands upright where the angle is 0, as in eq. 8.
const std::string kLimb =
    R"(<mujoco><compiler angle="radian" inertiafromgeom="false"/>
    <option integrator="Euler" gravity="0 -9.81 0"/><worldbody><body><freejoint/>
    <inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/><body>
    <joint type="hinge" axis="0 0 1" limited="true" range="-3.1 3.1"/>
    <inertial pos="0 0.3 0" mass="5" diaginertia="1e-9 1e-9 1e-9"/>
    </body></body></worldbody></mujoco>)";

const EngineModel& limb_model() {
  static const auto model = *read_engine_model(kLimb);
  return *model;
}

class Limb {
 public:
  explicit Limb(double angle_rad) : engine_(limb_model().make_engine()) {
    state_.positions[3] = 1;  // w of the base
    turn_to(angle_rad);
  }

  void turn_to(double angle_rad) {
    state_.positions[kBaseCoordinates] = angle_rad;
    engine_->load(state_);
  }

  double angle_rad() const { return state_.positions[kBaseCoordinates]; }

  double gravity_Nm() {
    engine_->look(springs_, kStep);
    std::array<double, kBaseDegrees + 1> torques;
    engine_->gravity_torques_Nm(torques);
    return torques.back();
  }

  /// A step with these torques, which fall with the angle by `stiffness`; critically damped.
  void step(double torque_Nm, double stiffness_Nm_rad) {
    springs_.back() = {torque_Nm, stiffness_Nm_rad,
                       2 * std::sqrt(stiffness_Nm_rad * kInertia_kg_m2)};
    engine_->look(springs_, kStep);
    REQUIRE(engine_->step(
        springs_,
        {.position_m = {}, .world_from_base = {}, .velocity_m_s = {}, .turning_rad_s = {}}));
    engine_->save(state_);
  }

  /// Until it rests, by these springs and a disturbance.
  void rest(const Gains& gains, double disturbance_Nm) {
    for (int i = 0; i < 8000; ++i) {
      step(torque_Nm(gains, angle_rad(), kPoints) + disturbance_Nm, gains.tension_Nm_rad());
    }
  }

  void rest_by_pd(double stiffness_Nm_rad, double set_point_rad, double disturbance_Nm) {
    for (int i = 0; i < 8000; ++i) {
      step(stiffness_Nm_rad * (set_point_rad - angle_rad()) + disturbance_Nm, stiffness_Nm_rad);
    }
  }

 private:
  std::unique_ptr<Engine> engine_;
  EngineState state_;
  std::vector<Spring> springs_ = std::vector<Spring>(kBaseDegrees + 1);
};

/// Angles at which a function changes its sign.
template <class Torque>
std::vector<double> balances(Torque torque_Nm) {
  constexpr double kStep_rad = 0.002;
  std::vector<double> found;
  for (double angle = -3; angle < 3; angle += kStep_rad) {
    if (torque_Nm(angle) * torque_Nm(angle + kStep_rad) < 0) found.push_back(angle);
  }
  return found;
}

}  // namespace

TEST_CASE("figure 2: three balances of a loose limb, one of a tense one", "[antagonists]") {
  constexpr double kDesired_rad = 0.2;
  for (const auto& [stiffness, count] : {std::pair{5.0, 3}, std::pair{40.0, 1}}) {
    CAPTURE(stiffness);
    const auto closed = balances([stiffness = stiffness](double angle) {
      return stiffness * (angle - kDesired_rad) - kWeight_Nm * std::sin(angle);  // eq. 8
    });
    Limb limb(0);
    const auto by_engine = balances([stiffness = stiffness, &limb](double angle) {
      limb.turn_to(angle);
      return limb.gravity_Nm() - stiffness * (angle - kDesired_rad);
    });
    CHECK(closed.size() == static_cast<std::size_t>(count));
    CHECK(by_engine == closed);
  }
}

TEST_CASE("section 4.2: more tension resists a disturbance, which a firmer PD does not",
          "[antagonists]") {
  constexpr double kDesired_rad = 0.8;
  constexpr double kDisturbance_Nm = -5;  // from below: against gravity, which draws it down
  constexpr double kTension = 60;
  const double gravity_Nm = Limb(kDesired_rad).gravity_Nm();
  CHECK(gravity_Nm == Approx(kWeight_Nm * std::sin(kDesired_rad)));

  const auto off_rad = [&](double tension) {
    Limb limb(kDesired_rad);
    limb.rest(equilibrium_gains(tension, kDesired_rad, gravity_Nm, kPoints), kDisturbance_Nm);
    return std::abs(limb.angle_rad() - kDesired_rad);
  };
  // Gravity's own slope, r m g cos, is taken off the stiffness.
  const double slope = kWeight_Nm * std::cos(kDesired_rad);
  CHECK(off_rad(kTension) == Approx(5 / (kTension - slope)).epsilon(0.06));
  CHECK(off_rad(4 * kTension) == Approx(5 / (4 * kTension - slope)).epsilon(0.06));
  CHECK(off_rad(4 * kTension) < off_rad(kTension) / 3.5);

  const auto off_by_pd_rad = [&](double stiffness) {
    // The set point that holds it at the desired angle with the first stiffness, eq. 7.
    const double set_point_rad = kDesired_rad - gravity_Nm / kTension;
    Limb limb(kDesired_rad);
    limb.rest_by_pd(stiffness, set_point_rad, kDisturbance_Nm);
    return std::abs(limb.angle_rad() - kDesired_rad);
  };
  CHECK(off_by_pd_rad(kTension) == Approx(off_rad(kTension)).epsilon(0.001));  // eq. 13 to 16
  CHECK(off_by_pd_rad(4 * kTension) > 1.2 * off_by_pd_rad(kTension));
}

TEST_CASE("appendix 8.2: along a line of slope -1 a tense limb turns evenly", "[antagonists]") {
  constexpr double kTension = 5000;
  constexpr double kFrom_rad = -0.4;
  constexpr double kTo_rad = 0.9;
  constexpr int kSteps = 4000;
  const auto gains_at = [&](double angle_rad) {
    return equilibrium_gains(kTension, angle_rad, Limb(angle_rad).gravity_Nm(), kPoints);
  };
  const Gains from = gains_at(kFrom_rad);
  const Gains to = gains_at(kTo_rad);
  CHECK((to.high_Nm_rad - from.high_Nm_rad) / (to.low_Nm_rad - from.low_Nm_rad) == Approx(-1));
  Limb limb(kFrom_rad);
  double worst = 0;
  for (int i = 1; i <= kSteps; ++i) {
    const double share = static_cast<double>(i) / kSteps;
    const Gains gains{std::lerp(from.low_Nm_rad, to.low_Nm_rad, share),
                      std::lerp(from.high_Nm_rad, to.high_Nm_rad, share)};
    limb.step(torque_Nm(gains, limb.angle_rad(), kPoints), kTension);
    const double progress = (limb.angle_rad() - kFrom_rad) / (kTo_rad - kFrom_rad);
    worst = std::max(worst, std::abs(progress - share));
  }
  CHECK(worst < 0.01);
  CHECK(worst > 0);
}

}  // namespace kine::dynamics::physical::antagonists_pendulum_test
