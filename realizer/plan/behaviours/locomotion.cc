// Locomotion: steps to something on the stage, and there by the behaviour's end.
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "realizer/body/walking_pace.h"
#include "realizer/core/number.h"
#include "realizer/plan/behaviours/draft.h"

namespace kine::plan {
namespace {

constexpr std::string_view kWalk = "WALK";

/// What a walk is taken to last where nobody knows yet how far it is.
constexpr Phase kUnknownWay{.preferred = Seconds{3}, .least = Seconds{0.5}, .most = {}};

/// How far before what it walks to it stops.
double short_of_m(const script::Locomotion& locomotion, const DraftContext& context) {
  const bool talks = context.is_character && context.is_character(locomotion.target.text);
  return talks ? body::kTalkingDistance_m : 0;
}

/// When it is to start, where that is tied to its block; null where it is not.
const script::SyncReference* start_of(const script::Behaviour& behaviour) {
  for (const script::Appointment& each : behaviour.appointments) {
    const script::SyncReference& when = each.when;
    if (each.point == "start" && !when.is_absolute() && when.block.empty()) return &when;
  }
  return nullptr;
}

/// The behaviour of the block that another one's start is tied to; null where there is none.
const script::Behaviour* tied_to(const script::Behaviour& behaviour, const DraftContext& context) {
  const script::SyncReference* start = start_of(behaviour);
  if (start == nullptr) return nullptr;
  const auto found = std::ranges::find_if(context.beside, [&](const script::Behaviour& beside) {
    return beside.id.text == start->behaviour.text;
  });
  return found == context.beside.end() ? nullptr : &*found;
}

/// Whether it goes on from a walk without a stop, where the way there lets it.
bool goes_on(const script::Behaviour& behaviour, const DraftContext& context) {
  constexpr Seconds kAtOnce{0.3};
  const script::Behaviour* before = tied_to(behaviour, context);
  if (before == nullptr || !std::holds_alternative<script::Locomotion>(before->kind)) return false;
  const script::SyncReference& start = *start_of(behaviour);
  return start.point == "end" && std::chrono::abs(start.offset) <= kAtOnce;
}

/// Where somebody stands who has gone this way.
body::Placement end_of(const body::Way& way, const body::Placement& from) {
  const double heading_rad = from.heading_rad + way.turn_rad;
  const Vec3 ahead = {std::sin(heading_rad), 0, std::cos(heading_rad)};
  return {.position_m = from.position_m + way.length_m * ahead, .heading_rad = heading_rad};
}

/// Where it begins, in the space of the character that stands where it does now: behind the walks
/// that its start is tied to, directly or by way of others.
body::Placement begins_at(const script::Behaviour& behaviour, const DraftContext& context) {
  // The last of them first. Of a long row the last few say it: each ends where it leads, wherever
  // it came from.
  constexpr int kRow = 6;
  std::vector<const script::Locomotion*> before;
  const script::Behaviour* each = tied_to(behaviour, context);
  for (int i = 0; i < kRow && each != nullptr; ++i) {
    const auto* walk = std::get_if<script::Locomotion>(&each->kind);
    if (walk != nullptr) before.push_back(walk);
    each = tied_to(*each, context);
  }
  body::Placement stands;
  for (auto walk = before.rbegin(); walk != before.rend(); ++walk) {
    const auto place = context.find_place((*walk)->target.text);
    if (!place) continue;
    stands = end_of(body::way_to(*place, stands, short_of_m(**walk, context)), stands);
  }
  return stands;
}

Phase phase_of(const script::Locomotion& locomotion, const script::Behaviour& behaviour,
               const DraftContext& context) {
  const auto place = context.find_place(locomotion.target.text);
  if (!place) return kUnknownWay;
  const body::Way way =
      body::way_to(*place, begins_at(behaviour, context), short_of_m(locomotion, context));
  const double leg_m = body::leg_length_m(context.body);
  Phase phase{.preferred = body::walking_time(way, leg_m),
              .least = body::walking_time(way, leg_m, body::kQuickest),
              .most = body::walking_time(way, leg_m, body::kSlowest)};
  // Who walks on neither sets out nor turns.
  constexpr double kTurnsOn_rad = 1.2;
  if (std::abs(way.turn_rad) < kTurnsOn_rad && goes_on(behaviour, context)) {
    const auto on = [&](double quicker) {
      const body::Pace pace = body::pace_of(leg_m, quicker);
      return Seconds(pace.step_s * std::max(1.0, std::round(way.length_m / pace.step_m)));
    };
    phase.preferred = std::min(phase.preferred, on(1));
    phase.least = std::min(phase.least, on(body::kQuickest));
  }
  return phase;
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
  return Draft{
      .phases = {.points = {"start", "end"}, .phases = {phase_of(locomotion, behaviour, context)}},
      .at = [target = locomotion.target, where = behaviour.where](const MomentTimes& times) {
        return walking(target, times, where);
      }};
}

}  // namespace kine::plan
