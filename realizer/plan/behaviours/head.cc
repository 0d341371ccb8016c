// Movements of the head: lexemes of turns, repeated and scaled.
#include <algorithm>
#include <string>
#include <utility>

#include "realizer/plan/behaviours/draft.h"
#include "realizer/plan/behaviours/lexeme_motion.h"

namespace kine::plan {
namespace {

/// How large a movement is, as a share of what its lexeme has: BML's amount 0 is tiny, 0.5
/// moderate, 1 as much as a neck likes.
double size_of(double amount) { return 0.2 + 1.6 * amount; }

void scale(double size, PointedMotion& motion) {
  for (script::Pose& pose : motion.poses) {
    for (script::Constraint& constraint : pose.constraints) {
      if (auto* turn = std::get_if<script::Turn>(&constraint)) {
        turn->turn_rad = size * turn->turn_rad;
      }
    }
  }
}

std::size_t index_of(std::string_view point, const PointedMotion& motion) {
  const auto found = std::ranges::find(motion.points, point);
  return static_cast<std::size_t>(found - motion.points.begin());
}

/// What the stroke is made of, as often as it is asked for: "stroke:1" to "stroke:n". What comes
/// before and after stays.
PointedMotion repeated(const PointedMotion& once, int repetition) {
  if (repetition == 1) return once;
  const std::size_t stroke = index_of("stroke", once);
  const Seconds from = once.times[index_of("strokeStart", once)];
  const Seconds to = once.times[index_of("strokeEnd", once)];
  const Seconds cycle = to - from;
  PointedMotion motion;
  for (std::size_t i = 0; i < once.points.size(); ++i) {
    const bool after = i > stroke;
    if (i != stroke) {
      motion.points.push_back(once.points[i]);
      motion.times.push_back(once.times[i] + (after ? (repetition - 1) * cycle : Seconds{0}));
      continue;
    }
    for (int k = 0; k < repetition; ++k) {
      motion.points.push_back("stroke:" + std::to_string(k + 1));
      motion.times.push_back(once.times[i] + k * cycle);
    }
  }
  const auto add = [&](const script::Pose& pose, Seconds later) {
    motion.poses.push_back(pose);
    motion.poses.back().time.seconds += later;
  };
  for (const script::Pose& pose : once.poses) {
    if (pose.time.seconds <= from) add(pose, Seconds{0});
  }
  for (int k = 0; k < repetition; ++k) {
    for (const script::Pose& pose : once.poses) {
      const bool strokes = pose.time.seconds > from && pose.time.seconds <= to;
      if (!strokes) continue;
      add(pose, k * cycle);
      if (k + 1 < repetition && pose.time.seconds + pose.hold > to) motion.poses.back().hold = {};
    }
  }
  for (const script::Pose& pose : once.poses) {
    if (pose.time.seconds > to) add(pose, (repetition - 1) * cycle);
  }
  return motion;
}

}  // namespace

Drafted draft_head(const script::HeadMove& head, const script::Behaviour& behaviour,
                   const DraftContext& context) {
  script::Gesture call;
  call.lexeme = head.lexeme;
  call.where = behaviour.where;
  const auto once = make_lexeme_motion(call, context.body, context.vocabulary);
  if (!once) return unable(once.error());
  PointedMotion motion = repeated(*once, head.repetition);
  scale(size_of(head.amount), motion);
  Phases phases = phases_of(motion);
  return Draft{.phases = std::move(phases),
               .at = [motion = std::move(motion), where = behaviour.where](
                         const MomentTimes& times) { return retimed(motion, times, where); }};
}

}  // namespace kine::plan
