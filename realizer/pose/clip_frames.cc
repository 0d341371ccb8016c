#include "realizer/pose/clip_frames.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "realizer/core/assert.h"
#include "realizer/pose/kernels.h"

namespace kine::pose {
namespace {

/// The frame before a place and how far it is to the next one.
struct Between {
  std::size_t before = 0;
  std::size_t after = 0;
  float h = 0;
};

Between between(const Clip& clip, double place) {
  KINE_ASSERT(place >= 0 && place <= static_cast<double>(clip.frames.size() - 1));
  const auto before = static_cast<std::size_t>(place);
  return {.before = before,
          .after = std::min(before + 1, clip.frames.size() - 1),
          .h = static_cast<float>(place - static_cast<double>(before))};
}

ClipFrame mixed(const ClipFrame& from, const ClipFrame& to, float h) {
  ClipFrame frame = from;
  if (h == 0) return frame;
  for (std::size_t block = 0; block < kBlocks; ++block) {
    slerp(from.rotations[block], to.rotations[block], h, frame.rotations[block]);
  }
  for (std::size_t i = 0; i < frame.hips.size(); ++i) {
    frame.hips[i] = from.hips[i] + h * (to.hips[i] - from.hips[i]);
  }
  return frame;
}

}  // namespace

Quat turn_in(const ClipFrame& frame, body::Joint joint) {
  const QuatBlock& block = frame.rotations[index_of(joint) / kLanes];
  const std::size_t lane = index_of(joint) % kLanes;
  return {block.x[lane], block.y[lane], block.z[lane], block.w[lane]};
}

void set_turn(ClipFrame& frame, body::Joint joint, const Quat& turn, const Quat& near) {
  const Quat signed_turn = dot(turn, near) < 0 ? -turn : turn;
  QuatBlock& block = frame.rotations[index_of(joint) / kLanes];
  const std::size_t lane = index_of(joint) % kLanes;
  block.x[lane] = static_cast<float>(signed_turn.x);
  block.y[lane] = static_cast<float>(signed_turn.y);
  block.z[lane] = static_cast<float>(signed_turn.z);
  block.w[lane] = static_cast<float>(signed_turn.w);
}

Clip resampled(const Clip& clip, std::span<const double> places) {
  KINE_ASSERT(!places.empty());
  Clip result{.name = clip.name,
              .joints = clip.joints,
              .curves = clip.curves,
              .frame_time = clip.frame_time,
              .frames = {},
              .seam = {}};
  result.frames.reserve(places.size());
  for (const double place : places) {
    const Between at = between(clip, place);
    result.frames.push_back(mixed(clip.frames[at.before], clip.frames[at.after], at.h));
  }
  if (!clip.soles_m.empty()) {
    for (const double place : places) {
      const Between at = between(clip, place);
      std::array<float, 2>& soles_m = result.soles_m.emplace_back(clip.soles_m[at.before]);
      for (std::size_t side = 0; side < soles_m.size(); ++side) {
        soles_m[side] += at.h * (clip.soles_m[at.after][side] - soles_m[side]);
      }
    }
  }
  for (std::size_t i = 0; i < clip.curves.size(); ++i) {
    const std::vector<float>& values = clip.curves[i].values;
    std::vector<float>& new_values = result.curves[i].values;
    new_values.clear();
    for (const double place : places) {
      const Between at = between(clip, place);
      new_values.push_back(values[at.before] + at.h * (values[at.after] - values[at.before]));
    }
  }
  return with_seam(std::move(result));
}

}  // namespace kine::pose
