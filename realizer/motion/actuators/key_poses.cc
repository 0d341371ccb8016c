#include "realizer/motion/actuators/key_poses.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "realizer/core/assert.h"
#include "realizer/motion/key_times.h"
#include "realizer/pose/interval.h"
#include "realizer/pose/kernels.h"

namespace kine::motion {
namespace {

using Signs = std::array<float, pose::kLanes>;

/// -1 for the lanes in which the two lie on different sides of the sphere, else 1.
Signs signs_towards(const pose::QuatBlock& before, const pose::QuatBlock& key) {
  Signs signs;
  for (std::size_t i = 0; i < pose::kLanes; ++i) {
    const float dot = before.x[i] * key.x[i] + before.y[i] * key.y[i] + before.z[i] * key.z[i] +
                      before.w[i] * key.w[i];
    signs[i] = dot < 0 ? -1.0F : 1.0F;
  }
  return signs;
}

pose::QuatBlock signed_block(const pose::QuatBlock& block, const Signs& signs) {
  pose::QuatBlock result;
  for (std::size_t i = 0; i < pose::kLanes; ++i) {
    result.x[i] = signs[i] * block.x[i];
    result.y[i] = signs[i] * block.y[i];
    result.z[i] = signs[i] * block.z[i];
    result.w[i] = signs[i] * block.w[i];
  }
  return result;
}

/// The lanes of the mask, and the identity in the others.
pose::QuatBlock masked(const pose::QuatBlock& block, const pose::LaneMask& mask) {
  pose::QuatBlock result;
  for (std::size_t i = 0; i < pose::kLanes; ++i) {
    if (!mask.has(i)) continue;
    result.x[i] = block.x[i];
    result.y[i] = block.y[i];
    result.z[i] = block.z[i];
    result.w[i] = block.w[i];
  }
  return result;
}

pose::QuatBlock block_of(const std::array<Quat, body::kJointCount>& rotations, std::size_t block) {
  pose::QuatBlock result;
  for (std::size_t i = 0; i < pose::kLanes; ++i) {
    const std::size_t joint = block * pose::kLanes + i;
    if (joint >= rotations.size()) break;
    const Quat& q = rotations[joint];
    result.x[i] = static_cast<float>(q.x);
    result.y[i] = static_cast<float>(q.y);
    result.z[i] = static_cast<float>(q.z);
    result.w[i] = static_cast<float>(q.w);
  }
  return result;
}

void append_blocks(std::span<const pose::QuatBlock> key, Seconds time, const pose::Passing& passing,
                   pose::JointKeys& keys) {
  keys.times_s.push_back(keys.times_s.empty() ? static_cast<float>(time.count())
                                              : key_time_after(keys.times_s.back(), time));
  keys.rotations.insert(keys.rotations.end(), key.begin(), key.end());
  keys.passings.push_back(passing);
}

/// A joint that moves when it is taken over is caught within this time, however far away the first
/// key is: the velocity of a whole second, kept up, would carry it off.
constexpr float kCatch_s = 0.3F;

/// Slower than this, nothing needs to be caught; nothing is faster, so what is jumped.
constexpr float kStill_rad_s = 0.02F;
constexpr float kSpeedMax_rad_s = 30;

/// Where a warp lets time nearly stand, no velocity of the keys makes up for it.
constexpr float kSlopeMin = 0.25F;

/// Each lane at most `length_max` long.
void shorten(float length_max, pose::VectorBlock& vectors) {
  for (std::size_t i = 0; i < pose::kLanes; ++i) {
    const float length = std::hypot(vectors.x[i], vectors.y[i], vectors.z[i]);
    if (length <= length_max) continue;
    const float scale = length_max / length;
    vectors.x[i] *= scale;
    vectors.y[i] *= scale;
    vectors.z[i] *= scale;
  }
}

void scale_lanes(float scale, const pose::LaneMask& mask, pose::VectorBlock& vectors) {
  for (std::size_t i = 0; i < pose::kLanes; ++i) {
    const float factor = mask.has(i) ? scale : 0;
    vectors.x[i] *= factor;
    vectors.y[i] *= factor;
    vectors.z[i] *= factor;
  }
}

float longest(std::span<const pose::VectorBlock> blocks) {
  float length = 0;
  for (const pose::VectorBlock& v : blocks) {
    for (std::size_t i = 0; i < pose::kLanes; ++i) {
      length = std::max(length, std::hypot(v.x[i], v.y[i], v.z[i]));
    }
  }
  return length;
}

/// The pose that stands there and how it moves.
struct Standing {
  std::vector<pose::QuatBlock> rotations;
  std::vector<pose::VectorBlock> half_turns_a_second;
};

Standing standing_at(const Entry& entry, const pose::JointKeys& keys) {
  const auto step_s = static_cast<float>(entry.step.count());
  const auto later_s = static_cast<float>(entry.later.count());
  Standing standing;
  for (std::size_t b = 0; b < keys.blocks.size(); ++b) {
    const std::size_t block = keys.blocks[b];
    pose::VectorBlock turn;  // of one step, at half angle
    pose::arc(entry.pose_before->rotations[block], entry.pose->rotations[block], turn);
    shorten(kSpeedMax_rad_s * step_s / 2, turn);
    pose::QuatBlock here = entry.pose->rotations[block];
    if (later_s > 0) pose::turn_on(here, turn, later_s / step_s, here);
    here = masked(here, keys.masks[b]);
    // The keys agree among each other; it is the pose that comes to their side.
    standing.rotations.push_back(signed_block(here, signs_towards(keys.rotations[b], here)));
    scale_lanes(1 / step_s, keys.masks[b], turn);
    standing.half_turns_a_second.push_back(turn);
  }
  return standing;
}

void put_first(const Standing& standing, float time_s, pose::JointKeys& keys) {
  keys.times_s.insert(keys.times_s.begin(), time_s);
  keys.rotations.insert(keys.rotations.begin(), standing.rotations.begin(),
                        standing.rotations.end());
  keys.passings.insert(keys.passings.begin(), pose::Passing{});
}

/// A key behind the first, where a motion from rest would be after kCatch_s.
void put_catch(pose::JointKeys& keys) {
  const float time_s = keys.times_s[0] + kCatch_s;
  std::vector<pose::SquadBlock> squads(keys.blocks.size());
  std::vector<pose::Arcs> arcs(squads.size());
  pose::set_up(keys, 0, squads, arcs);
  const float h = kCatch_s / (keys.times_s[1] - keys.times_s[0]);
  std::vector<pose::QuatBlock> caught(squads.size());
  for (std::size_t b = 0; b < squads.size(); ++b) pose::squad(squads[b], arcs[b], h, caught[b]);
  keys.times_s.insert(keys.times_s.begin() + 1, time_s);
  keys.rotations.insert(keys.rotations.begin() + static_cast<std::ptrdiff_t>(squads.size()),
                        caught.begin(), caught.end());
  keys.passings.insert(keys.passings.begin() + 1, pose::Passing{});
}

/// Puts the pose that stands there in front of the keys, which leave it at its velocity.
void bind_to(const Entry& entry, const pose::Warps& warps, pose::JointKeys& keys) {
  Standing standing = standing_at(entry, keys);
  const Seconds key_time{warps.key_time_s(entry.time.count())};
  put_first(standing, entry_time_before(keys.times_s.front(), key_time), keys);

  const float fastest_rad_s = 2 * longest(standing.half_turns_a_second);
  if (fastest_rad_s < kStill_rad_s) return;
  if (keys.times_s[1] - keys.times_s[0] > kCatch_s) put_catch(keys);
  const auto slope = static_cast<float>(warps.slope_at(entry.time.count()));
  const float tangent_s = (keys.times_s[1] - keys.times_s[0]) / std::max(slope, kSlopeMin);
  for (std::size_t b = 0; b < keys.blocks.size(); ++b) {
    scale_lanes(tangent_s, keys.masks[b], standing.half_turns_a_second[b]);
  }
  keys.first_tangent = std::move(standing.half_turns_a_second);
}

}  // namespace

void append_key(const std::array<Quat, body::kJointCount>& rotations, Seconds time, Seconds hold,
                const Tcb& tcb, pose::JointKeys& keys) {
  const std::size_t width = keys.blocks.size();
  std::vector<pose::QuatBlock> key;
  for (std::size_t b = 0; b < width; ++b) {
    key.push_back(masked(block_of(rotations, keys.blocks[b]), keys.masks[b]));
    if (keys.times_s.empty()) continue;
    const pose::QuatBlock& before = keys.rotations[keys.rotations.size() - width + b];
    key.back() = signed_block(key.back(), signs_towards(before, key.back()));
  }
  const bool holds = hold > Seconds{0};
  append_blocks(key, time, {.tcb = tcb, .holds = holds}, keys);
  if (holds) append_blocks(key, time + hold, {.tcb = tcb, .holds = false}, keys);
}

KeyPoses::KeyPoses(pose::JointKeys keys, pose::Warps warps, pose::HeldKeys held, Transits transits)
    : keys_(std::move(keys)),
      warps_(std::move(warps)),
      held_(std::move(held)),
      transits_(std::move(transits)) {
  KINE_ASSERT(transits_.transits.empty() || transits_.transits.size() == keys_.key_count());
  KINE_ASSERT(keys_.key_count() > 0);
  KINE_ASSERT(keys_.rotations.size() == keys_.key_count() * keys_.blocks.size());
  KINE_ASSERT(keys_.passings.size() == keys_.key_count());
  KINE_ASSERT(held_.empty() || held_.carriers.times_s == keys_.times_s);
  keys_.curve = pose::Curve::Squad;
  held_.carriers.curve = pose::Curve::Squad;
}

pose::Keys KeyPoses::compile(const Entry& entry, const body::Body& body) const {
  pose::Keys bound{.joints = keys_, .channels = {}, .warps = warps_};
  bind_to(entry, warps_, bound.joints);
  if (!transits_.transits.empty()) {
    // What stands in front of the keys of the script goes as it is.
    std::vector<Transit> transits(bound.joints.key_count() - keys_.key_count());
    transits.insert(transits.end(), transits_.transits.begin(), transits_.transits.end());
    bound.joints = with_transits(std::move(bound.joints), transits, body, transits_.seed);
  }
  if (held_.empty()) return bound;
  pose::HeldKeys& held = bound.solved.emplace<pose::HeldKeys>(held_);
  bind_to(entry, warps_, held.carriers);
  for (std::vector<pose::HeldKeys::Share>& shares : held.hands) {
    // Of the pose that stands there nothing was meant.
    if (!shares.empty()) shares.insert(shares.begin(), {.time_s = bound.joints.times_s.front()});
  }
  return bound;
}

}  // namespace kine::motion
