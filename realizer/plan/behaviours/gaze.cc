// Looking at something, for a while or from now on.
#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "realizer/core/number.h"
#include "realizer/plan/behaviours/draft.h"
#include "realizer/plan/behaviours/whole_gaze.h"

namespace kine::plan {
namespace {

/// How long a person's gaze takes to get there with so much of the body, and to come back.
constexpr Seconds kWayOfEyes{0.12};
constexpr Seconds kWayOfHead{0.45};
constexpr Seconds kWayOfTrunk{0.8};

/// With eyes that may need their head, for nobody knows where the target will be.
constexpr Seconds kWayOfEyesHelped{0.2};

/// How far from straight ahead eyes go without their head: the tangent of 25 degrees.
constexpr double kEyesAlone = 0.466;

/// How long it stays where nobody says it.
constexpr Seconds kGazeStays{1.2};

/// The gaze takes no less than this share of the time that it likes to take.
constexpr double kLeastTurnShare = 0.3;

constexpr std::array<std::string_view, 5> kWith = {"eyes", "head-neck", "head-thorax",
                                                   "head-abdomen", "head-abdomen"};

/// What is looked at, and by how much of the body.
struct GazeAim {
  script::LookAt look;
  Phase way;
  bool shift = false;
  bool whole = false;  // feet and all
  script::OffsetDirection beside = script::OffsetDirection::Right;
  ParameterWay offset_deg = ParameterWay(0);
};

/// How long eyes take, and what of the head they need.
Seconds way_of_eyes(const script::Gaze& gaze, const DraftContext& context) {
  const auto place = context.find_place(gaze.target.text);
  if (!place) return kWayOfEyesHelped;
  const Vec3 eyes_m{0, context.body.height_m * 0.94, 0};
  const Vec3 ahead = *place - eyes_m;
  const bool alone = std::hypot(ahead.x, ahead.y) < kEyesAlone * ahead.z && gaze.offset_rad == 0;
  return alone ? kWayOfEyes : kWayOfHead;
}

Phase way_of(script::Influence influence, Seconds way_of_eyes) {
  Seconds way = kWayOfTrunk;
  if (influence == script::Influence::Eyes) way = way_of_eyes;
  if (influence == script::Influence::Head) way = kWayOfHead;
  return {.preferred = way, .least = kLeastTurnShare * way, .most = {}};
}

script::LookShare share_of(script::Influence influence) {
  if (influence == script::Influence::Eyes) return script::LookShare::EyesFirst;
  if (influence == script::Influence::Whole) return script::LookShare::BodyFirst;
  return script::LookShare::Usual;
}

script::LookOffset offset_of(double angle, script::OffsetDirection direction) {
  constexpr double kDiagonal = 0.70710678118654752;
  const double part = kDiagonal * angle;
  using enum script::OffsetDirection;
  switch (direction) {
    case Right:
      return {-angle, 0};
    case Left:
      return {angle, 0};
    case Up:
      return {0, angle};
    case Down:
      return {0, -angle};
    case UpRight:
      return {-part, part};
    case UpLeft:
      return {part, part};
    case DownLeft:
      return {part, -part};
    case DownRight:
      return {-part, -part};
  }
  return {};
}

script::Pose looking(const GazeAim& aim, Seconds time, Seconds hold, Where where) {
  script::Pose pose;
  pose.time = {time, script::Time::From::Sequence, where};
  pose.hold = hold;
  pose.constraints = {aim.look};
  if (aim.whole) turn_feet(aim.look, pose);
  pose.where = where;
  return pose;
}

/// With the offset that it is to have, where somebody has changed it.
GazeAim offset_by(double offset_deg, GazeAim aim) {
  if (aim.offset_deg.is_changed()) {
    aim.look.offset = offset_of(offset_deg * std::numbers::pi / 180, aim.beside);
  }
  return aim;
}

/// From ready on until it relaxes, as its offset goes.
std::vector<script::Pose> looks(const GazeAim& aim, const MomentTimes& times, Where where) {
  std::vector<Seconds> bends = aim.offset_deg.bends_between(times[1], times[2]);
  const Seconds last = bends.empty() ? times[1] : bends.back();
  if (aim.offset_deg.at(times[2]) != aim.offset_deg.at(last)) bends.push_back(times[2]);
  std::vector<script::Pose> poses;
  const auto look = [&](Seconds time, Seconds hold) {
    const GazeAim there = offset_by(aim.offset_deg.at(time), aim);
    poses.push_back(looking(there, time - times.front(), hold, where));
  };
  look(times[1], bends.empty() ? times[2] - times[1] : Seconds{0});
  poses.back().id = {"ready", where};
  for (const Seconds bend : bends) look(bend, Seconds{0});
  if (bends.size() > 0) poses.back().hold = times[2] - bends.back();
  return poses;
}

script::Sequence gazing(const GazeAim& aim, const MomentTimes& times, Where where) {
  const Seconds start = times.front();
  script::Sequence sequence;
  sequence.start = {start, script::Time::From::Block, where};
  sequence.where = where;
  if (aim.shift) {
    sequence.lasting = true;
    sequence.fade_out = Seconds{0};
    sequence.poses = {
        looking(offset_by(aim.offset_deg.last(), aim), times[1] - start, Seconds{0}, where)};
    return sequence;
  }
  script::Pose relax;
  relax.id = {"relax", where};
  relax.time = {times[2] - start, script::Time::From::Sequence, where};
  relax.where = where;
  sequence.poses = looks(aim, times, where);
  sequence.poses.push_back(std::move(relax));
  sequence.fade_out = times[3] - times[2];
  return sequence;
}

Drafted draft(GazeAim aim, const script::Behaviour& behaviour, const DraftContext& context) {
  const script::Name& target = std::get<script::Name>(aim.look.target);
  if (!context.knows_target(target.text)) {
    return Unable{WarningKind::NoSuchTarget, "unknown target: " + quoted(target.text),
                  target.where};
  }
  Phases phases{.points = {"start", "end"}, .phases = {aim.way}};
  if (!aim.shift) {
    phases = {.points = {"start", "ready", "relax", "end"},
              .phases = {aim.way, Phase::hold(kGazeStays), aim.way}};
  }
  return Draft{.phases = std::move(phases),
               .at = [aim = std::move(aim), where = behaviour.where](const MomentTimes& times) {
                 return gazing(aim, times, where);
               }};
}

}  // namespace

Drafted draft_gaze(const script::Gaze& gaze, const script::Behaviour& behaviour,
                   const DraftContext& context) {
  const auto influence = gaze.influence.value_or(script::Influence::Head);
  const script::Name with{std::string(kWith[static_cast<std::size_t>(influence)]), behaviour.where};
  GazeAim aim{.look = {.target = gaze.target,
                       .with = with,
                       .offset = offset_of(gaze.offset_rad, gaze.offset_direction),
                       .share = share_of(influence),
                       .where = behaviour.where},
              .way = way_of(influence, way_of_eyes(gaze, context)),
              .shift = gaze.shift,
              .whole = influence == script::Influence::Whole,
              .beside = gaze.offset_direction,
              .offset_deg = way_of(context.changes, behaviour.id.text, "offsetAngle",
                                   gaze.offset_rad * 180 / std::numbers::pi)};
  if (aim.whole) lengthen_for_steps(aim.look, context, aim.way);
  return draft(std::move(aim), behaviour, context);
}

Drafted draft_head_direction(const script::HeadDirectionShift& shift,
                             const script::Behaviour& behaviour, const DraftContext& context) {
  const script::Name with{std::string(kWith[1]), behaviour.where};
  return draft({.look = {.target = shift.target, .with = with, .where = behaviour.where},
                .way = way_of(script::Influence::Head, kWayOfEyes),
                .shift = true},
               behaviour, context);
}

}  // namespace kine::plan
