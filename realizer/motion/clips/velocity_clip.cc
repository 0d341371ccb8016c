#include "realizer/motion/clips/velocity_clip.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "realizer/core/assert.h"
#include "realizer/motion/clips/turn_keys.h"

namespace kine::motion {
namespace {

/// Of joints, parents first: where each one's parent is among them.
std::vector<std::optional<std::size_t>> parents_among(const std::vector<body::Joint>& joints) {
  std::vector<std::optional<std::size_t>> parents;
  for (const body::Joint joint : joints) {
    const auto parent = body::parent_of(joint);
    const auto found = parent ? std::ranges::find(joints, *parent) : joints.end();
    parents.push_back(found == joints.end()
                          ? std::nullopt
                          : std::optional(static_cast<std::size_t>(found - joints.begin())));
  }
  return parents;
}

/// Turns against what carries all of them, and back.
class Carried {
 public:
  explicit Carried(const std::vector<body::Joint>& joints) : parents_(parents_among(joints)) {}

  std::vector<Quat> orientations(const std::vector<Quat>& turns) const {
    std::vector<Quat> all;
    for (std::size_t i = 0; i < turns.size(); ++i) {
      all.push_back(parents_[i] ? normalized(all[*parents_[i]] * turns[i]) : turns[i]);
    }
    return all;
  }
  std::vector<Quat> turns(const std::vector<Quat>& orientations) const {
    std::vector<Quat> all;
    for (std::size_t i = 0; i < orientations.size(); ++i) {
      all.push_back(parents_[i]
                        ? normalized(conjugate(orientations[*parents_[i]]) * orientations[i])
                        : orientations[i]);
    }
    return all;
  }

 private:
  std::vector<std::optional<std::size_t>> parents_;
};

/// The next r, by d before and now.
Quat blended(const Quat& shown, const Quat& before, const Quat& now) {
  const double way = angle_between(now, shown);
  if (way == 0) return now;
  return slerp(shown, now, std::min(1.0, angle_between(now, before) / way));
}

}  // namespace

VelocityClip::VelocityClip(std::shared_ptr<const pose::RecordedTurns> turns)
    : turns_(std::move(turns)) {
  KINE_ASSERT(turns_ != nullptr && turns_->frames.size() >= 2);
}

pose::Keys VelocityClip::compile(const Entry& entry, const body::Body&) const {
  const std::vector<body::Joint> joints = joints_in(turns_->joints);
  const Carried carried(joints);
  std::vector<Quat> turns;
  for (const body::Joint joint : joints) turns.push_back(entry.pose->rotation(joint));
  TurnKeys keys(turns_->joints);
  const Seconds posed = entry.time - entry.later;  // when the pose was, from the start of the block
  keys.add(posed, turns);
  std::vector<Quat> shown = carried.orientations(turns);
  std::vector<Quat> before = carried.orientations(turns_->frames.front());
  for (std::size_t frame = 1; frame < turns_->frames.size(); ++frame) {
    const std::vector<Quat> now = carried.orientations(turns_->frames[frame]);
    for (std::size_t i = 0; i < now.size(); ++i) shown[i] = blended(shown[i], before[i], now[i]);
    before = now;
    keys.add(Seconds(static_cast<double>(frame) / turns_->rate_hz), carried.turns(shown));
  }
  return std::move(keys).done();
}

}  // namespace kine::motion
