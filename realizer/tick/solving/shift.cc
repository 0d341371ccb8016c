#include "realizer/tick/solving/shift.h"

#include <array>
#include <cstddef>

namespace kine {
namespace {

solve::Carriage carriage_of(const pose::Pose& pose) {
  solve::Carriage carriage{.hips_m = {pose.hips_m[0], pose.hips_m[1], pose.hips_m[2]}};
  for (std::size_t i = 0; i < body::kJointCount; ++i) {
    carriage.parent_from_joint[i] = normalized(pose.rotation(body::joint_at(i)));
  }
  return carriage;
}

}  // namespace

body::BodyOffsets offsets_of(const CharacterState& state, Tick tick, TickRate rate) {
  return state.posture.empty() ? body::BodyOffsets{} : state.posture.front().at(tick, rate);
}

std::optional<solve::BodyShift> find_shift(const body::Body& body, const CharacterState& state,
                                           Tick tick, TickRate rate, const pose::Pose& pose) {
  const body::BodyOffsets offsets = offsets_of(state, tick, rate);
  if (offsets == body::BodyOffsets{}) return {};
  return solve::shift_of(body, offsets, carriage_of(pose));
}

void shift(const solve::BodyShift& shift, pose::Pose& pose) {
  const std::array hips_m = {shift.hips_m.x, shift.hips_m.y, shift.hips_m.z};
  for (std::size_t i = 0; i < hips_m.size(); ++i) pose.hips_m[i] += static_cast<float>(hips_m[i]);
  for (std::size_t i = 0; i < solve::kShiftedJoints.size(); ++i) {
    const body::Joint joint = solve::kShiftedJoints[i];
    pose.set_rotation(joint, normalized(pose.rotation(joint)) * shift.turns[i]);
  }
}

}  // namespace kine
