// Locomotion: steps to something on the stage, and there by the behaviour's end.
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "realizer/body/walking_pace.h"
#include "realizer/core/number.h"
#include "realizer/plan/behaviours/draft.h"

namespace kine::plan {
namespace {

constexpr std::string_view kWalk = "WALK";

/// What a walk is taken to last where nobody knows yet how far it is.
constexpr Phase kUnknownWay{.preferred = Seconds{3}, .least = Seconds{0.5}, .most = {}};

Phase phase_of(const script::Locomotion& locomotion, const DraftContext& context) {
  const auto place = context.find_place(locomotion.target.text);
  if (!place) return kUnknownWay;
  const bool talks = context.is_character && context.is_character(locomotion.target.text);
  const body::Way way = body::way_to(*place, {}, talks ? body::kTalkingDistance_m : 0);
  const double leg_m = body::leg_length_m(context.body);
  return {.preferred = body::walking_time(way, leg_m),
          .least = body::walking_time(way, leg_m, body::kQuickest),
          .most = body::walking_time(way, leg_m, body::kSlowest)};
}

script::Sequence walking(const script::Name& target, const MomentTimes& times, Where where) {
  script::Sequence sequence;
  sequence.start = {times.front(), script::Time::From::Block, where};
  sequence.where = where;
  sequence.fade_out = Seconds{0};
  script::Pose& pose = sequence.poses.emplace_back();
  pose.time = {times.back() - times.front(), script::Time::From::Sequence, where};
  pose.where = where;
  pose.constraints.emplace_back(script::Walk{.target = target, .distance_m = {}, .where = where});
  return sequence;
}

}  // namespace

Drafted draft_locomotion(const script::Locomotion& locomotion, const script::Behaviour& behaviour,
                         const DraftContext& context) {
  if (!context.knows_target(locomotion.target.text)) {
    return Unable{WarningKind::NoSuchTarget,
                  "there is no such target: " + quoted(locomotion.target.text),
                  locomotion.target.where};
  }
  if (!locomotion.manner.empty() && locomotion.manner.text != kWalk) {
    return Unable{WarningKind::CannotCreateBehaviour,
                  "we only walk, and know no manner " + quoted(locomotion.manner.text),
                  locomotion.manner.where};
  }
  return Draft{.phases = {.points = {"start", "end"}, .phases = {phase_of(locomotion, context)}},
               .at = [target = locomotion.target, where = behaviour.where](
                         const MomentTimes& times) { return walking(target, times, where); }};
}

}  // namespace kine::plan
