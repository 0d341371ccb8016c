#include "realizer/dynamics/physical/torso.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "realizer/core/assert.h"
#include "realizer/dynamics/physical/antagonists.h"

namespace kine::dynamics::physical {
namespace {

constexpr Seconds kStepMost{0.002};

Quat row_of(const Rotations& rotations, body::Joint joint) {
  const auto& [x, y, z, w] = rotations[body::index_of(joint)];
  return normalized({x, y, z, w});
}

void put(const Quat& q, body::Joint joint, Rotations& rotations) {
  rotations[body::index_of(joint)] = {static_cast<float>(q.x), static_cast<float>(q.y),
                                      static_cast<float>(q.z), static_cast<float>(q.w)};
}

struct HipsPlace {
  Vec3 position_m;
  Quat world_from_base;
};

/// Where the hips are wanted, in the world.
HipsPlace base_at(const TorsoTick& tick, double share) {
  const double turn_rad = std::remainder(tick.to.heading_rad - tick.from.heading_rad, 2 * M_PI);
  const body::Placement placement{
      .position_m = tick.from.position_m + share * (tick.to.position_m - tick.from.position_m),
      .heading_rad = tick.from.heading_rad + share * turn_rad};
  const Quat world_from_character = placement.world_from_character();
  return {placement.position_m + world_from_character * tick.wanted.hips_m(share),
          world_from_character * tick.wanted.rotation(body::Joint::Hips, share)};
}

/// Evenly from one place to the next.
BaseMotion motion_between(const HipsPlace& from, const HipsPlace& to, double step_s) {
  const Quat turn = conjugate(from.world_from_base) * to.world_from_base;
  return {.position_m = to.position_m,
          .world_from_base = to.world_from_base,
          .velocity_m_s = (1 / step_s) * (to.position_m - from.position_m),
          .turning_rad_s = (1 / step_s) * rotation_vector(turn)};
}

const Tension& tension_of(const FigureJoint& joint, const TorsoTensions& tensions) {
  for (const body::Side side : body::kSides) {
    const body::ArmChain arm = body::arm_chain(side);
    const bool is_of_arm =
        joint.joint == arm.upper_arm || joint.joint == arm.lower_arm || joint.joint == arm.hand;
    if (is_of_arm) return tensions.arms[static_cast<std::size_t>(side)];
  }
  return tensions.trunk;
}

SetPoints set_points_of(const FigureJoint& joint, std::size_t degree) {
  return {joint.low_rad[degree] - kBeyondSetPoint_rad,
          joint.high_rad[degree] + kBeyondSetPoint_rad};
}

double component(const Vec3& v, std::size_t i) { return i == 0 ? v.x : i == 1 ? v.y : v.z; }

}  // namespace

Torso::Torso(Figure figure, std::unique_ptr<Engine> engine)
    : figure_(std::move(figure)), engine_(std::move(engine)), springs_(figure_.degrees) {}

Result<std::unique_ptr<Torso>> Torso::make(const body::Body& body) {
  Figure figure = torso_of(body);
  auto engine = Engine::make(figure.mjcf);
  if (!engine) return engine.error();
  KINE_ASSERT((*engine)->coordinates() == figure.coordinates);
  KINE_ASSERT((*engine)->degrees() == figure.degrees);
  return std::unique_ptr<Torso>(new Torso(std::move(figure), *std::move(engine)));
}

TorsoState Torso::begin(const TorsoTick& tick) const {
  TorsoState state;
  const HipsPlace from = base_at(tick, 0);
  const HipsPlace base = base_at(tick, 1);
  const double step_s = tick.step.count();
  auto& positions = state.engine.positions;
  const BaseMotion motion = motion_between(from, base, step_s);
  const double base_coordinates[kBaseCoordinates] = {
      base.position_m.x,      base.position_m.y,      base.position_m.z,     base.world_from_base.w,
      base.world_from_base.x, base.world_from_base.y, base.world_from_base.z};
  std::ranges::copy(base_coordinates, positions.begin());
  const double base_velocities[kBaseDegrees] = {motion.velocity_m_s.x,  motion.velocity_m_s.y,
                                                motion.velocity_m_s.z,  motion.turning_rad_s.x,
                                                motion.turning_rad_s.y, motion.turning_rad_s.z};
  std::ranges::copy(base_velocities, state.engine.velocities.begin());
  std::array<double, kCoordinatesMax> before = {};
  for (const FigureJoint& joint : figure_.joints) {
    const auto rotation_at = [&](double share) {
      const Quat first = tick.wanted.rotation(joint.joint, share);
      return joint.second ? first * tick.wanted.rotation(*joint.second, share) : first;
    };
    take_coordinates(joint, rotation_at(0), before);
    take_coordinates(joint, rotation_at(1), positions);
    const Vec3 turn_rad =
        joint.is_ball() ? rotation_vector(conjugate(rotation_at(0)) * rotation_at(1)) : Vec3{};
    for (std::size_t i = 0; i < joint.degrees(); ++i) {
      const double way_rad = joint.is_ball()
                                 ? component(turn_rad, i)
                                 : positions[joint.coordinate + i] - before[joint.coordinate + i];
      state.engine.velocities[joint.degree + i] = way_rad / step_s;
    }
  }
  return state;
}

void Torso::take_wanted(const TorsoTick& tick, double share) {
  for (const FigureJoint& joint : figure_.joints) {
    Quat rotation = tick.wanted.rotation(joint.joint, share);
    if (joint.second) rotation = rotation * tick.wanted.rotation(*joint.second, share);
    take_coordinates(joint, rotation, wanted_);
  }
}

/// As stiff as swings at the frequency of the tension: k = I wn^2.
void Torso::take_tensions(const TorsoTensions& tensions) {
  const auto inertias = engine_->inertias_kg_m2();
  for (const FigureJoint& joint : figure_.joints) {
    const Tension& tension = tension_of(joint, tensions);
    const double frequency = tension.natural_frequency();
    for (std::size_t i = joint.degree; i < joint.degree + joint.degrees(); ++i) {
      tension_Nm_rad_[i] = inertias[i] * frequency * frequency;
      springs_[i].stiffness_Nm_rad = tension_Nm_rad_[i];
      springs_[i].damping_Nms_rad = 2 * tension.zeta * inertias[i] * frequency;
    }
  }
}

/// The torques of all springs towards the wanted pose, for the figure as it is.
void Torso::pull(std::span<const double> coordinates) {
  engine_->gravity_torques_Nm(std::span(gravity_Nm_).first(figure_.degrees));
  for (const FigureJoint& joint : figure_.joints) {
    Vec3 wanted_turns;
    Vec3 error;
    if (joint.is_ball()) {
      const Quat wanted = rotation_of(joint, wanted_);
      wanted_turns = rotation_vector(wanted);
      error = rotation_vector(conjugate(rotation_of(joint, coordinates)) * wanted);
    }
    for (std::size_t i = 0; i < joint.degrees(); ++i) {
      const std::size_t degree = joint.degree + i;
      const SetPoints points = set_points_of(joint, i);
      const double wanted_rad =
          joint.is_ball() ? component(wanted_turns, i) : wanted_[joint.coordinate + i];
      const double angle_rad =
          joint.is_ball() ? wanted_rad - component(error, i) : coordinates[joint.coordinate + i];
      const Gains gains =
          equilibrium_gains(tension_Nm_rad_[degree], wanted_rad, gravity_Nm_[degree], points);
      springs_[degree].torque_Nm = torque_Nm(gains, angle_rad, points);
    }
  }
}

bool Torso::advance(const TorsoTick& tick, TorsoState& state) {
  const auto steps = static_cast<int>(std::ceil(tick.step.count() / kStepMost.count() - 1e-9));
  const Seconds step = tick.step / steps;
  EngineState& engine_state = state.engine;
  engine_->load(engine_state);
  take_tensions(tick.tensions);
  EngineState next = engine_state;
  HipsPlace base = base_at(tick, 0);
  for (int i = 1; i <= steps; ++i) {
    const double share = static_cast<double>(i) / steps;
    take_wanted(tick, share);
    engine_->look(springs_, step);
    pull(next.positions);
    const HipsPlace after = base_at(tick, share);
    if (!engine_->step(springs_, motion_between(base, after, step.count()))) return false;
    engine_->save(next);
    base = after;
  }
  engine_state = next;
  return true;
}

void Torso::show(const TorsoState& state, const ShownPose& wanted) const {
  Rotations& rotations = *wanted.parent_from_joint;
  std::array<double, kCoordinatesMax> unused = {};
  for (const FigureJoint& joint : figure_.joints) {
    const JointTurns turns{row_of(rotations, joint.joint),
                           joint.second ? row_of(rotations, *joint.second) : Quat{}};
    const Quat rest = take_coordinates(joint, whole_of(turns), unused);
    const Quat whole = rotation_of(joint, state.engine.positions) * rest;
    if (!joint.second) {
      put(normalized(whole), joint.joint, rotations);
      continue;
    }
    const JointTurns shared = shared_out(turns, whole);
    put(normalized(shared.first), joint.joint, rotations);
    put(normalized(shared.second), *joint.second, rotations);
  }
}

}  // namespace kine::dynamics::physical
