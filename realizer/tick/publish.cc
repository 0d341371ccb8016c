#include "realizer/tick/publish.h"

#include <algorithm>

#include "realizer/pose/character_kernels.h"
#include "realizer/tick/kinds/ground_kind.h"

namespace kine {

dynamics::ShownPose write_rows(const pose::Pose& pose, Frame& frame) {
  std::copy_n(pose.hips_m.begin(), frame.hips_m.size(), frame.hips_m.begin());
  pose::write_rotations(pose, frame.parent_from_joint);
  std::copy_n(pose.channels.begin(), body::kChannelCount, frame.channels.begin());
  return {&frame.parent_from_joint, &frame.hips_m};
}

void publish(const CharacterRow& row, Tick tick, Frame& frame) {
  frame.character = row.id;
  frame.tick = tick;
  frame.arrived = row.state.arrived;
  const Quat turn = row.state.placement.world_from_character();
  const Vec3& spot = row.state.placement.position_m;
  frame.root = {static_cast<float>(spot.x), static_cast<float>(spot.y), static_cast<float>(spot.z),
                static_cast<float>(turn.x), static_cast<float>(turn.y), static_cast<float>(turn.z),
                static_cast<float>(turn.w)};
}

Presence presence_of(const CharacterRow& row) {
  Presence presence{.id = row.id,
                    .cast = row.cast,
                    .stands_m = spot_under(row.state.placement.position_m),
                    .room_m = row.room_m};
  const ActiveSegment* const active = find_ground(row.state);
  if (active == nullptr || ground_of(*active).path.spots_m.empty()) return presence;
  presence.keys = active->keys;
  presence.block_start = active->block_start;
  presence.started = active->started;
  presence.walks_to = active->walks_to;
  return presence;
}

}  // namespace kine
