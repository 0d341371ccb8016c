#include "realizer/tick/state/scene.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "realizer/plan/names/names.h"

namespace kine {
namespace {

// A set point comes up with its goal like a spring without overshoot: most of the way in a fifth of
// a second, as fast as people look over.
constexpr double kFollow_per_s = 20;

// What is set so often goes somewhere, where it goes on as it did: by this share, and no faster.
// Who is not heard of for longer has stopped, and so has who misses its beat by more than a half:
// what it has gone on by then is more than it went.
constexpr Seconds kSteadyFor{0.25};
constexpr double kBeatsHeard = 1.5;
constexpr Seconds kLate{0.02};     // as messages are
constexpr double kBeatKept = 0.7;  // of a longer beat than the last, a set
constexpr double kSteadyShare = 0.5;
constexpr double kSteadyMax_m_s = 8;

bool is_steady(const Vec3& before_m_s, const Vec3& now_m_s) {
  const double fastest_m_s = std::max(length(before_m_s), length(now_m_s));
  return fastest_m_s <= kSteadyMax_m_s &&
         length(now_m_s - before_m_s) <= kSteadyShare * fastest_m_s;
}

/// How long it goes on as it did, from when it was set last.
Seconds goes_on_for(const SetPoint& point) {
  return std::min(kSteadyFor, kBeatsHeard * point.beat + kLate);
}

void set_again(const Vec3& point_m, SetPoint& point) {
  point.still_to_go = Seconds{0};
  if (point.unheard > Seconds{0}) {
    const bool soon = point.unheard <= kSteadyFor;
    point.beat = std::max(point.unheard, kBeatKept * point.beat + (1 - kBeatKept) * point.unheard);
    const Vec3 way_m_s = soon ? (point_m - point.goal_m) / point.unheard.count() : Vec3{};
    point.goal_velocity_m_s = is_steady(point.last_way_m_s, way_m_s) ? way_m_s : Vec3{};
    point.last_way_m_s = way_m_s;
    point.unheard = Seconds{0};
  }
  point.goal_m = point_m;
}

/// Evenly, from where its goal is.
void send_on(const Vec3& point_m, Seconds over, SetPoint& point) {
  if (point.unheard <= goes_on_for(point)) {
    point.goal_m = point.goal_m + point.unheard.count() * point.goal_velocity_m_s;
  }
  point.goal_velocity_m_s = point.last_way_m_s = {};
  point.unheard = 2 * kSteadyFor;
  point.destination_m = point_m;
  point.still_to_go = over;
}

/// Moves the goal of one that was sent on by a step; the result is its velocity.
Vec3 go_on(Seconds step, SetPoint& point) {
  const Vec3 left_m = point.destination_m - point.goal_m;
  const Vec3 way_m_s = left_m / point.still_to_go.count();
  if (step < point.still_to_go) {
    point.goal_m = point.goal_m + step.count() * way_m_s;
    point.still_to_go -= step;
  } else {
    point.goal_m = point.destination_m;
    point.still_to_go = Seconds{0};
  }
  return way_m_s;
}

Quat quat_of(const std::array<float, 4>& q) { return {q[0], q[1], q[2], q[3]}; }

}  // namespace

Vec3 find_in_character(const Frame& frame, const body::Body& body, body::Joint joint,
                       const Vec3& offset_m) {
  const auto turn = [&](body::Joint of) {
    return quat_of(frame.parent_from_joint[body::index_of(of)]);
  };
  body::Joint at = joint;
  Vec3 point = offset_m;
  while (const auto parent = body::parent_of(at)) {
    point = body.offsets_m[body::index_of(at)] + turn(at) * point;
    at = *parent;
  }
  const auto& hips = frame.hips_m;
  return Vec3{hips[0], hips[1], hips[2]} + turn(at) * point;
}

Vec3 find_in_world(const Frame& frame, const body::Body& body, std::optional<body::Joint> joint) {
  using enum body::Joint;
  const auto offset = [&](body::Joint of) { return body.offsets_m[body::index_of(of)]; };
  const Vec3 point = joint ? Vec3{} : 0.5 * (offset(LeftEye) + offset(RightEye));
  const Vec3 in_character = find_in_character(frame, body, joint.value_or(Head), point);
  const auto& root = frame.root;
  return Vec3{root[0], root[1], root[2]} + Quat{root[3], root[4], root[5], root[6]} * in_character;
}

Scene::Scene() {
  points_.push_back({.name = "camera",
                     .goal_m = kCameraAtFirst,
                     .at_m = kCameraAtFirst,
                     .velocity_m_s = {},
                     .since = {},
                     .last_way_m_s = {},
                     .goal_velocity_m_s = {},
                     .destination_m = {}});
}

void Scene::add(std::size_t group, CharacterId id, std::shared_ptr<const Cast> cast,
                std::optional<Tick> since) {
  const auto free = std::ranges::find(actors_, nullptr, &Actor::cast);
  const auto index = static_cast<std::size_t>(free - actors_.begin());
  if (free == actors_.end()) actors_.emplace_back();
  actors_by_name_.insert_or_assign(cast->name, index);
  actors_[index] = {.id = id,
                    .group = group,
                    .frame = groups_[group].actors++,
                    .cast = std::move(cast),
                    .since = since};
}

void Scene::remove(CharacterId id) {
  const auto gone = std::ranges::find_if(
      actors_, [&](const Actor& actor) { return actor.id == id && actor.cast && !actor.is_gone; });
  if (gone == actors_.end()) return;
  Group& group = groups_[gone->group];
  if (gone->frame < group.frames.size()) gone->last_seen = group.frames[gone->frame];
  gone->is_gone = true;
  --group.actors;
  for (Actor& actor : actors_) {
    const bool is_behind = actor.group == gone->group && actor.frame > gone->frame;
    if (is_behind && !actor.is_gone) --actor.frame;
  }
  const auto named = actors_by_name_.find(gone->cast->name);
  const auto index = static_cast<std::size_t>(gone - actors_.begin());
  if (named != actors_by_name_.end() && named->second == index) actors_by_name_.erase(named);
}

void Scene::forget_gone(const std::vector<bool>& looked_at) {
  for (std::size_t i = 0; i < actors_.size(); ++i) {
    const bool is_seen = i < looked_at.size() && looked_at[i];
    if (actors_[i].is_gone && !is_seen) actors_[i] = {};
  }
}

Scene::Place Scene::find(std::string_view name) const {
  const std::string_view character = name.substr(0, name.find('.'));
  if (const auto actor = actors_by_name_.find(character); actor != actors_by_name_.end()) {
    Place place{.kind = Place::Kind::Character, .index = actor->second, .joint = {}};
    if (character.size() == name.size()) return place;
    const Cast& cast = *actors_[actor->second].cast;
    place.joint =
        plan::Names(*cast.body, *cast.vocabulary).find_joint(name.substr(character.size() + 1));
    return place.joint ? place : Place{};
  }
  const auto point = std::ranges::find(points_, name, &SetPoint::name);
  if (point == points_.end()) return {};
  return {.kind = Place::Kind::Set,
          .index = static_cast<std::size_t>(point - points_.begin()),
          .joint = {}};
}

void Scene::set(std::string_view name, const Vec3& point_m, Tick tick, Seconds over) {
  const Place place = find(name);
  if (place.kind == Place::Kind::Character) return;
  if (place.kind == Place::Kind::Set) {
    SetPoint& point = points_[place.index];
    if (over > Seconds{0}) return send_on(point_m, over, point);
    return set_again(point_m, point);
  }
  points_.push_back({.name = std::string(name),
                     .goal_m = point_m,
                     .at_m = point_m,
                     .velocity_m_s = {},
                     .since = tick,
                     .unheard = Seconds{0},
                     .last_way_m_s = {},
                     .goal_velocity_m_s = {},
                     .destination_m = {}});
}

void Scene::advance(Seconds step) {
  // The exact step of x'' = -2 w x' - w^2 x about a goal that stands or goes on.
  const double dt = step.count();
  const double decay = std::exp(-kFollow_per_s * dt);
  for (SetPoint& point : points_) {
    if (point.unheard > goes_on_for(point)) point.goal_velocity_m_s = {};
    const bool is_sent_on = point.still_to_go > Seconds{0};
    const Vec3 way_m_s = is_sent_on ? go_on(step, point) : point.goal_velocity_m_s;
    const Vec3 goal_m = is_sent_on ? point.goal_m : point.goal_m + point.unheard.count() * way_m_s;
    point.unheard = std::min(point.unheard + step, 2 * kSteadyFor + step);
    if (point.at_m == point.goal_m && point.velocity_m_s == Vec3{} && way_m_s == Vec3{}) continue;
    const Vec3 away = point.at_m - (goal_m - dt * way_m_s);
    const Vec3 pull = point.velocity_m_s - way_m_s + kFollow_per_s * away;
    point.at_m = goal_m + decay * (away + dt * pull);
    point.velocity_m_s =
        way_m_s + decay * (point.velocity_m_s - way_m_s - (kFollow_per_s * dt) * pull);
    constexpr double kThere_m = 1e-9;
    if (length(point.at_m - point.goal_m) + length(point.velocity_m_s) > kThere_m) continue;
    point.at_m = point.goal_m;
    point.velocity_m_s = {};
  }
}

std::optional<Vec3> Scene::point_in_world(const Place& place) const {
  if (place.kind == Place::Kind::Nowhere) return {};
  if (place.kind == Place::Kind::Set) return points_[place.index].at_m;
  const Actor& actor = actors_[place.index];
  if (actor.is_gone) {
    if (!actor.last_seen) return {};
    return find_in_world(*actor.last_seen, *actor.cast->body, place.joint);
  }
  const std::span<const Frame> frames = groups_[actor.group].frames;
  if (actor.frame >= frames.size()) return {};
  return find_in_world(frames[actor.frame], *actor.cast->body, place.joint);
}

const Presence* Scene::find_presence(CharacterId id) const {
  for (const Group& group : groups_) {
    const auto found = std::ranges::find(group.presences, id, &Presence::id);
    if (found != group.presences.end()) return &*found;
  }
  return nullptr;
}

std::optional<CharacterId> Scene::character_at(const Place& place) const {
  if (place.kind != Place::Kind::Character) return {};
  return actors_[place.index].id;
}

std::optional<Tick> Scene::since(const Place& place) const {
  if (place.kind == Place::Kind::Nowhere) return {};
  if (place.kind == Place::Kind::Character) return actors_[place.index].since;
  return points_[place.index].since;
}

}  // namespace kine
