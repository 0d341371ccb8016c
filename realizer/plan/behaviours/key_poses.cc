// Key poses of our own language in the midst of a block: phases say where their sync points are.
#include <algorithm>
#include <optional>
#include <utility>

#include "realizer/plan/behaviours/draft.h"
#include "realizer/plan/behaviours/retimed.h"
#include "realizer/plan/gestures/usual_way_back.h"
#include "realizer/plan/names/names.h"

namespace kine::plan {
namespace {

Seconds end_of(const script::Pose& pose) { return pose.time.seconds + pose.hold; }

/// The seven sync points, from the phases that end at the poses. Without a stroke all of it is one.
PointedMotion make_motion(const script::Sequence& written, Seconds fade_out) {
  PointedMotion motion;
  motion.poses = written.poses;
  Seconds ready{0};
  std::optional<Seconds> stroke_start;
  std::optional<Seconds> stroke_end;
  Seconds holds_end{0};
  Seconds before{0};
  for (const script::Pose& pose : written.poses) {
    if (pose.phase == script::Phase::Preparation) ready = pose.time.seconds;
    if (pose.phase == script::Phase::Stroke) {
      if (!stroke_start) stroke_start = before;
      stroke_end = pose.time.seconds;
    }
    before = end_of(pose);
    if (pose.phase != script::Phase::Retraction) holds_end = std::max(holds_end, before);
  }
  const Seconds last = written.poses.empty() ? Seconds{0} : end_of(written.poses.back());
  const Seconds start = stroke_start.value_or(ready);
  const Seconds end = stroke_end.value_or(holds_end);
  motion.points = {"start", "ready", "strokeStart", "stroke", "strokeEnd", "relax", "end"};
  motion.times = {Seconds{0}, std::min(ready, start),   start,          end,
                  end,        std::max(holds_end, end), last + fade_out};
  return motion;
}

}  // namespace

Drafted draft_key_poses(const script::Sequence& written, const script::Behaviour& behaviour,
                        const DraftContext& context) {
  const auto usual = usual_way_back(written, Names(context.body, context.vocabulary), context.body);
  PointedMotion motion =
      make_motion(written, written.fade_out.value_or(usual.value_or(kUsualFadeOut)));
  Phases phases = phases_of(motion);
  return Draft{.phases = std::move(phases),
               .at = [motion = std::move(motion), written,
                      where = behaviour.where](const MomentTimes& times) {
                 script::Sequence sequence = written;
                 script::Sequence placed = retimed(motion, times, where);
                 sequence.start = placed.start;
                 sequence.poses = std::move(placed.poses);
                 sequence.fade_out = placed.fade_out;
                 sequence.clips.clear();
                 return sequence;
               }};
}

}  // namespace kine::plan
