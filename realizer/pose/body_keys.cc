#include "realizer/pose/body_keys.h"

#include <algorithm>

#include "realizer/pose/gaze_keys.h"

namespace kine::pose {

body::BodyOffsets offsets_at(const BodyKeys& keys, float time_s) {
  const auto behind = std::ranges::upper_bound(keys.keys, time_s, {}, &BodyKey::time_s);
  if (behind == keys.keys.begin()) return keys.keys.front().offsets;
  const BodyKey& before = *(behind - 1);
  if (behind == keys.keys.end()) return before.offsets;
  const double h = (time_s - before.time_s) / (behind->time_s - before.time_s);
  return mixed(before.offsets, behind->offsets, keys.chords ? h : least_jerk(h));
}

}  // namespace kine::pose
