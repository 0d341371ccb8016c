// A torso, or a whole body, that sleeps: nothing of it is worked out, and it goes along with what
// is wanted, as far from that as it was when it fell asleep.
#include <algorithm>
#include <cmath>

#include "realizer/dynamics/physical/torso.h"

namespace kine::dynamics::physical {
namespace {

/// It wakes where its tension changes faster, by shares of itself a second.
constexpr double kTensionChanges = 0.05;

bool is_busy(const TorsoTick& tick, const TorsoState& state) {
  return state.stands != tick.stands || state.leaving || state.fall.has_begun() ||
         state.stepping.is_under_way();
}

bool changes(const std::array<double, kDegreesMax>& from, const std::array<double, kDegreesMax>& to,
             Seconds step) {
  for (std::size_t i = 0; i < from.size(); ++i) {
    if (std::abs(to[i] - from[i]) > kTensionChanges * step.count() * std::abs(from[i])) return true;
  }
  return false;
}

bool changes(const Firmness& from, const Firmness& to, Seconds step) {
  return changes(from.stiffness_Nm_rad, to.stiffness_Nm_rad, step) ||
         changes(from.damping_Nms_rad, to.damping_Nms_rad, step) ||
         changes(from.compensation, to.compensation, step);
}

bool is_slow(double speed) { return std::abs(speed) < kSlow; }

}  // namespace

/// A tick of sleep; else the state is as before.
bool Torso::sleeps_on(const TorsoTick& tick, TorsoState& state) {
  if (!tick.may_sleep || state.slow_s < kSleepsIn.count() || is_busy(tick, state)) return false;
  TorsoState next = state;
  load(tick, next.engine, tick.stands ? BaseMode::Free : BaseMode::Told);
  take_tensions(tick, Onset::AsAsked, next);
  if (changes(state.firmness, next.firmness, tick.step)) return false;
  go_along(tick, next);
  if (!std::ranges::all_of(next.engine.velocities, is_slow)) return false;
  state = next;
  return true;
}

void Torso::go_along(const TorsoTick& tick, TorsoState& state) {
  const EngineState wanted = wanted_state(tick);
  state.engine.velocities = wanted.velocities;
  take_wanted(tick);
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
  const HipsPlace now = hips_of(state.engine);
  const Vec3 place_m = now.position_m + (to.position_m - from.position_m);
  const Quat turn = to.world_from_base * conjugate(from.world_from_base);
  const Quat q = normalized(turn * now.world_from_base);
  const double base[kBaseCoordinates] = {place_m.x, place_m.y, place_m.z, q.w, q.x, q.y, q.z};
  std::ranges::copy(base, state.engine.positions.begin());
}

}  // namespace kine::dynamics::physical
