// A sleeping body takes no steps. It follows the wanted pose at the distance at which it fell
// asleep.
#include <algorithm>
#include <cmath>

#include "realizer/dynamics/physical/torso.h"

namespace kine::dynamics::physical {
namespace {

/// What is on its way to the wanted pose no faster, in rad/s and m/s, stays where it is.
constexpr double kStill = 0.005;

bool is_busy(const TorsoTick& tick, const TorsoState& state) {
  return state.stands != tick.stands || state.leaving || state.fall.has_begun() ||
         state.stepping.is_under_way();
}

bool is_slow(double speed) { return std::abs(speed) < kSlow; }

bool is_still(const EngineState& now, const EngineState& wanted) {
  for (std::size_t i = 0; i < now.velocities.size(); ++i) {
    if (std::abs(now.velocities[i] - wanted.velocities[i]) > kStill) return false;
  }
  return true;
}

}  // namespace

/// A tick of sleep; else it is awake. It wakes where its tension changes in a tick, or is not yet
/// near to what it follows.
bool Torso::sleeps_on(const TorsoTick& tick, TorsoState& state) {
  if (!tick.may_sleep || state.slow_s < kSleepsIn.count() || is_busy(tick, state)) return false;
  const EngineState wanted = wanted_state(tick, 1);
  if (!std::ranges::all_of(wanted.velocities, is_slow)) return false;
  if (!is_still(state.engine, wanted)) return false;
  TorsoState next = state;
  load(tick, next.engine, tick.stands ? BaseMode::Free : BaseMode::Told);
  take_tensions(tick, Onset::AsAsked, next);
  const bool is_tensed =
      differ(state.firmness, next.firmness) || differ(next.leading, next.firmness);
  if (is_tensed) {
    state.slow_s = 0;  // what it does now may begin slowly
    return false;
  }
  next.engine.velocities = wanted.velocities;
  go_along(tick, next);
  state = next;
  return true;
}

void Torso::go_along(const TorsoTick& tick, TorsoState& state) {
  take_wanted(tick);
  keep_way(state);
  for (const FigureJoint& joint : figure().joints) {
    if (joint.is_ball()) {
      const Quat turn =
          rotation_of(joint, wanted_to_) * conjugate(rotation_of(joint, wanted_from_));
      take_coordinates(joint, turn * rotation_of(joint, state.engine.positions),
                       state.engine.positions);
      continue;
    }
    for (std::size_t i = joint.coordinate; i < joint.coordinate + joint.hinges; ++i) {
      state.engine.positions[i] += wanted_to_[i] - wanted_from_[i];
    }
  }
  const HipsPlace from = base_at(tick, 0);
  const HipsPlace to = base_at(tick, 1);
  const HipsPlace now = hips_of(state.engine.positions);
  const Vec3 place_m = now.position_m + (to.position_m - from.position_m);
  const Quat turn = to.world_from_base * conjugate(from.world_from_base);
  const Quat q = normalized(turn * now.world_from_base);
  const double base[kBaseCoordinates] = {place_m.x, place_m.y, place_m.z, q.w, q.x, q.y, q.z};
  std::ranges::copy(base, state.engine.positions.begin());
}

}  // namespace kine::dynamics::physical
