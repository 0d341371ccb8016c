// A Course: how a walk that is under way, or about to begin, may go on from now.
//
//   ground keys, a goal, a time --Walking--> courses: straight, round, by a turn, after a wait
//
// What feet have done and are doing stays as it is: a way changes behind the next step that is
// free.
#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "realizer/body/placement.h"
#include "realizer/pose/ground_keys.h"

namespace kine::motion {

/// What the last gait becomes: another one, or one that stops and another one behind it.
struct Course {
  std::array<pose::Gait, 2> gaits;
  std::size_t count = 0;
  std::array<pose::WalkGoal, pose::kWayBendsMax + 1> goals = {};  // of the last of them
  std::size_t goal_count = 0;

  void add(const pose::Gait& gait) { gaits[count++] = gait; }
  void lead_to(pose::WalkGoal goal, int from_step) {
    goal.from_step = from_step;
    if (goal_count < goals.size()) goals[goal_count++] = goal;
  }
  const pose::Gait& last() const { return gaits[count - 1]; }
  double end_s() const { return last().start_s + last().length_s(); }

  /// Where the root is at a time.
  Vec3 place_at_m(double time_s) const;
};

/// Whether a gait ends where it is to, and looks there.
bool ends_there(const pose::Gait& gait, const pose::WalkGoal& goal);

/// Whether it goes on past where it should end.
bool would_pass(const pose::Gait& gait, const pose::WalkGoal& goal);

/// Each course is nothing where it cannot be had. What it is made of outlives it.
class Walking {
 public:
  /// Pre: the keys have goals.
  Walking(const pose::GroundKeys& keys, const pose::WalkGoal& goal, double now_s);

  /// As it is.
  Course kept() const;

  /// Straight to where it is to go now.
  std::optional<Course> straight() const;

  /// By way of a point, by bends.
  std::optional<Course> round(const Vec3& via_m) const;

  /// Who has not set out yet turns to the point first; who has comes to stand for it.
  std::optional<Course> turning(const Vec3& via_m) const;

  /// It stops as soon as one can, and goes on after a while.
  std::optional<Course> waiting(double wait_s) const;

  /// It ends as planned, and goes the rest from there.
  std::optional<Course> going_on() const;

  /// Where the way may change, and how far one goes in a step there.
  Vec3 changes_at_m() const;
  double step_m() const;

 private:
  std::optional<pose::Gait> plan(const Vec3& point_m, double short_of_m,
                                 const body::Placement& from, double start_s) const;
  std::optional<pose::Gait> stopping() const;
  double free_s() const;
  void begin();
  void go_on(double passed_s);
  std::optional<Course> led(const std::optional<Vec3>& via_m, pose::Gait gait, int behind) const;
  std::optional<Course> then(Course course, const body::Placement& stands, double start_s) const;

  const pose::GroundKeys& keys_;
  const pose::WalkGoal& goal_;
  pose::Gait last_;  // as it is to be changed
  double now_s_;
  double quicker_ = 1;
  bool begins_ = false;
  bool direct_ = false;  // it goes straight to its goal
  bool can_bend_ = false;
  int behind_ = 0;
  std::size_t first_goal_ = 0;
};

}  // namespace kine::motion
