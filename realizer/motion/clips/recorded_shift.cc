#include "realizer/motion/clips/recorded_shift.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "realizer/core/assert.h"
#include "realizer/motion/clips/turn_keys.h"

namespace kine::motion {
namespace {

using enum body::Joint;

/// No farther than a body can be moved.
Vec3 at_most(const Vec3& vector, double most) {
  const double far = length(vector);
  return far > most ? (most / far) * vector : vector;
}

/// The number of a joint among those of the turns.
std::size_t number_of(const std::vector<body::Joint>& joints, body::Joint joint) {
  const auto found = std::ranges::find(joints, joint);
  KINE_ASSERT(found != joints.end());
  return static_cast<std::size_t>(found - joints.begin());
}

}  // namespace

RecordedShift::RecordedShift(std::shared_ptr<const pose::RecordedTurns> turns)
    : turns_(std::move(turns)) {
  KINE_ASSERT(turns_ != nullptr && turns_->frames.size() >= 2);
}

pose::Keys RecordedShift::compile(const Entry&, const body::Body& body) const {
  const std::vector<body::Joint> joints = joints_in(turns_->joints);
  const std::size_t hips = number_of(joints, Hips);
  const std::array trunk = {number_of(joints, Spine), number_of(joints, Chest),
                            number_of(joints, UpperChest)};
  const double height_m = body.offsets_m[body::index_of(Hips)].y;
  pose::BodyKeys moved{.keys = {}, .replaces = true, .chords = true};
  for (std::size_t i = 0; i < turns_->frames.size(); ++i) {
    const std::vector<Quat>& frame = turns_->frames[i];
    const auto turn_of = [&](std::size_t number) {
      return at_most(rotation_vector(frame[number]), body::kOffsetMost_rad);
    };
    body::BodyOffsets offsets{.pelvis_m = {}, .pelvis_rad = turn_of(hips)};
    if (!turns_->hips.empty()) {
      offsets.pelvis_m = at_most(height_m * turns_->hips[i], body::kOffsetMost_m);
    }
    for (std::size_t k = 0; k < trunk.size(); ++k) offsets.spine_rad[k] = turn_of(trunk[k]);
    moved.keys.push_back({static_cast<float>(static_cast<double>(i) / turns_->rate_hz),
                          within_limits(body, offsets)});
  }
  pose::Keys keys;
  keys.solved = std::move(moved);
  return keys;
}

}  // namespace kine::motion
