#include "realizer/plan/behaviours/retimed.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "realizer/core/assert.h"
#include "realizer/plan/plan.h"

namespace kine::plan {
namespace {

/// No part of a motion is done in less than this share of the time that it takes by itself.
constexpr double kLeastStrokeShare = 0.35;

/// Of all that can give way in a gesture the stroke does so last.
constexpr double kStrokeStiffness = 4;

bool is_same(Seconds a, Seconds b) { return std::abs((a - b).count()) <= kRounding.count(); }

/// Where the motion's own time falls among other times of its points.
class TimeMap {
 public:
  TimeMap(const MomentTimes& own, const MomentTimes& times) : own_(own), times_(times) {}

  /// When what is reached at `own` is reached: where points are one, the first of them.
  Seconds arrival(Seconds own) const {
    std::size_t next = 0;
    while (next + 1 < own_.size() && own_[next] < own - kRounding) ++next;
    return between(next, own);
  }

  /// When what is left at `own` is left: where points are one, the last of them.
  Seconds departure(Seconds own) const {
    std::size_t next = own_.size() - 1;
    while (next > 0 && own_[next] > own + kRounding) --next;
    if (is_same(own_[next], own)) return times_[next];
    return between(next + 1, own);
  }

 private:
  /// `own` lies no later than the point `next`, and no earlier than the one before.
  Seconds between(std::size_t next, Seconds own) const {
    if (next == 0 || is_same(own_[next], own)) return times_[next];
    const Seconds from = own_[next - 1];
    const double share = (own - from) / (own_[next] - from);
    return times_[next - 1] + share * (times_[next] - times_[next - 1]);
  }

  const MomentTimes& own_;
  const MomentTimes& times_;
};

/// A pose and the place of its point among the points; 0 for one that is none.
struct PlacedKey {
  std::size_t point = 0;
  script::Pose pose;
};

/// The pose that is reached at a point's time and has no point's name yet, or a new one that asks
/// for nothing.
PlacedKey& pose_at(Seconds time, std::vector<PlacedKey>& poses) {
  const auto found = std::ranges::find_if(poses, [&](const PlacedKey& placed) {
    return placed.point == 0 && is_same(placed.pose.time.seconds, time);
  });
  if (found != poses.end()) return *found;
  return poses.emplace_back();
}

/// Whether nothing moves in all of that time, which is some.
bool is_held(const PointedMotion& motion, Seconds from, Seconds to) {
  bool held = false;
  for (const script::Pose& pose : motion.poses) {
    const Seconds reached = pose.time.seconds;
    if (pose.constraints.empty() || reached > to + kRounding) continue;
    if (reached > from + kRounding) return false;
    held = held || reached + pose.hold >= to - kRounding;
  }
  return held && !is_same(from, to);
}

/// How readily a part of it gives way.
double stiffness_of(bool strokes, bool held) {
  if (strokes) return kStrokeStiffness;
  return held ? kHoldStiffness : 1;
}

}  // namespace

std::string point_name(std::string_view pose_id) {
  std::string name;
  bool raised = false;
  for (const char c : pose_id) {
    const bool lower = c >= 'a' && c <= 'z';
    if (c != '-') name += raised && lower ? static_cast<char>(c - 'a' + 'A') : c;
    raised = c == '-';
  }
  return name;
}

script::Sequence retimed(const PointedMotion& motion, const MomentTimes& times, Where where) {
  KINE_ASSERT(times.size() == motion.times.size() && times.size() >= 2);
  const TimeMap map(motion.times, times);
  const Seconds start = times.front();
  std::vector<PlacedKey> poses;
  for (const script::Pose& written : motion.poses) {
    if (written.constraints.empty()) continue;
    const Seconds reached = map.arrival(written.time.seconds);
    PlacedKey placed{.pose = written};
    placed.pose.id = {};
    placed.pose.time = {reached - start, script::Time::From::Sequence, where};
    placed.pose.hold =
        std::max(map.departure(written.time.seconds + written.hold) - reached, Seconds{0});
    placed.pose.where = where;
    poses.push_back(std::move(placed));
  }
  for (std::size_t point = 1; point + 1 < times.size(); ++point) {
    PlacedKey& placed = pose_at(times[point] - start, poses);
    placed.point = point;
    placed.pose.id = {motion.points[point], where};
    placed.pose.time = {times[point] - start, script::Time::From::Sequence, where};
    placed.pose.where = where;
  }
  std::ranges::stable_sort(poses, [](const PlacedKey& a, const PlacedKey& b) {
    const Seconds apart = b.pose.time.seconds - a.pose.time.seconds;
    return apart > kRounding || (apart >= -kRounding && a.point < b.point);
  });

  script::Sequence sequence;
  sequence.start = {start, script::Time::From::Block, where};
  sequence.where = where;
  Seconds holds_end{0};
  for (PlacedKey& placed : poses) {
    holds_end = std::max(holds_end, placed.pose.time.seconds + placed.pose.hold);
    sequence.poses.push_back(std::move(placed.pose));
  }
  sequence.fade_out = std::max(times.back() - start - holds_end, Seconds{0});
  return sequence;
}

Phases phases_of(const PointedMotion& motion) {
  Phases phases{.points = motion.points, .phases = {}};
  bool strokes = false;
  for (std::size_t i = 0; i + 1 < motion.points.size(); ++i) {
    if (motion.points[i] == "strokeStart") strokes = true;
    if (motion.points[i] == "strokeEnd") strokes = false;
    const Seconds length = motion.times[i + 1] - motion.times[i];
    const bool held = !strokes && is_held(motion, motion.times[i], motion.times[i + 1]);
    phases.phases.push_back({.preferred = length,
                             .least = kLeastStrokeShare * length,
                             .most = {},
                             .stiffness = stiffness_of(strokes, held),
                             .held = held});
  }
  return phases;
}

}  // namespace kine::plan
