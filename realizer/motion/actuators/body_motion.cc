#include "realizer/motion/actuators/body_motion.h"

#include <algorithm>
#include <utility>

#include "realizer/core/assert.h"

namespace kine::motion {
void append_body_key(Seconds time, const body::BodyOffsets& offsets, pose::BodyKeys& body) {
  const auto time_s = static_cast<float>(time.count());
  if (!body.keys.empty() && body.keys.back().time_s >= time_s) {
    body.keys.back().offsets = offsets;
  } else {
    body.keys.push_back({time_s, offsets});
  }
}

BodyMotion::BodyMotion(pose::BodyKeys keys, pose::Warps warps)
    : keys_(std::move(keys)), warps_(std::move(warps)) {
  KINE_ASSERT(!keys_.empty());
}

pose::Keys BodyMotion::compile(const Entry&, const body::Body&) const {
  pose::Keys keys;
  keys.warps = warps_;
  keys.solved = keys_;
  return keys;
}

pose::BodyKeys make_body_keys(const plan::SolvedPoses& solved, Seconds start) {
  pose::BodyKeys body;
  const bool moves_it = std::ranges::any_of(
      solved.poses, [](const plan::SolvedPose& pose) { return pose.body != body::BodyOffsets{}; });
  if (!moves_it) return body;
  append_body_key(start, {}, body);
  for (const plan::SolvedPose& pose : solved.poses) {
    KINE_ASSERT(valid(pose.body));
    append_body_key(pose.time, pose.body, body);
    if (pose.hold > Seconds{0}) append_body_key(pose.time + pose.hold, pose.body, body);
  }
  return body;
}

}  // namespace kine::motion
