#include "realizer/pose/clip_keys.h"

#include <algorithm>

#include "realizer/pose/kernels.h"

namespace kine::pose {
namespace {

float smooth(float h) { return h * h * (3 - 2 * h); }

float mixed(float from, float to, float h) { return from + h * (to - from); }

/// `block`, each lane on the side of the sphere on which it lies in `towards`.
QuatBlock on_side_of(const QuatBlock& towards, const QuatBlock& block) {
  QuatBlock result;
  for (std::size_t i = 0; i < kLanes; ++i) {
    const float dot = towards.x[i] * block.x[i] + towards.y[i] * block.y[i] +
                      towards.z[i] * block.z[i] + towards.w[i] * block.w[i];
    const float sign = dot < 0 ? -1.0F : 1.0F;
    result.x[i] = sign * block.x[i];
    result.y[i] = sign * block.y[i];
    result.z[i] = sign * block.z[i];
    result.w[i] = sign * block.w[i];
  }
  return result;
}

}  // namespace

ClipMoment moment_of(const ClipKeys& keys, float time_s) {
  const Clip& clip = *keys.clip;
  ClipMoment moment;
  const double bent_s = keys.warps.empty() ? time_s : keys.warps.key_time_s(time_s);
  moment.place = place_in(clip, (bent_s - keys.start_s) * keys.speed, keys.playing);
  const double passed = (time_s - keys.entry_s) / keys.ease_s;
  moment.passed = static_cast<float>(std::clamp(passed, 0.0, 1.0));
  moment.eased = smooth(moment.passed);
  if (keys.playing == Playing::Looped && !clip.seam.empty()) {
    const auto seam_start = static_cast<float>(clip.frames.size() - 1 - clip.seam.size());
    const float into = static_cast<float>(moment.place.frame) + moment.place.h - seam_start;
    moment.bent = smooth(std::clamp(into / static_cast<float>(clip.seam.size()), 0.0F, 1.0F));
  }
  return moment;
}

void sample_eased(const ClipKeys& keys, const ClipMoment& moment, std::size_t index,
                  QuatBlock& output) {
  const std::size_t block = keys.blocks[index];
  QuatBlock clip;
  slerp(moment.place.from->rotations[block], moment.place.to->rotations[block], moment.place.h,
        clip);
  QuatBlock begun;
  slerp(keys.entry[index], keys.onwards[index], moment.passed, begun);
  slerp(begun, on_side_of(begun, clip), moment.eased, output);
}

std::array<float, 4> sampled_hips_m(const ClipKeys& keys, const ClipMoment& moment) {
  std::array<float, 4> hips_m = keys.hips_rest_m;
  const float height_m = keys.hips_rest_m[1];
  for (std::size_t i = 0; i < 3; ++i) {
    hips_m[i] +=
        height_m * mixed(moment.place.from->hips[i], moment.place.to->hips[i], moment.place.h);
    if (moment.passed < 1) hips_m[i] = mixed(keys.entry_hips_m[i], hips_m[i], moment.eased);
  }
  return hips_m;
}

std::array<double, 2> sampled_soles_m(const ClipKeys& keys, const ClipMoment& moment) {
  const std::vector<std::array<float, 2>>& soles_m = keys.clip->soles_m;
  const std::size_t next = std::min(moment.place.frame + 1, soles_m.size() - 1);
  std::array<double, 2> result = {};
  for (std::size_t side = 0; side < result.size(); ++side) {
    float height_m = mixed(soles_m[moment.place.frame][side], soles_m[next][side], moment.place.h);
    height_m += moment.bent * (soles_m.front()[side] - soles_m.back()[side]);
    result[side] =
        keys.entry_soles_m[side] + static_cast<double>(moment.eased) *
                                       (static_cast<double>(height_m) - keys.entry_soles_m[side]);
  }
  return result;
}

float sampled_curve(const ClipKeys& keys, const ClipMoment& moment, std::size_t index) {
  const std::vector<float>& values = keys.clip->curves[index].values;
  const std::size_t next = std::min(moment.place.frame + 1, values.size() - 1);
  float value = mixed(values[moment.place.frame], values[next], moment.place.h);
  value += moment.bent * (values.front() - values.back());
  if (moment.passed < 1) value = mixed(keys.entry_channels[index], value, moment.eased);
  return std::clamp(value, 0.0F, 1.5F);
}

}  // namespace kine::pose
