#include "realizer/dynamics/physical/calibration.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "realizer/core/assert.h"
#include "realizer/core/number.h"
#include "realizer/dynamics/physical/body_map.h"

namespace kine::dynamics::physical {
namespace {

constexpr Seconds kCalibrationStep{0.002};
constexpr Seconds kWatchedMost{4};  // the slowest falls have come to a limit by then

/// Half the breadth of a head and of a palm, as shares of the height. A push goes there where the
/// axis runs through the middle: it would turn nothing otherwise.
constexpr double kHeadEdge = 0.044;
constexpr double kPalmEdge = 0.024;

Vec3 direction_of(Axis axis) {
  return {axis == Axis::X ? 1.0 : 0.0, axis == Axis::Y ? 1.0 : 0.0, axis == Axis::Z ? 1.0 : 0.0};
}

std::array<float, 4> float_row(const Quat& q) {
  return {static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z),
          static_cast<float>(q.w)};
}

/// A body at rest in its base pose, at the origin.
EngineState base_state(const body::Body& body, const std::shared_ptr<const TorsoModel>& model) {
  Rotations rotations;
  std::ranges::transform(body.base_pose, rotations.begin(), float_row);
  const Vec3& hips = body.offsets_m[body::index_of(body::Joint::Hips)];
  std::array<float, 3> hips_m = {static_cast<float>(hips.x), static_cast<float>(hips.y),
                                 static_cast<float>(hips.z)};
  WantedMotion wanted;
  wanted.advance_to({&rotations, &hips_m});
  const JointTensions any = same_at_all_joints({});
  return Torso(model)
      .begin({.wanted = wanted, .from = {}, .to = {}, .tensions = any, .step = kCalibrationStep})
      .engine;
}

/// Where the joints are, as the figure has them.
body::Body::Model places_in(const EngineState& state, const Figure& figure,
                            const body::Body& body) {
  std::array<Quat, body::kJointCount> rotations = {};
  const auto& at = state.positions;
  rotations[body::index_of(body::Joint::Hips)] = {at[4], at[5], at[6], at[3]};
  for (const FigureJoint& joint : figure.joints) {
    rotations[body::index_of(joint.joint)] = rotation_of(joint, at);
  }
  return body.compute_model(rotations);
}

/// Where a joint is pushed: on a joint of the figure, at a point in the axes of what that carries.
struct EndEffector {
  const FigureJoint& joint;
  Vec3 point_m;
  double edge_m = 0;  // the least lever
};

EndEffector end_effector_of(const Figure& figure, const body::Body& body, body::Joint joint) {
  for (const body::Side side : body::kSides) {
    const body::ArmChain arm = body::arm_chain(side);
    if (joint == arm.shoulder) return {*find_joint(figure, arm.upper_arm), {}};
    if (joint == arm.upper_arm || joint == arm.lower_arm || joint == arm.hand) {
      const FigureJoint& hand = *find_joint(figure, arm.hand);
      return {hand, hand.centre_m, kPalmEdge * body.height_m};
    }
  }
  const FigureJoint& head = *find_joint(figure, body::Joint::Head);
  return {head, head.centre_m, kHeadEdge * body.height_m};
}

/// A degree of freedom, and what pushes at it.
struct Trial {
  const FigureJoint& joint;
  std::size_t number = 0;  // of the joint's degrees of freedom
  double towards = 1;      // 1 or -1: the sign of its turn
  double lever_m = 0;
  Force force;

  std::size_t degree() const { return joint.degree + number; }
};

/// The sign of the turn to the limit that is farther away.
double side_with_room(const body::Body& body, const FigureJoint& joint, std::size_t number,
                      std::span<const double> coordinates) {
  if (!joint.is_ball()) {
    const double now = coordinates[joint.coordinate + number];
    return joint.high_rad[number] - now < now - joint.low_rad[number] ? -1 : 1;
  }
  const body::JointLimits& limits = body.limits[body::index_of(joint.joint)];
  const Vec3 direction = direction_of(joint.axis(number));
  const Vec3 now = body::turns_of(limits.bone, rotation_of(joint, coordinates));
  return dot(limits.max_rad - now, direction) < dot(now - limits.min_rad, direction) ? -1 : 1;
}

/// In the character's space. Each hinge stands on those before it.
Vec3 axis_in_character(const FigureJoint& joint, std::size_t number,
                       const body::Body::Model& places, std::span<const double> coordinates) {
  if (joint.is_ball()) {
    return places.character_from_joint[body::index_of(joint.joint)] *
           direction_of(joint.axis(number));
  }
  Quat turned = places.character_from_joint[body::index_of(*body::parent_of(joint.joint))];
  for (std::size_t i = 0; i < number; ++i) {
    turned =
        turned * rotation_about(direction_of(joint.order[i]), coordinates[joint.coordinate + i]);
  }
  return turned * direction_of(joint.order[number]);
}

/// The push that turns a degree of freedom most: square to its axis and to its lever.
Trial trial_of(const FigureJoint& joint, std::size_t number, const body::Body& body,
               const Figure& figure, const EngineState& state, double force_N) {
  const body::Body::Model places = places_in(state, figure, body);
  const EndEffector end = end_effector_of(figure, body, joint.joint);
  const Vec3& end_at_m = places.positions_m[body::index_of(end.joint.joint)];
  const Quat& end_axes = places.character_from_joint[body::index_of(end.joint.joint)];
  const Vec3& anchor_m = places.positions_m[body::index_of(joint.joint)];
  const Vec3 axis = axis_in_character(joint, number, places, state.positions);

  const Vec3 way_m = end_at_m + end_axes * end.point_m - anchor_m;
  const Vec3 lever_m = rejected(way_m, axis);
  const Vec3 outwards = unit(lever_m);
  const double lever = std::max(length(lever_m), end.edge_m);
  const Vec3 point_m = anchor_m + dot(way_m, axis) * axis + lever * outwards;

  const double towards = side_with_room(body, joint, number, state.positions);
  return {.joint = joint,
          .number = number,
          .towards = towards,
          .lever_m = lever,
          .force = {.body = end.joint.body,
                    .point_m = conjugate(end_axes) * (point_m - end_at_m),
                    .force_N = towards * force_N * cross(axis, outwards)}};
}

/// A torso whose springs hold its first pose: their gains stay those that do so.
class HeldTorso {
 public:
  HeldTorso(const TorsoModel& model, const EngineState& start)
      : figure_(model.figure),
        engine_(model.engine->make_engine()),
        start_(start),
        inertias_kg_m2_(figure_.degrees),
        gravity_Nm_(figure_.degrees),
        springs_(figure_.degrees) {
    engine_->load(start_);
    engine_->inertias_kg_m2(inertias_kg_m2_);
    engine_->look(springs_, kCalibrationStep);
    engine_->gravity_torques_Nm(gravity_Nm_);
  }

  /// The greatest one, in radians; nothing where numbers went wrong.
  std::optional<double> deflection_rad(const Trial& trial, double tension_Nm_rad) {
    tense(trial.degree(), tension_Nm_rad);
    EngineState now = start_;
    engine_->load(now);
    double most_rad = 0;
    const auto steps = static_cast<int>(std::round(kWatchedMost / kCalibrationStep));
    const auto pushed = static_cast<int>(std::round(kFirmPushLength / kCalibrationStep));
    for (int i = 0; i < steps; ++i) {
      pull(now);
      engine_->look(springs_, kCalibrationStep);
      const bool is_pushed = i < pushed;
      if (!engine_->step(springs_, standing(), {&trial.force, is_pushed ? 1u : 0u})) return {};
      engine_->save(now);
      const double deflection_rad = -trial.towards * way_back_rad(now, trial.joint)[trial.number];
      most_rad = std::max(most_rad, deflection_rad);
      if (!is_pushed && deflection_rad < most_rad / 2) break;  // on its way back
    }
    return most_rad;
  }

 private:
  void tense(std::size_t tested, double tension_Nm_rad) {
    for (std::size_t i = kBaseDegrees; i < springs_.size(); ++i) {
      const double tension = i == tested ? tension_Nm_rad : kHeldTension_Nm_rad;
      springs_[i].stiffness_Nm_rad = tension;
      springs_[i].damping_Nms_rad = calibrated_damping_Nms_rad(tension, inertias_kg_m2_[i]);
    }
  }

  /// About each degree of freedom of a joint, from where it is to where it began.
  std::array<double, 3> way_back_rad(const EngineState& now, const FigureJoint& joint) const {
    if (joint.is_ball()) {
      const Vec3 way = rotation_vector(conjugate(rotation_of(joint, now.positions)) *
                                       rotation_of(joint, start_.positions));
      return {way.x, way.y, way.z};
    }
    std::array<double, 3> way = {};
    for (std::size_t i = 0; i < joint.hinges; ++i) {
      way[i] = start_.positions[joint.coordinate + i] - now.positions[joint.coordinate + i];
    }
    return way;
  }

  /// Two springs with these gains are one with its set point where gravity is in balance: (7).
  void pull(const EngineState& now) {
    for (const FigureJoint& joint : figure_.joints) {
      const std::array<double, 3> way_rad = way_back_rad(now, joint);
      for (std::size_t i = 0; i < joint.degrees(); ++i) {
        const std::size_t degree = joint.degree + i;
        springs_[degree].torque_Nm =
            springs_[degree].stiffness_Nm_rad * way_rad[i] - gravity_Nm_[degree];
      }
    }
  }

  BaseMotion standing() const {
    const auto& at = start_.positions;
    return {.position_m = {at[0], at[1], at[2]},
            .world_from_base = {at[4], at[5], at[6], at[3]},
            .velocity_m_s = {},
            .turning_rad_s = {}};
  }

  const Figure& figure_;
  std::unique_ptr<Engine> engine_;
  EngineState start_;
  std::vector<double> inertias_kg_m2_;
  std::vector<double> gravity_Nm_;  // in the first pose
  std::vector<Spring> springs_;
};

Error not_moved(const Figure& figure, body::Joint joint) {
  std::string names;
  for (const FigureJoint& each : figure.joints) {
    names += (names.empty() ? "" : ", ") + std::string(body::name_of(each.joint));
  }
  return {.code = ErrorCode::OutOfRange,
          .message = "muscles move " + names + ", not " + quoted(body::name_of(joint))};
}

}  // namespace

double calibrated_damping_Nms_rad(double tension_Nm_rad, double inertia_kg_m2) {
  return std::min(0.1 * tension_Nm_rad, 2 * std::sqrt(tension_Nm_rad * inertia_kg_m2));
}

Result<std::vector<CalibrationCurve>> compute_calibration(
    const body::Body& body, const std::shared_ptr<const TorsoModel>& model,
    const CalibrationWish& wish) {
  KINE_ASSERT(wish.force_N > 0);
  const Figure& figure = model->figure;
  const FigureJoint* const only = wish.joint ? find_joint(figure, *wish.joint) : nullptr;
  if (wish.joint && only == nullptr) return not_moved(figure, *wish.joint);
  const EngineState start = base_state(body, model);
  HeldTorso torso(*model, start);
  std::vector<CalibrationCurve> curves;
  for (const FigureJoint& joint : figure.joints) {
    if (only != nullptr && only != &joint) continue;
    for (std::size_t number = 0; number < joint.degrees(); ++number) {
      const Trial trial = trial_of(joint, number, body, figure, start, wish.force_N);
      CalibrationCurve curve{.joint = joint.joint,
                             .axis = joint.axis(number),
                             .pushed_at = end_effector_of(figure, body, joint.joint).joint.joint,
                             .lever_m = trial.lever_m};
      for (std::size_t i = 0; i < kCalibratedTensions_Nm_rad.size(); ++i) {
        const auto deflection = torso.deflection_rad(trial, kCalibratedTensions_Nm_rad[i]);
        if (!deflection) {
          return Error{.code = ErrorCode::OutOfRange,
                       .message = "numbers went wrong under the push, so push less than " +
                                  quoted(format_number(wish.force_N) + " N")};
        }
        curve.deflections_rad[i] = *deflection;
      }
      curves.push_back(curve);
    }
  }
  return curves;
}

}  // namespace kine::dynamics::physical
