#include "realizer/motion/ground/course.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "realizer/body/walking_pace.h"
#include "realizer/math/units.h"
#include "realizer/motion/ground/gait.h"
#include "realizer/motion/ground/gait_way.h"

namespace kine::motion {
namespace {

using pose::Gait;
using pose::GroundKeys;
using pose::WalkGoal;

/// What began so short a time ago that nobody has seen it may begin otherwise.
constexpr double kJustBegun_s = 0.055;

/// Who is led elsewhere by less goes on as planned.
constexpr double kSamePlace_m = 0.08;
constexpr double kSameHeading_rad = 6 * kDegree;

}  // namespace

Vec3 Course::place_at_m(double time_s) const {
  const bool second = count > 1 && gaits[1].start_s <= time_s;
  const Gait& gait = gaits[second ? 1 : 0];
  return root_at(gait, time_s - gait.start_s).position_m;
}

bool ends_there(const Gait& gait, const WalkGoal& goal) {
  const body::Placement end = end_of(gait);
  const Vec3 away = goal.point_m - end.position_m;
  const double far_m = std::hypot(away.x, away.z);
  // Who is nearer already only turns.
  const bool is_nearer = gait.step_m == 0 && far_m < goal.short_of_m;
  if (!is_nearer && std::abs(far_m - goal.short_of_m) > kSamePlace_m) return false;
  constexpr double kFaces_m = 0.2;
  if (far_m < kFaces_m) return true;
  const double off_rad =
      std::remainder(std::atan2(away.x, away.z) - end.heading_rad, 2 * std::numbers::pi);
  return std::abs(off_rad) <= kSameHeading_rad;
}

bool would_pass(const Gait& gait, const WalkGoal& goal) {
  const body::Placement end = end_of(gait);
  const Vec3 ahead = turned({0, 0, 1}, end.heading_rad);
  return dot(goal.point_m - end.position_m, ahead) < goal.short_of_m - kSamePlace_m;
}

Walking::Walking(const GroundKeys& keys, const WalkGoal& goal, double now_s)
    : keys_(keys), goal_(goal), last_(keys.gaits.back()), now_s_(now_s) {
  const double passed_s = now_s_ - last_.start_s;
  begins_ = passed_s <= kJustBegun_s && keys.goals.size() == 1;
  quicker_ = last_.step_m > 0 ? body::quicker_of(keys.body.leg_m(), last_.step_s) : 1;
  if (begins_) {
    begin();
  } else if (passed_s > 0) {
    go_on(passed_s);
  }
}

Course Walking::kept() const {
  Course course;
  course.add(keys_.gaits.back());
  for (const WalkGoal& goal : keys_.goals) course.lead_to(goal, goal.from_step);
  return course;
}

std::optional<Course> Walking::straight() const {
  if (!can_bend_) return {};
  if (begins_) {
    if (!direct_) return {};
    Course course;
    course.add(last_);
    course.lead_to(goal_, 0);
    return course;
  }
  return led({}, last_, behind_);
}

std::optional<Course> Walking::round(const Vec3& via_m) const {
  if (!can_bend_ || (begins_ && !direct_)) return {};
  return led(via_m, last_, behind_);
}

std::optional<Course> Walking::turning(const Vec3& via_m) const {
  Course course;
  body::Placement stands = last_.from;
  double free_s = last_.start_s;
  if (!begins_) {
    const auto stop = stopping();
    if (!stop) return {};
    course.add(*stop);
    stands = end_of(*stop);
    free_s = course.end_s();
  }
  const auto out = plan(via_m, 0, stands, free_s);
  if (!out || out->step_m == 0) return {};
  const auto on = led({}, *out, std::max(out->turning_steps + 1, out->steps - 2));
  if (!on) return {};
  course.add(on->last());
  course.goals = on->goals;
  course.goal_count = on->goal_count;
  return course;
}

std::optional<Course> Walking::waiting(double wait_s) const {
  Course course;
  if (begins_) return then(course, last_.from, last_.start_s + wait_s);
  const auto stop = stopping();
  const bool has_more = first_goal_ + 1 < keys_.goals.size();
  if (!stop || has_more) return {};
  course.add(*stop);
  return then(course, end_of(*stop), course.end_s() + wait_s);
}

std::optional<Course> Walking::going_on() const {
  Course course = kept();
  course.goal_count = 0;
  return then(course, end_of(course.last()), course.end_s());
}

Vec3 Walking::changes_at_m() const { return place_at(last_, behind_).position_m; }
double Walking::step_m() const { return std::max(0.3, last_step_m(last_)); }

std::optional<Gait> Walking::plan(const Vec3& point_m, double short_of_m,
                                  const body::Placement& from, double start_s) const {
  const body::Way way = body::way_to(point_m, from, short_of_m);
  const Seconds length = body::walking_time(way, keys_.body.leg_m(), quicker_);
  auto gait = plan_gait(way, from, length, keys_.body);
  if (gait) gait->start_s = start_s;
  return gait;
}

/// How it stops as soon as one can; nothing where it has not set out.
std::optional<Gait> Walking::stopping() const {
  const Gait& gait = keys_.gaits.back();
  const double passed_s = now_s_ - gait.start_s;
  return passed_s > 0 ? std::optional(stopped(gait, passed_s)) : std::nullopt;
}

/// When it may set out at the earliest, which waits.
double Walking::free_s() const {
  double free_s = now_s_;
  const auto begins_by = [&](double time_s) {
    if (time_s <= last_.start_s) free_s = std::max(free_s, time_s);
  };
  if (keys_.gaits.size() > 1) {
    const Gait& before = keys_.gaits[keys_.gaits.size() - 2];
    begins_by(before.start_s + before.length_s());
  }
  for (const auto& moves : keys_.bends) {
    for (const pose::BendMove& move : moves) begins_by(move.to_s);
  }
  return free_s;
}

void Walking::begin() {
  if (now_s_ < last_.start_s) last_.start_s = free_s();
  direct_ = last_.bend_count == 0 && ends_there(last_, goal_);
  if (!direct_) {
    const WalkGoal& goal = goal_;
    const auto gait = plan(goal.point_m, goal.short_of_m, last_.from, last_.start_s);
    direct_ = gait.has_value();
    last_ = gait.value_or(last_);
  }
  behind_ = last_.turning_steps + 1;
  can_bend_ = true;
  first_goal_ = keys_.goals.size() - 1;
}

void Walking::go_on(double passed_s) {
  Gait gait = gone_on(last_, passed_s);
  behind_ = std::max(free_from(gait, passed_s), gait.turning_steps + 1);
  while (first_goal_ + 1 < keys_.goals.size() &&
         keys_.goals[first_goal_ + 1].from_step <= behind_) {
    ++first_goal_;
  }
  if (gait.step_m == 0 || behind_ >= gait.steps - 1) return;
  const int bends = gait.bend_count;
  while (gait.bend_count > 0) {
    const auto bend = static_cast<std::size_t>(gait.bend_count) - 1;
    if (gait.bends[bend].from_step < behind_) break;
    gait.bends[bend] = {};
    --gait.bend_count;
  }
  behind_ = std::max(behind_, straight_from(gait));
  if (bends == gait.bend_count && behind_ >= gait.steps - 1) return;
  gait.steps = std::max(gait.steps, behind_ + 3);  // as the next bend leads on
  last_ = gait;
  can_bend_ = true;
}

/// By way of a point, where there is one, to all goals that are left.
std::optional<Course> Walking::led(const std::optional<Vec3>& via_m, Gait gait, int behind) const {
  Course course;
  if (keys_.goals.size() - first_goal_ > course.goals.size()) return {};
  if (via_m) {
    const auto out = led_on(gait, behind, *via_m, 0, keys_.body);
    if (!out) return {};
    behind = std::max(straight_from(*out), out->steps - 2);
    gait = *out;
  }
  for (std::size_t i = first_goal_; i < keys_.goals.size(); ++i) {
    const bool is_last = i + 1 == keys_.goals.size();
    const WalkGoal& goal = is_last ? goal_ : keys_.goals[i];
    const auto on = led_on(gait, behind, goal.point_m, goal.short_of_m, keys_.body);
    if (!on) return {};
    const auto bend = static_cast<std::size_t>(on->bend_count) - 1;
    // Who goes round goes to its goal all the same.
    course.lead_to(goal, i == first_goal_ ? 0 : on->bends[bend].from_step);
    gait = *on;
    behind = std::max(straight_from(gait), gait.steps - 2);
  }
  course.add(gait);
  return course;
}

std::optional<Course> Walking::then(Course course, const body::Placement& stands,
                                    double start_s) const {
  if (const auto gait = plan(goal_.point_m, goal_.short_of_m, stands, start_s)) {
    course.add(*gait);
  }
  if (course.count == 0) return {};
  course.lead_to(goal_, 0);
  return course;
}

}  // namespace kine::motion
