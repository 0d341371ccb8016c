#include "realizer/motion/clips/clip.h"

#include <numeric>
#include <utility>
#include <vector>

#include "realizer/core/assert.h"
#include "realizer/motion/ground/footing.h"
#include "realizer/solve/leg.h"

namespace kine::motion {
namespace {

/// No joint that is taken over is thought to turn on by more than this while the clip eases in.
constexpr double kOnwardsMax_rad = 1;

/// Where a joint would be after `time`, had it gone on as it did.
Quat turned_on(const Quat& before, const Quat& now, Seconds step, Seconds time) {
  if (step <= Seconds{0}) return now;
  const Vec3 turn = (time / step) * rotation_vector(conjugate(before) * now);
  const double angle_rad = length(turn);
  const Vec3 bounded = angle_rad > kOnwardsMax_rad ? (kOnwardsMax_rad / angle_rad) * turn : turn;
  const Quat onwards = now * from_rotation_vector(bounded);
  return dot(onwards, now) < 0 ? -onwards : onwards;
}

bool moves_both_legs(body::JointSet joints) {
  bool all = joints.contains(body::Joint::Hips);
  for (const body::Side side : body::kSides) {
    const solve::LegChain leg = solve::leg_chain(side);
    for (const body::Joint joint : {leg.upper_leg, leg.lower_leg, leg.foot}) {
      all = all && joints.contains(joint);
    }
  }
  return all;
}

/// The blocks of these joints and those between, so that the frames of a clip can be read as they
/// lie.
std::vector<std::uint8_t> blocks_between(body::JointSet joints) {
  const std::vector<std::uint8_t> touched = pose::blocks_of(joints);
  if (touched.empty()) return touched;
  std::vector<std::uint8_t> blocks(touched.back() - touched.front() + std::size_t{1});
  std::iota(blocks.begin(), blocks.end(), touched.front());
  return blocks;
}

}  // namespace

PlayedClip::PlayedClip(std::shared_ptr<const pose::Clip> clip, const Options& options)
    : clip_(std::move(clip)), options_(options) {
  KINE_ASSERT(clip_ != nullptr);
  KINE_ASSERT(options.speed > 0);
  moves_channels_ = options.joints == body::JointSet::all();
  options_.joints = options.joints & clip_->joints;
}

pose::ChannelSet PlayedClip::channels() const {
  pose::ChannelSet channels;
  if (!moves_channels_) return channels;
  for (const pose::Recording::Curve& curve : clip_->curves) channels.set(curve.channel.index);
  return channels;
}

pose::Keys PlayedClip::compile(const Entry& entry, const body::Body& body) const {
  pose::Keys bound;
  pose::ClipKeys& keys = bound.clip;
  keys.clip = clip_;
  keys.playing = options_.playing;
  keys.start_s = options_.start.count();
  keys.speed = options_.speed;
  keys.warps = options_.warps;
  keys.joints = options_.joints;
  keys.blocks = blocks_between(options_.joints);
  keys.moves_channels = moves_channels_;
  keys.entry_s = entry.time.count();
  keys.ease_s = kClipEase.count();

  pose::Pose onwards = *entry.pose;
  for (std::size_t i = 0; i < body::kJointCount; ++i) {
    const body::Joint joint = body::joint_at(i);
    if (!options_.joints.contains(joint)) continue;
    onwards.set_rotation(joint, turned_on(entry.pose_before->rotation(joint),
                                          entry.pose->rotation(joint), entry.step, kClipEase));
  }
  for (const std::uint8_t block : keys.blocks) {
    keys.masks.push_back(pose::lane_mask(options_.joints, block));
    keys.entry.push_back(entry.pose->rotations[block]);
    keys.onwards.push_back(onwards.rotations[block]);
  }
  const Vec3& hips_m = body.offsets_m[index_of(body::Joint::Hips)];
  keys.hips_rest_m = {static_cast<float>(hips_m.x), static_cast<float>(hips_m.y),
                      static_cast<float>(hips_m.z), 0};
  keys.entry_hips_m = entry.pose->hips_m;
  for (const pose::Recording::Curve& curve : clip_->curves) {
    keys.entry_channels.push_back(entry.pose->channels[curve.channel.index]);
  }
  if (!clip_->soles_m.empty() && moves_both_legs(options_.joints)) {
    keys.stands = true;
    keys.legs = standing_body(body).legs;
    keys.entry_soles_m = lowest_soles_m(body, keys.legs, *entry.pose);
  }
  return bound;
}

}  // namespace kine::motion
