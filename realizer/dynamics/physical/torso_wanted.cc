// Where a torso is wanted within a tick, and how fast.
#include <algorithm>
#include <array>
#include <cmath>

#include "realizer/dynamics/physical/torso.h"

namespace kine::dynamics::physical {
namespace {

/// Of each degree of freedom of a joint.
using Turns = std::array<double, 3>;

Turns way_between(const FigureJoint& joint, std::span<const double> from,
                  std::span<const double> to) {
  if (joint.is_ball()) {
    const Vec3 turn = rotation_vector(conjugate(rotation_of(joint, from)) * rotation_of(joint, to));
    return {turn.x, turn.y, turn.z};
  }
  Turns way_rad = {};
  for (std::size_t i = 0; i < joint.hinges; ++i) {
    way_rad[i] = to[joint.coordinate + i] - from[joint.coordinate + i];
  }
  return way_rad;
}

Quat wanted_rotation(const TorsoTick& tick, const FigureJoint& joint, double share) {
  const Quat first = tick.wanted.rotation(joint.joint, share);
  return joint.second ? first * tick.wanted.rotation(*joint.second, share) : first;
}

}  // namespace

HipsPlace base_at(const TorsoTick& tick, double share) {
  const double turn_rad = std::remainder(tick.to.heading_rad - tick.from.heading_rad, 2 * M_PI);
  const body::Placement placement{
      .position_m = tick.from.position_m + share * (tick.to.position_m - tick.from.position_m),
      .heading_rad = tick.from.heading_rad + share * turn_rad};
  const Quat world_from_character = placement.world_from_character();
  return {placement.position_m + world_from_character * tick.wanted.hips_m(share),
          world_from_character * tick.wanted.rotation(body::Joint::Hips, share)};
}

BaseMotion motion_between(const HipsPlace& from, const HipsPlace& to, double step_s) {
  const Quat turn = conjugate(from.world_from_base) * to.world_from_base;
  return {.position_m = to.position_m,
          .world_from_base = to.world_from_base,
          .velocity_m_s = (1 / step_s) * (to.position_m - from.position_m),
          .turning_rad_s = (1 / step_s) * rotation_vector(turn)};
}

/// The wanted pose at a share of the tick, at the speed at which it is wanted to move.
EngineState Torso::wanted_state(const TorsoTick& tick, double share) const {
  EngineState state;
  const HipsPlace base = base_at(tick, share);
  const BaseMotion motion = motion_between(base_at(tick, 0), base_at(tick, 1), tick.step.count());
  const double base_coordinates[kBaseCoordinates] = {
      base.position_m.x,      base.position_m.y,      base.position_m.z,     base.world_from_base.w,
      base.world_from_base.x, base.world_from_base.y, base.world_from_base.z};
  std::ranges::copy(base_coordinates, state.positions.begin());
  const double base_velocities[kBaseDegrees] = {motion.velocity_m_s.x,  motion.velocity_m_s.y,
                                                motion.velocity_m_s.z,  motion.turning_rad_s.x,
                                                motion.turning_rad_s.y, motion.turning_rad_s.z};
  std::ranges::copy(base_velocities, state.velocities.begin());
  for (const FigureJoint& joint : figure().joints) take_wanted(tick, joint, share, state);
  return state;
}

void Torso::take_wanted(const TorsoTick& tick, const FigureJoint& joint, double share,
                        EngineState& state) const {
  std::array<double, kCoordinatesMax> from = {};
  std::array<double, kCoordinatesMax> to = {};
  take_coordinates(joint, wanted_rotation(tick, joint, 0), from);
  take_coordinates(joint, wanted_rotation(tick, joint, 1), to);
  take_coordinates(joint, wanted_rotation(tick, joint, share), state.positions);
  const Turns way_rad = way_between(joint, from, to);
  for (std::size_t i = 0; i < joint.degrees(); ++i) {
    state.velocities[joint.degree + i] = way_rad[i] / tick.step.count();
  }
}

void Torso::take_wanted(const TorsoTick& tick) {
  for (const FigureJoint& joint : figure().joints) {
    take_coordinates(joint, wanted_rotation(tick, joint, 0), wanted_from_);
    take_coordinates(joint, wanted_rotation(tick, joint, 1), wanted_to_);
    const Turns way_rad = way_between(joint, wanted_from_, wanted_to_);
    std::copy_n(way_rad.begin(), joint.degrees(),
                wanted_way_rad_.begin() + static_cast<std::ptrdiff_t>(joint.degree));
  }
}

/// Within the tick joints turn on a parabola through where they were wanted at the end of this tick
/// and of the two before: along chords they would be late in each bend.
void Torso::want(double share, const TorsoState& state) {
  for (const FigureJoint& joint : figure().joints) {
    Turns turned_rad = {};
    for (std::size_t i = 0; i < joint.degrees(); ++i) {
      const double before_rad = static_cast<double>(state.wanted_way_rad[joint.degree + i]);
      const double way_rad = wanted_way_rad_[joint.degree + i];
      const double speed = 0.5 * (before_rad + way_rad);
      turned_rad[i] = share * (speed + share * (way_rad - speed));
    }
    if (joint.is_ball()) {
      const Quat turn = from_rotation_vector({turned_rad[0], turned_rad[1], turned_rad[2]});
      take_coordinates(joint, rotation_of(joint, wanted_from_) * turn, wanted_);
      continue;
    }
    for (std::size_t i = 0; i < joint.hinges; ++i) {
      wanted_[joint.coordinate + i] = wanted_from_[joint.coordinate + i] + turned_rad[i];
    }
  }
}

void Torso::keep_way(TorsoState& state) const {
  std::ranges::transform(wanted_way_rad_, state.wanted_way_rad.begin(),
                         [](double way) { return static_cast<float>(way); });
}

}  // namespace kine::dynamics::physical
