#include "realizer/motion/actuators/turn.h"

#include <algorithm>
#include <array>
#include <utility>

#include "realizer/core/assert.h"
#include "realizer/math/quat.h"
#include "realizer/motion/actuators/key_poses.h"
#include "realizer/motion/key_times.h"

namespace kine::motion {
namespace {

const plan::Turn* find_turn(const plan::Key& key) {
  for (const plan::Goal& goal : key.goals) {
    if (const auto* turn = std::get_if<plan::Turn>(&goal)) return turn;
  }
  return nullptr;
}

}  // namespace

Turns::Turns(pose::JointKeys keys, pose::Warps warps)
    : keys_(std::move(keys)), warps_(std::move(warps)) {
  KINE_ASSERT(keys_.key_count() > 0);
  keys_.curve = pose::Curve::Squad;
}

pose::Keys Turns::compile(const Entry& entry, const body::Body&) const {
  pose::Keys bound{.joints = keys_, .channels = {}, .warps = warps_};
  pose::JointKeys& keys = bound.joints;
  const Seconds begun{warps_.empty() ? entry.time.count() : warps_.key_time_s(entry.time.count())};
  keys.times_s.insert(keys.times_s.begin(), entry_time_before(keys.times_s.front(), begun));
  keys.rotations.insert(keys.rotations.begin(), keys.blocks.size(), pose::QuatBlock{});
  keys.passings.insert(keys.passings.begin(), pose::Passing{});
  return bound;
}

pose::JointKeys make_turn_keys(const plan::Track& track, const body::Body& body) {
  const body::JointSet joints = body.groups[track.group].joints;
  pose::JointKeys keys = pose::JointKeys::of(joints);
  const double share = 1.0 / static_cast<double>(joints.size());
  bool turns = false;
  for (const plan::Key& key : track.keys) {
    const plan::Turn* turn = find_turn(key);
    if (turn == nullptr && !turns) continue;
    turns = true;
    const Quat each = from_rotation_vector(turn != nullptr ? share * turn->turn_rad : Vec3{});
    std::array<Quat, body::kJointCount> rotations;
    rotations.fill(each);
    append_key(rotations, key.time, key.hold, key.tcb, keys);
  }
  return keys;
}

}  // namespace kine::motion
