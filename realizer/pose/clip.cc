#include "realizer/pose/clip.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "realizer/core/assert.h"

namespace kine::pose {
namespace {

/// How long a clip that goes round is bent for its last frame to be its first.
constexpr Seconds kSeam{0.3};

Quat rotation_in(const ClipFrame& frame, std::size_t joint) {
  const QuatBlock& block = frame.rotations[joint / kLanes];
  const std::size_t lane = joint % kLanes;
  return {block.x[lane], block.y[lane], block.z[lane], block.w[lane]};
}

void set_rotation(ClipFrame& frame, std::size_t joint, const Quat& rotation) {
  QuatBlock& block = frame.rotations[joint / kLanes];
  const std::size_t lane = joint % kLanes;
  block.x[lane] = static_cast<float>(rotation.x);
  block.y[lane] = static_cast<float>(rotation.y);
  block.z[lane] = static_cast<float>(rotation.z);
  block.w[lane] = static_cast<float>(rotation.w);
}

double smooth(double h) { return h * h * (3 - 2 * h); }

/// `frame` with as much of the turn from the last frame to the first as `share` says.
ClipFrame bent(const ClipFrame& frame, const Clip& clip, double share, const ClipFrame& before) {
  const ClipFrame& first = clip.frames.front();
  const ClipFrame& last = clip.frames.back();
  ClipFrame result = frame;
  for (std::size_t joint = 0; joint < body::kJointCount; ++joint) {
    if (!clip.joints.contains(body::joint_at(joint))) continue;
    const Quat missing =
        normalized(conjugate(rotation_in(last, joint)) * rotation_in(first, joint));
    const Quat turned = normalized(rotation_in(frame, joint) * slerp(Quat{}, missing, share));
    const bool far = dot(turned, rotation_in(before, joint)) < 0;
    set_rotation(result, joint, far ? -turned : turned);
  }
  for (std::size_t i = 0; i < 3; ++i) {
    result.hips[i] += static_cast<float>(share) * (first.hips[i] - last.hips[i]);
  }
  return result;
}

}  // namespace

Clip with_seam(Clip clip) {
  KINE_ASSERT(!clip.frames.empty());
  clip.seam.clear();
  const std::size_t last = clip.frames.size() - 1;
  const auto wanted = static_cast<std::size_t>(std::ceil(kSeam / clip.frame_time));
  const std::size_t count = std::min(wanted, last);
  for (std::size_t i = 1; i <= count; ++i) {
    const std::size_t frame = last - count + i;
    const double share = smooth(static_cast<double>(i) / static_cast<double>(count));
    const ClipFrame& before = clip.seam.empty() ? clip.frames[frame - 1] : clip.seam.back();
    clip.seam.push_back(bent(clip.frames[frame], clip, share, before));
  }
  return clip;
}

ClipPlace place_in(const Clip& clip, double time_s, Playing playing) {
  const std::size_t last = clip.frames.size() - 1;
  const double length_s = clip.length().count();
  if (last == 0 || time_s <= 0) return {&clip.frames.front(), &clip.frames.front(), 0, 0};
  const bool looped = playing == Playing::Looped;
  if (looped) {
    time_s = std::fmod(time_s, length_s);
  } else if (time_s >= length_s) {
    return {&clip.frames.back(), &clip.frames.back(), last, 0};
  }
  const double at = time_s / clip.frame_time.count();
  const std::size_t frame = std::min(static_cast<std::size_t>(at), last - 1);
  const std::size_t seam_start = clip.frames.size() - clip.seam.size();
  const auto frame_at = [&](std::size_t i) {
    return looped && i >= seam_start ? &clip.seam[i - seam_start] : &clip.frames[i];
  };
  const double h = std::clamp(at - static_cast<double>(frame), 0.0, 1.0);
  return {frame_at(frame), frame_at(frame + 1), frame, static_cast<float>(h)};
}

}  // namespace kine::pose
