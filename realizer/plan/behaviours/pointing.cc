// Pointing: an arm and its index finger at something, wherever that goes.
#include <string>
#include <utility>

#include "realizer/core/number.h"
#include "realizer/plan/behaviours/draft.h"
#include "realizer/plan/behaviours/retimed.h"
#include "realizer/script/words.h"

namespace kine::plan {
namespace {

using script::Gesture;

/// The hand that is asked for, else the one on the side of the target.
Gesture::Hand hand_for(const script::Pointing& pointing, const DraftContext& context) {
  if (pointing.hand) return *pointing.hand;
  const auto place = context.find_place(pointing.target.text);
  return place && place->x > 0 ? Gesture::Hand::Left : Gesture::Hand::Right;
}

void add_arm(std::size_t side, const script::Name& target, Where where, script::Pose& pose) {
  pose.constraints.emplace_back(script::Point{
      .target = target, .group = {std::string(script::kArmGroups[side]), where}, .where = where});
  pose.constraints.emplace_back(
      script::Shape{.group = {std::string(script::kHandGroups[side]), where},
                    .shape = {"index", where},
                    .where = where});
}

/// The arm is up when it is ready, and stays there until it relaxes.
PointedMotion make_motion(const script::Pointing& pointing, Gesture::Hand hand, Where where) {
  PointedMotion motion;
  motion.points = {"start", "ready", "strokeStart", "stroke", "strokeEnd", "relax", "end"};
  motion.times = {Seconds{0},   Seconds{0.55}, Seconds{0.55}, Seconds{0.7},
                  Seconds{0.7}, Seconds{1.3},  Seconds{2.2}};
  script::Pose& pose = motion.poses.emplace_back();
  pose.time = {motion.times[1], script::Time::From::Sequence, where};
  pose.hold = motion.times[5] - motion.times[1];
  if (hand != Gesture::Hand::Right) add_arm(0, pointing.target, where, pose);
  if (hand != Gesture::Hand::Left) add_arm(1, pointing.target, where, pose);
  return motion;
}

}  // namespace

Drafted draft_pointing(const script::Pointing& pointing, const script::Behaviour& behaviour,
                       const DraftContext& context) {
  if (!context.knows_target(pointing.target.text)) {
    return Unable{WarningKind::NoSuchTarget, "unknown target: " + quoted(pointing.target.text),
                  pointing.target.where};
  }
  PointedMotion motion = make_motion(pointing, hand_for(pointing, context), behaviour.where);
  Phases phases = phases_of(motion);
  return Draft{.phases = std::move(phases),
               .at = [motion = std::move(motion), where = behaviour.where](
                         const MomentTimes& times) { return retimed(motion, times, where); }};
}

}  // namespace kine::plan
