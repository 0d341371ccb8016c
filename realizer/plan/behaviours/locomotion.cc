// Locomotion: steps to something on the stage, and there by the behaviour's end.
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "realizer/body/walking_pace.h"
#include "realizer/core/number.h"
#include "realizer/plan/behaviours/draft.h"
#include "realizer/plan/distance.h"

namespace kine::plan {
namespace {

constexpr std::string_view kWalk = "WALK";

/// What a walk is taken to last where nobody knows yet how far it is.
constexpr Phase kUnknownWay{.preferred = Seconds{3}, .least = Seconds{0.5}, .most = {}};

/// How far before what it walks to it stops.
double short_of_m(const script::Locomotion& locomotion, const DraftContext& context) {
  if (locomotion.distance) return plan::short_of_m(locomotion.distance).value_or(0);
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

/// Whether a time is when a behaviour of its block is over, or about then.
bool is_end(const script::SyncReference& when) {
  constexpr Seconds kAtOnce{0.3};
  return (when.point == "end" || when.point == "relax") && when.offset >= -kAtOnce;
}

/// What its start is tied to, directly or by way of others, the nearest first. Nothing where that
/// leads back to it, which no times keep. Of a long row a few say it: each walk ends where it
/// leads, wherever it came from.
struct Before {
  const script::Behaviour* behaviour = nullptr;
  bool is_over = false;  // when the next one starts
};

std::vector<Before> before(const script::Behaviour& behaviour, const DraftContext& context) {
  constexpr std::size_t kRow = 16;
  std::vector<Before> row;
  const script::Behaviour* next = &behaviour;
  while (const script::Behaviour* each = tied_to(*next, context)) {
    if (each == &behaviour) return {};
    if (row.size() == kRow) break;
    row.push_back({.behaviour = each, .is_over = is_end(*start_of(*next))});
    next = each;
  }
  return row;
}

const script::Locomotion* walk_in(const Before& before) {
  return std::get_if<script::Locomotion>(&before.behaviour->kind);
}

/// Whether somebody asks for its end at a time.
bool is_hurried(const script::Behaviour& behaviour) {
  return std::ranges::any_of(behaviour.appointments,
                             [](const script::Appointment& each) { return each.point != "start"; });
}

/// Whether it goes on from a walk without a stop, where the way there lets it, at the pace that
/// people like.
bool goes_on(const script::Behaviour& behaviour, std::span<const Before> before) {
  constexpr Seconds kAtOnce{0.3};
  if (before.empty() || !before.front().is_over || walk_in(before.front()) == nullptr) return false;
  if (start_of(behaviour)->offset > kAtOnce) return false;
  return std::ranges::none_of(before, [](const Before& each) {
    return walk_in(each) != nullptr && is_hurried(*each.behaviour);
  });
}

/// Where somebody stands who has gone this way.
body::Placement end_of(const body::Way& way, const body::Placement& from) {
  const double heading_rad = from.heading_rad + way.turn_rad;
  const Vec3 ahead = {std::sin(heading_rad), 0, std::cos(heading_rad)};
  return {.position_m = from.position_m + way.length_m * ahead, .heading_rad = heading_rad};
}

/// Whoever turns no farther is taken not to stop for it.
constexpr double kTurnsOn_rad = 0.9;

/// How long the steps are that a way is begun with.
double first_step_m(const body::Way& way, double leg_m) {
  const int steps = body::steps_of(way, body::pace_of(leg_m).step_m);
  const int turning = way.turning_steps();
  return way.length_m / (turning == 0 ? steps - 1 : steps - turning - 0.5);
}

/// Where a walk begins, in the space of the character that stands where it does now, and in steps
/// of which length who does not stop goes on.
struct Begin {
  body::Placement stands;
  double step_m = 0;
  double turned_rad = 0;  // on the last of the ways there
};

/// Behind the walks that are over then.
Begin begin_of(std::span<const Before> before, const DraftContext& context) {
  const double leg_m = body::leg_length_m(context.body);
  Begin begin;
  for (auto each = before.rbegin(); each != before.rend(); ++each) {
    const script::Locomotion* walk = walk_in(*each);
    if (walk == nullptr || !each->is_over) continue;
    const auto place = context.find_place(walk->target.text);
    if (!place) continue;
    const body::Way way = body::way_to(*place, begin.stands, short_of_m(*walk, context));
    begin.stands = end_of(way, begin.stands);
    begin.turned_rad = std::abs(way.turn_rad);
    const bool begins = begin.step_m == 0 || std::abs(way.turn_rad) > kTurnsOn_rad;
    if (begins && way.goes()) begin.step_m = first_step_m(way, leg_m);
  }
  return begin;
}

/// How long a way takes who neither sets out for it nor turns before it: rather a step more than
/// steps that are much longer.
Seconds going_on_time(const body::Way& way, double step_m, double leg_m) {
  constexpr double kLeast = 2;  // in which the way bends
  constexpr double kLonger = 1.1;
  const double in_steps = way.length_m / step_m;
  const double nearest = std::round(in_steps);
  const double steps = in_steps > kLonger * nearest ? nearest + 1 : nearest;
  return Seconds(body::pace_of(leg_m).step_s * std::max(kLeast, steps));
}

Phase phase_of(const script::Locomotion& locomotion, const script::Behaviour& behaviour,
               const DraftContext& context) {
  const auto place = context.find_place(locomotion.target.text);
  if (!place) return kUnknownWay;
  const std::vector<Before> row = before(behaviour, context);
  const Begin begin = begin_of(row, context);
  body::Way way = body::way_to(*place, begin.stands, short_of_m(locomotion, context));
  const bool walks_on = goes_on(behaviour, row);
  const double turn_rad = std::abs(way.turn_rad);
  // Who was led on to where it begins looks a bit elsewhere than straight from the place before.
  constexpr double kElsewhere_rad = 0.5;
  const bool is_led = row.size() > 1 && walk_in(row.front()) != nullptr && row.front().is_over;
  if (is_led) way.turn_rad = turn_rad + std::min(kElsewhere_rad, begin.turned_rad);
  // Who is there already takes a moment to find it out.
  constexpr Seconds kMoment{0.1};
  const double leg_m = body::leg_length_m(context.body);
  const auto time = [&](double quicker) {
    return std::max(kMoment, body::walking_time(way, leg_m, quicker));
  };
  Phase phase{.preferred = time(1), .least = time(body::kQuickest), .most = time(body::kSlowest)};
  // Where one cannot be led on after all, one stops and is there in time by walking quicker.
  if (walks_on && turn_rad < kTurnsOn_rad && begin.step_m > 0) {
    phase.preferred =
        std::clamp(going_on_time(way, begin.step_m, leg_m), phase.least, phase.preferred);
  }
  return phase;
}

script::Sequence walking(const script::Walk& walk, const MomentTimes& times, Where where) {
  script::Sequence sequence;
  sequence.start = {times.front(), script::Time::From::Block, where};
  sequence.where = where;
  sequence.fade_out = Seconds{0};
  script::Pose& pose = sequence.poses.emplace_back();
  pose.time = {times.back() - times.front(), script::Time::From::Sequence, where};
  pose.where = where;
  pose.constraints.emplace_back(walk);
  return sequence;
}

}  // namespace

Drafted draft_locomotion(const script::Locomotion& locomotion, const script::Behaviour& behaviour,
                         const DraftContext& context) {
  if (!context.knows_target(locomotion.target.text)) {
    return Unable{WarningKind::NoSuchTarget, "unknown target: " + quoted(locomotion.target.text),
                  locomotion.target.where};
  }
  if (!locomotion.manner.empty() && locomotion.manner.text != kWalk) {
    return Unable{WarningKind::CannotCreateBehaviour,
                  "characters only walk; unknown manner " + quoted(locomotion.manner.text),
                  locomotion.manner.where};
  }
  return Draft{
      .phases = {.points = {"start", "end"}, .phases = {phase_of(locomotion, behaviour, context)}},
      .at = [walk = script::Walk{.target = locomotion.target,
                                 .distance = locomotion.distance,
                                 .where = behaviour.where}](const MomentTimes& times) {
        return walking(walk, times, walk.where);
      }};
}

}  // namespace kine::plan
