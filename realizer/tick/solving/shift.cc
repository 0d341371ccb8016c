#include "realizer/tick/solving/shift.h"

#include <array>
#include <cstddef>

#include "realizer/tick/state/segment_time.h"

namespace kine {
namespace {

/// What of a pose its shift depends on: all of it is much to read for a character in a crowd.
solve::Carriage carriage_of(const pose::Pose& pose, const body::BodyOffsets& offsets) {
  solve::Carriage carriage{.hips_m = {pose.hips_m[0], pose.hips_m[1], pose.hips_m[2]}};
  const auto take = [&](body::Joint joint) {
    carriage.parent_from_joint[body::index_of(joint)] = normalized(pose.rotation(joint));
  };
  if (solve::moves_centre_of_mass(offsets)) {
    for (std::size_t i = 0; i < body::kJointCount; ++i) take(body::joint_at(i));
  } else {
    for (const body::Joint joint : solve::kShiftedJoints) take(joint);
    for (const body::Side side : body::kSides) take(body::arm_chain(side).lower_arm);
  }
  return carriage;
}

}  // namespace

body::BodyOffsets offsets_of(const TickContext& context, const CharacterState& state, Tick tick) {
  body::BodyOffsets shape;  // one over the other, from the posture upwards
  body::BodyOffsets sum;    // of what goes along
  if (!state.posture.empty()) shape = state.posture.front().at(tick, context.rate);
  for (const ActiveSegment& active : state.segments) {
    if (active.contents.solved != pose::Solved::Body) continue;
    pose::Interval unused;
    const pose::Layer layer = layer_of(context, state, active, unused, tick);
    const pose::Warps& warps = layer.keys->warps;
    const auto time_s =
        warps.empty() ? layer.time_s : static_cast<float>(warps.key_time_s(layer.time_s));
    const pose::BodyKeys& keys = *layer.keys->find<pose::BodyKeys>();
    const body::BodyOffsets offsets = offsets_at(keys, time_s);
    if (keys.replaces) {
      shape = mixed(shape, offsets, layer.weight);
    } else {
      sum = sum + layer.weight * offsets;
    }
  }
  sum = shape + sum;
  if (moves_body(state.life)) sum = sum + offsets_of(state.life, tick, context.rate);
  return sum;
}

std::optional<solve::BodyShift> find_shift(const TickContext& context, const body::Body& body,
                                           const CharacterState& state, Tick tick,
                                           const pose::Pose& pose) {
  const body::BodyOffsets offsets = offsets_of(context, state, tick);
  if (offsets == body::BodyOffsets{}) return {};
  return solve::shift_of(body, offsets, carriage_of(pose, offsets));
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
