// Tests for realizer/dynamics/physical/calibration.h: ada is pushed, against statics and the
// response of a spring and a damper, both by hand.
#include "realizer/dynamics/physical/calibration.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "realizer/math/units.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"

namespace kine::dynamics::physical::calibration_test {
namespace {

using body::Joint;

constexpr std::size_t kTensions = kCalibratedTensions_Nm_rad.size();

std::shared_ptr<const TorsoModel> model_of_ada() {
  const auto model = torso_model_of(test::ada());
  REQUIRE(model);
  return *model;
}

const std::vector<CalibrationCurve>& curves_of_ada() {
  static const auto curves = compute_calibration(test::ada(), model_of_ada());
  REQUIRE(curves);
  return *curves;
}

const CalibrationCurve& curve_of(Joint joint, Axis axis) {
  for (const CalibrationCurve& curve : curves_of_ada()) {
    if (curve.joint == joint && curve.axis == axis) return curve;
  }
  throw std::runtime_error("there is no such curve");
}

bool is_of_trunk(Joint joint) { return joint == Joint::Spine || joint == Joint::Chest; }

/// In the end, without gravity.
double static_rad(const CalibrationCurve& curve, std::size_t tension) {
  return kFirmPush_N * curve.lever_m / kCalibratedTensions_Nm_rad[tension];
}

/// A degree of freedom in ada's base pose: its inertia, and how gravity's torque grows with it.
struct Leaning {
  double inertia_kg_m2 = 0;
  double growth_Nm_rad = 0;
};

/// As the engine has it.
Leaning leaning_of(const TorsoModel& model, Joint joint, std::size_t number) {
  const FigureJoint& its = *find_joint(model.figure, joint);
  const auto engine = model.engine->make_engine();
  const std::vector<Spring> none(engine->degrees());
  std::vector<double> torques(engine->degrees());
  const auto torque_Nm = [&](double angle_rad) {
    EngineState state;
    state.positions[3] = 1;
    for (const FigureJoint& each : model.figure.joints) {
      const Quat& base = test::ada().base_pose[body::index_of(each.joint)];
      take_coordinates(each, base, state.positions);
    }
    state.positions[its.coordinate + number] += angle_rad;
    engine->load(state);
    engine->look(none, Seconds(0.001));
    engine->gravity_torques_Nm(torques);
    return torques[its.degree + number];
  };
  const double growth = (torque_Nm(1e-4) - torque_Nm(-1e-4)) / 2e-4;
  torque_Nm(0);
  std::vector<double> inertias(engine->degrees());
  engine->inertias_kg_m2(inertias);
  return {inertias[its.degree + number], growth};
}

/// The greatest answer of  I x" + c x' + (k - growth) x = torque  to a torque that lasts for long.
double peak_rad(const Leaning& leaning, double tension_Nm_rad, double torque_Nm) {
  const double damping =
      std::min(0.1 * tension_Nm_rad, 2 * std::sqrt(tension_Nm_rad * leaning.inertia_kg_m2));
  const double stiffness = tension_Nm_rad - leaning.growth_Nm_rad;
  const double zeta = damping / (2 * std::sqrt(stiffness * leaning.inertia_kg_m2));
  const double beyond = zeta < 1 ? std::exp(-M_PI * zeta / std::sqrt(1 - zeta * zeta)) : 0;
  return torque_Nm / stiffness * (1 + beyond);
}

}  // namespace

TEST_CASE("each degree of freedom of a torso has a curve", "[calibration]") {
  if (!kHasEngine) return;
  CHECK(curves_of_ada().size() == 28);
  for (const CalibrationCurve& curve : curves_of_ada()) {
    const bool is_of_arm =
        !is_of_trunk(curve.joint) && curve.joint != Joint::Neck && curve.joint != Joint::Head;
    if (!is_of_arm) CHECK(curve.pushed_at == Joint::Head);
    if (curve.joint == Joint::LeftShoulder) CHECK(curve.pushed_at == Joint::LeftUpperArm);
    if (curve.joint == Joint::RightLowerArm) CHECK(curve.pushed_at == Joint::RightHand);
  }
}

TEST_CASE("the lever of a push is how far its end effector is from the axis", "[calibration]") {
  if (!kHasEngine) return;
  // Of the lengths in ada.xml. The middle of her head is 0.06 of her height above its joint, and a
  // hundredth of it before; the middle of her hand is 0.4 of 0.108 of it behind the wrist.
  const double height_m = 1.66;
  const double head_m = std::hypot(0.06 * height_m, 0.01 * height_m);
  const double hand_m = 0.4 * 0.108 * height_m;
  CHECK(curve_of(Joint::Head, Axis::X).lever_m == Approx(head_m).epsilon(0.002));
  const double up_m = 0.115 + 0.137 + 0.145 + 0.075 + 0.06 * height_m;
  const double ahead_m = -0.005 - 0.005 + 0.02 + 0.01 * height_m;
  CHECK(curve_of(Joint::Spine, Axis::X).lever_m ==
        Approx(std::hypot(up_m, ahead_m)).epsilon(0.002));
  CHECK(curve_of(Joint::Spine, Axis::Z).lever_m == Approx(up_m).epsilon(0.002));
  CHECK(curve_of(Joint::LeftHand, Axis::Y).lever_m == Approx(hand_m).epsilon(0.005));
  CHECK(curve_of(Joint::LeftHand, Axis::Z).lever_m == Approx(hand_m).epsilon(0.002));
  CHECK(curve_of(Joint::LeftLowerArm, Axis::Y).lever_m == Approx(0.24 + hand_m).epsilon(0.005));
  CHECK(curve_of(Joint::LeftShoulder, Axis::Z).lever_m == Approx(0.14).epsilon(0.005));
  // Where the axis goes through the middle, the edge of the head or the palm is pushed.
  CHECK(curve_of(Joint::Head, Axis::Y).lever_m == Approx(0.044 * height_m));
  CHECK(curve_of(Joint::LeftLowerArm, Axis::X).lever_m == Approx(0.024 * height_m));
}

TEST_CASE("the tenser a joint is, the less a push turns it", "[calibration]") {
  if (!kHasEngine) return;
  for (const CalibrationCurve& curve : curves_of_ada()) {
    CAPTURE(body::name_of(curve.joint), static_cast<int>(curve.axis));
    CHECK(std::ranges::is_sorted(curve.deflections_rad, std::greater()));
    CHECK(std::ranges::adjacent_find(curve.deflections_rad) == curve.deflections_rad.end());
  }
}

TEST_CASE("a stiff joint turns by once to twice of what statics says", "[calibration]") {
  if (!kHasEngine) return;
  for (const CalibrationCurve& curve : curves_of_ada()) {
    CAPTURE(body::name_of(curve.joint), static_cast<int>(curve.axis));
    for (std::size_t i = kTensions - 3; i < kTensions; ++i) {
      CAPTURE(kCalibratedTensions_Nm_rad[i]);
      CHECK(curve.deflections_rad[i] > 0.97 * static_rad(curve, i));
      CHECK(curve.deflections_rad[i] < 2 * static_rad(curve, i));
    }
  }
}

TEST_CASE("tension times deflection is constant from 200 on, but for trunks that bend",
          "[calibration]") {
  if (!kHasEngine) return;
  for (const CalibrationCurve& curve : curves_of_ada()) {
    // A trunk that bends is heavy: a tenth of its tension damps it less, and gravity pulls at it.
    if (is_of_trunk(curve.joint) && curve.axis != Axis::Y) continue;
    CAPTURE(body::name_of(curve.joint), static_cast<int>(curve.axis));
    const double torque_Nm = kFirmPush_N * curve.lever_m;
    for (std::size_t i = 5; i < kTensions; ++i) {
      CAPTURE(kCalibratedTensions_Nm_rad[i]);
      CHECK(curve.deflections_rad[i] * kCalibratedTensions_Nm_rad[i] ==
            Approx(torque_Nm).epsilon(0.1));
    }
  }
}

TEST_CASE("a trunk answers a push as a spring and a damper on a leaning mass do", "[calibration]") {
  if (!kHasEngine) return;
  const auto model = model_of_ada();
  for (const auto& [joint, axis, number] :
       {std::tuple(Joint::Spine, Axis::X, 0u), std::tuple(Joint::Spine, Axis::Z, 1u),
        std::tuple(Joint::Chest, Axis::X, 0u), std::tuple(Joint::Chest, Axis::Z, 1u)}) {
    const CalibrationCurve& curve = curve_of(joint, axis);
    const Leaning leaning = leaning_of(*model, joint, number);
    CHECK(leaning.growth_Nm_rad > 10);
    for (std::size_t i = kTensions - 3; i < kTensions; ++i) {
      const double tension = kCalibratedTensions_Nm_rad[i];
      CAPTURE(body::name_of(joint), static_cast<int>(axis), tension, leaning.inertia_kg_m2);
      CHECK(curve.deflections_rad[i] ==
            Approx(peak_rad(leaning, tension, kFirmPush_N * curve.lever_m)).epsilon(0.03));
    }
  }
}

TEST_CASE("a trunk that is looser than gravity asks for falls to its limit", "[calibration]") {
  if (!kHasEngine) return;
  const CalibrationCurve& curve = curve_of(Joint::Spine, Axis::X);
  for (const std::size_t loose : {0u, 1u, 2u}) {
    CHECK(curve.deflections_rad[loose] * kDegreesPerRadian > 60);
  }
}

TEST_CASE("half the push turns a stiff joint half as far", "[calibration]") {
  if (!kHasEngine) return;
  const auto half = compute_calibration(test::ada(), model_of_ada(),
                                        {.joint = Joint::RightLowerArm, .force_N = 22.5});
  REQUIRE(half);
  REQUIRE(half->size() == 2);
  const CalibrationCurve& whole = curve_of(Joint::RightLowerArm, Axis::Y);
  CHECK(half->front().axis == Axis::Y);
  CHECK(half->front().deflections_rad.back() ==
        Approx(whole.deflections_rad.back() / 2).epsilon(0.001));
}

TEST_CASE("both sides of a body turn alike", "[calibration]") {
  if (!kHasEngine) return;
  for (const CalibrationCurve& curve : curves_of_ada()) {
    const CalibrationCurve& other = curve_of(body::mirrored(curve.joint), curve.axis);
    for (std::size_t i = 0; i < kTensions; ++i) {
      CHECK(other.deflections_rad[i] == Approx(curve.deflections_rad[i]).epsilon(1e-3));
    }
  }
}

TEST_CASE("one joint is asked for by either of those that turn as one", "[calibration]") {
  if (!kHasEngine) return;
  const auto model = model_of_ada();
  const auto curves = compute_calibration(test::ada(), model, {.joint = Joint::UpperChest});
  REQUIRE(curves);
  REQUIRE(curves->size() == 3);
  CHECK(curves->front().joint == Joint::Chest);
  const auto foot = compute_calibration(test::ada(), model, {.joint = Joint::LeftFoot});
  REQUIRE_FALSE(foot);
  CHECK(foot.error().message ==
        "muscles move spine, chest, neck, head, leftShoulder, leftUpperArm, leftLowerArm, "
        "leftHand, rightShoulder, rightUpperArm, rightLowerArm, rightHand, not 'leftFoot'");
}

TEST_CASE("a damper is a tenth of the tension, and at most critical", "[calibration]") {
  CHECK(calibrated_damping_Nms_rad(100, 1) == Approx(10));   // critical would be 20
  CHECK(calibrated_damping_Nms_rad(400, 1) == Approx(40));   // both are
  CHECK(calibrated_damping_Nms_rad(1600, 1) == Approx(80));  // a tenth would be 160
  CHECK(calibrated_damping_Nms_rad(100, 0.01) == Approx(2));
}

TEST_CASE("a firm push moves a palm about as far at shoulder, elbow and wrist of one tension",
          "[calibration]") {
  const auto model = model_of_ada();
  const JointTension neutral{.tension = {.rest_error_m = 0.01, .zeta = 0.7}};
  double least_m = 1;
  double most_m = 0;
  for (const CalibrationCurve& curve : curves_of_ada()) {
    const bool bends_arm = curve.pushed_at == Joint::RightHand && curve.lever_m > 0.07;
    if (!bends_arm) continue;
    const FigureJoint& joint = *find_joint(model->figure, curve.joint);
    for (std::size_t number = 0; number < joint.degrees(); ++number) {
      if (joint.axis(number) != curve.axis) continue;
      const double inertia_kg_m2 = leaning_of(*model, curve.joint, number).inertia_kg_m2;
      const double stiffness = asked_stiffness_Nm_rad(model->figure, joint, inertia_kg_m2, neutral);
      const double moved_m = curve.lever_m * kFirmPush_N * curve.lever_m / stiffness;
      CAPTURE(body::name_of(curve.joint), moved_m);
      CHECK(moved_m > 0.03);
      least_m = std::min(least_m, moved_m);
      most_m = std::max(most_m, moved_m);
    }
  }
  CHECK(most_m < 2 * least_m);
  CHECK(most_m > 0);
}

}  // namespace kine::dynamics::physical::calibration_test
