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

void scale(double size, script::Pose& pose) {
  for (script::Constraint& constraint : pose.constraints) {
    if (auto* turn = std::get_if<script::Turn>(&constraint)) turn->turn_rad = size * turn->turn_rad;
  }
}

/// Each turn as large as is due when it is reached, and what is held follows the way.
void scale(const ParameterWay& amount, script::Sequence& sequence) {
  const Seconds start = sequence.start.seconds;
  std::vector<script::Pose> poses;
  for (const script::Pose& written : sequence.poses) {
    const Seconds from = start + written.time.seconds;
    const Seconds to = from + written.hold;
    poses.push_back(written);
    scale(size_of(amount.at(from)), poses.back());
    std::vector<Seconds> bends = amount.bends_between(from, to);
    if (!bends.empty() || amount.at(to) != amount.at(from)) bends.push_back(to);
    for (const Seconds bend : bends) {
      poses.back().hold = Seconds{0};
      script::Pose& next = poses.emplace_back(written);
      next.id = {};
      next.time.seconds = bend - start;
      next.hold = Seconds{0};
      scale(size_of(amount.at(bend)), next);
    }
  }
  sequence.poses = std::move(poses);
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
  Phases phases = phases_of(motion);
  const ParameterWay amount = way_of(context.changes, behaviour.id.text, "amount", head.amount);
  return Draft{.phases = std::move(phases),
               .at = [motion = std::move(motion), amount,
                      where = behaviour.where](const MomentTimes& times) {
                 script::Sequence sequence = retimed(motion, times, where);
                 scale(amount, sequence);
                 return sequence;
               }};
}

}  // namespace kine::plan
