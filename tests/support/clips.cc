#include "tests/support/clips.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace kine::test {
namespace {

bool unit_lanes_on_one_side(const pose::ClipFrame& before, const pose::ClipFrame& frame) {
  constexpr double kRounding = 1e-5;
  for (std::size_t i = 0; i < body::kJointCount; ++i) {
    const Quat q = rotation_in(frame, body::joint_at(i));
    const bool unit = std::abs(dot(q, q) - 1) < kRounding;
    if (!unit || dot(q, rotation_in(before, body::joint_at(i))) < -kRounding) return false;
  }
  return std::ranges::all_of(frame.hips, [](float way) { return std::isfinite(way); });
}

bool run_smoothly(const std::vector<pose::ClipFrame>& frames) {
  for (std::size_t i = 0; i < frames.size(); ++i) {
    if (!unit_lanes_on_one_side(frames[i == 0 ? 0 : i - 1], frames[i])) return false;
  }
  return true;
}

}  // namespace

bool keeps_promises(const pose::Clip& clip) {
  if (clip.frames.empty() || clip.frame_time <= Seconds{0}) return false;
  if (clip.seam.size() >= clip.frames.size() || !run_smoothly(clip.frames)) return false;
  if (clip.seam.empty()) return clip.frames.size() == 1;
  for (std::size_t i = 0; i < body::kJointCount; ++i) {
    constexpr double kRounding_rad = 2e-3;  // of floats in an arc cosine
    const body::Joint joint = body::joint_at(i);
    if (angle_between(rotation_in(clip.seam.back(), joint),
                      rotation_in(clip.frames.front(), joint)) > kRounding_rad) {
      return false;
    }
  }
  return run_smoothly(clip.seam);
}

Quat rotation_in(const pose::ClipFrame& frame, body::Joint joint) {
  const pose::QuatBlock& block = frame.rotations[index_of(joint) / pose::kLanes];
  const std::size_t lane = index_of(joint) % pose::kLanes;
  return {block.x[lane], block.y[lane], block.z[lane], block.w[lane]};
}

std::shared_ptr<const pose::Clip> turning_clip(body::Joint joint, double turn_rad,
                                               std::size_t frames, double hips_way) {
  pose::Clip clip{.name = "turning",
                  .joints = {},
                  .curves = {},
                  .frame_time = Seconds(0.1),
                  .frames = {},
                  .seam = {}};
  clip.joints.insert(joint);
  if (hips_way != 0) clip.joints.insert(body::Joint::Hips);
  for (std::size_t i = 0; i < frames; ++i) {
    const double share = static_cast<double>(i) / static_cast<double>(frames - 1);
    pose::Pose pose;
    pose.set_rotation(joint, rotation_about({0, 0, 1}, share * turn_rad));
    clip.frames.push_back(
        {.rotations = pose.rotations, .hips = {static_cast<float>(share * hips_way), 0, 0, 0}});
  }
  return std::make_shared<const pose::Clip>(pose::with_seam(std::move(clip)));
}

}  // namespace kine::test
