#include "realizer/dynamics/physical/torso.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "realizer/core/assert.h"

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

/// What the spring does to a joint that is there.
Vec3 pull_N(const TorsoDrag& drag, const Vec3& joint_m) {
  const Vec3 whole_N = drag.stiffness_N_m * (drag.to_m - joint_m);
  const double most = length(whole_N);
  return most <= drag.most_N ? whole_N : drag.most_N / most * whole_N;
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

/// Of the way that takes a time, a twentieth is left behind it: exp(-3).
constexpr double kNearlyThere = 3;

/// A share of the way.
void come_to(double wanted, double way, double& value) {
  value = way == 1 ? wanted : std::lerp(value, wanted, way);
}

double component(const Vec3& v, std::size_t i) { return i == 0 ? v.x : i == 1 ? v.y : v.z; }

}  // namespace

SetPoints set_points_of(const FigureJoint& joint, std::size_t degree) {
  return {joint.low_rad[degree] - kBeyondSetPoint_rad,
          joint.high_rad[degree] + kBeyondSetPoint_rad};
}

JointTensions same_at_all_joints(const Tension& tension) {
  JointTensions all;
  all.fill({.tension = tension});
  return all;
}

Result<std::shared_ptr<const TorsoModel>> torso_model_of(const body::Body& body) {
  Figure figure = torso_of(body);
  auto engine = read_engine_model(figure.mjcf);
  if (!engine) return engine.error();
  KINE_ASSERT((*engine)->coordinates() == figure.coordinates);
  KINE_ASSERT((*engine)->degrees() == figure.degrees);
  return std::make_shared<const TorsoModel>(TorsoModel{std::move(figure), *std::move(engine)});
}

Torso::Torso(std::shared_ptr<const TorsoModel> model)
    : model_(std::move(model)),
      engine_(model_->engine->make_engine()),
      springs_(model_->figure.degrees) {}

TorsoState Torso::begin(const TorsoTick& tick) {
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
  for (const FigureJoint& joint : figure().joints) {
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
  load(tick, state.engine);
  take_tensions(tick, Onset::Now, state.firmness);
  return state;
}

void Torso::take_wanted(const TorsoTick& tick, double share) {
  for (const FigureJoint& joint : figure().joints) {
    Quat rotation = tick.wanted.rotation(joint.joint, share);
    if (joint.second) rotation = rotation * tick.wanted.rotation(*joint.second, share);
    take_coordinates(joint, rotation, wanted_);
  }
}

/// As stiff as swings at the frequency of the tension, in the pose as it is: k = I wn^2. What comes
/// over a time comes exponentially, so that whatever is asked meanwhile does not jump. Pre: the
/// state was loaded.
void Torso::take_tensions(const TorsoTick& tick, Onset onset, Firmness& firmness) {
  const auto inertias = std::span(inertias_kg_m2_).first(figure().degrees);
  engine_->inertias_kg_m2(inertias);
  for (const FigureJoint& joint : figure().joints) {
    const JointTension& said = tick.tensions[body::index_of(joint.joint)];
    const bool at_once = onset == Onset::Now || said.over == Seconds{0};
    const double way = at_once ? 1 : 1 - std::exp(-kNearlyThere * (tick.step / said.over));
    const double frequency = said.tension.natural_frequency();
    for (std::size_t i = joint.degree; i < joint.degree + joint.degrees(); ++i) {
      const double stiffness = said.stiffness_Nm_rad.value_or(inertias[i] * frequency * frequency);
      const double critical = 2 * std::sqrt(stiffness * inertias[i]);
      const double damping = said.stiffness_Nm_rad ? said.damping_Nms_rad.value_or(critical)
                                                   : said.tension.zeta * critical;
      come_to(stiffness, way, firmness.stiffness_Nm_rad[i]);
      come_to(damping, way, firmness.damping_Nms_rad[i]);
      come_to(said.compensates ? 1 : 0, way, firmness.compensation[i]);
      springs_[i].stiffness_Nm_rad = firmness.stiffness_Nm_rad[i];
      springs_[i].damping_Nms_rad = firmness.damping_Nms_rad[i];
    }
  }
}

/// The torques of all springs towards the wanted pose, for the figure as it is.
void Torso::pull(const TorsoState& state) {
  const std::span<const double> coordinates = state.engine.positions;
  engine_->gravity_torques_Nm(std::span(gravity_Nm_).first(figure().degrees));
  for (const FigureJoint& joint : figure().joints) {
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
      const double held_Nm = state.firmness.compensation[degree] * gravity_Nm_[degree];
      const Gains gains =
          equilibrium_gains(state.firmness.stiffness_Nm_rad[degree], wanted_rad, held_Nm, points);
      springs_[degree].torque_Nm = torque_Nm(gains, angle_rad, points);
    }
  }
}

void Torso::load(const TorsoTick& tick, const EngineState& state) {
  std::array<Load, body::kSides.size()> loads;
  std::size_t taken = 0;
  for (std::size_t side = 0; side < tick.loads.size(); ++side) {
    const HandLoad& carried = tick.loads[side];
    if (carried.mass_kg == 0 && carried.believed_kg == 0) continue;
    loads[taken++] = {figure().loads[side], carried.mass_kg, carried.believed_kg};
  }
  engine_->load(state, std::span(loads).first(taken));
}

/// Those of this part of the tick, each by as much of it as it lasts. Pre: look().
std::span<const Force> Torso::forces_of(const TorsoTick& tick, double from, double to) {
  KINE_ASSERT(tick.pushes.size() <= forces_.size());
  std::size_t taken = 0;
  for (const TorsoPush& push : tick.pushes) {
    const double shared = std::min(to, push.to) - std::max(from, push.from);
    if (shared <= 0) continue;
    const FigureJoint* const joint = find_joint(figure(), push.joint);
    KINE_ASSERT(joint != nullptr);
    const bool is_second = joint->second == push.joint;
    const Vec3 at_m = is_second ? joint->second_at_m : Vec3{};
    const Vec3 force_N =
        push.drag ? pull_N(*push.drag, engine_->place_m(joint->body, at_m)) : push.force_N;
    forces_[taken++] = {joint->body, at_m, shared / (to - from) * force_N};
  }
  return std::span(forces_).first(taken);
}

bool Torso::advance(const TorsoTick& tick, TorsoState& state) {
  const auto steps = static_cast<int>(std::ceil(tick.step.count() / kStepMost.count() - 1e-9));
  const Seconds step = tick.step / steps;
  TorsoState next = state;
  load(tick, next.engine);
  take_tensions(tick, Onset::AsAsked, next.firmness);
  HipsPlace base = base_at(tick, 0);
  for (int i = 1; i <= steps; ++i) {
    const double before = static_cast<double>(i - 1) / steps;
    const double share = static_cast<double>(i) / steps;
    take_wanted(tick, share);
    engine_->look(springs_, step);
    pull(next);
    const HipsPlace after = base_at(tick, share);
    const BaseMotion motion = motion_between(base, after, step.count());
    if (!engine_->step(springs_, motion, forces_of(tick, before, share))) return false;
    engine_->save(next.engine);
    base = after;
  }
  state = next;
  return true;
}

void Torso::show(const TorsoState& state, const ShownPose& wanted) const {
  Rotations& rotations = *wanted.parent_from_joint;
  std::array<double, kCoordinatesMax> unused = {};
  for (const FigureJoint& joint : figure().joints) {
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
