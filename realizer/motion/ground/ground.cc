#include "realizer/motion/ground/ground.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "realizer/core/assert.h"
#include "realizer/motion/ground/footing.h"
#include "realizer/motion/ground/gait.h"
#include "realizer/motion/ground/passing.h"
#include "realizer/motion/ground/stance.h"

namespace kine::motion {
namespace {

using pose::Bends;
using pose::GroundKeys;

/// Nobody changes a stance in less.
constexpr double kBendMin_s = 0.25;

constexpr double kMoment_s = 1e-3;

/// A leg that goes to its place waits for the other, which carries meanwhile.
constexpr std::array kFirstLegs = {pose::Bend::OpenLeft, pose::Bend::CrossLeft};
constexpr std::array kSecondLegs = {pose::Bend::OpenRight, pose::Bend::CrossRight};

double& of(Bends& bends, pose::Bend bend) { return bends[static_cast<std::size_t>(bend)]; }

/// What goes on of keys that were there: the gait that has begun, up to its last steps.
void take_over_step(const GroundKeys& before, double time_s, double behind_s, GroundKeys& keys) {
  for (const pose::Gait& gait : before.gaits) {
    const double passed_s = time_s - gait.start_s;
    if (passed_s <= 0 || passed_s >= gait.length_s()) continue;
    keys.gaits = {stopped(gait, passed_s)};
    keys.gaits.front().start_s -= behind_s;
  }
}

/// Where somebody is to walk.
struct Goal {
  Vec3 point_m;
  double short_of_m = 0;
  double from_s = 0;  // when, and by when
  double to_s = 0;
};

constexpr int kAnySteps = std::numeric_limits<int>::max();

/// How many steps of a gait are over by a time.
int steps_until(const pose::Gait& gait, double time_s) {
  constexpr double kAtOnce_s = 0.02;  // in which nobody goes anywhere at the end
  const double steps = (time_s + kAtOnce_s - gait.start_s - gait.lead_s) / gait.step_s;
  return static_cast<int>(std::clamp(std::floor(steps), 0.0, 1e6));
}

/// By when who goes on from a gait is to be there: in time, or before it could be by a stop.
double by_s(const pose::Gait& gait, const Goal& goal, const pose::StandingBody& body) {
  const body::Way way = body::way_to(goal.point_m, end_of(gait), goal.short_of_m);
  const double stops_s = std::max(goal.from_s, gait.start_s + gait.length_s());
  const Seconds again = body::walking_time(way, body.leg_m(), body::kQuickest);
  return std::max(goal.to_s, stops_s + again.count());
}

/// The last gait of the keys as it goes on to the goal without a stop, as far as it still can at a
/// time. Nothing where who is to take so long would stand there for as long as it walks.
std::optional<pose::Gait> walked_on(const GroundKeys& keys, double time_s, const Goal& goal,
                                    bool follows) {
  if (keys.gaits.empty()) return {};
  const double passed_s = time_s - keys.gaits.back().start_s;
  if (passed_s <= 0 || passed_s >= keys.gaits.back().length_s()) return {};
  const pose::Gait last = gone_on(keys.gaits.back(), passed_s);
  const int next = free_from(last, passed_s);
  const int behind = follows ? std::max(next, last.steps - 2) : next;
  const int most = follows ? steps_until(last, by_s(last, goal, keys.body)) : kAnySteps;
  const auto led = led_on(last, behind, goal.point_m, goal.short_of_m, keys.body, most);
  if (!led) return {};
  const double left_s = led->start_s + led->length_s() - std::max(time_s, goal.from_s);
  constexpr double kIdle = 2;
  return goal.to_s - goal.from_s > kIdle * left_s ? std::nullopt : led;
}

/// A goal to which a gait's last bend leads.
pose::WalkGoal goal_behind(const pose::Gait& gait, const Goal& goal) {
  const auto bend = static_cast<std::size_t>(gait.bend_count) - 1;
  return {goal.point_m, goal.short_of_m, gait.bends[bend].from_step};
}

/// The goals of the last gait that its way has not come past at a time.
std::vector<pose::WalkGoal> goals_left(const GroundKeys& keys, double time_s) {
  std::vector<pose::WalkGoal> goals = keys.goals;
  const int landed = landed_by(keys.gaits.back(), time_s - keys.gaits.back().start_s);
  while (goals.size() > 1 && goals[1].from_step <= landed) goals.erase(goals.begin());
  return goals;
}

/// All that goes on of keys that were there.
void take_over_whole(const GroundKeys& before, double time_s, double behind_s, GroundKeys& keys) {
  for (pose::Gait gait : before.gaits) {
    if (gait.start_s + gait.length_s() <= time_s) continue;
    gait.start_s -= behind_s;
    keys.gaits.push_back(gait);
  }
}

/// Writes moves behind each other.
class Writer {
 public:
  Writer(GroundKeys& keys, double begins_s) : keys_(keys), begun_s_(begins_s), free_s_(begins_s) {
    if (!keys.gaits.empty()) free_s_ = keys.gaits.back().start_s + keys.gaits.back().length_s();
  }

  void begin_at(const Bends& values, const Bends& velocities) {
    now_ = values;
    velocities_ = velocities;
    for (std::size_t i = 0; i < now_.size(); ++i) {
      if (now_[i] == 0 || velocities_[i] != 0) continue;
      keys_.bends[i].push_back(
          {.from_s = begun_s_, .to_s = begun_s_ + kMoment_s, .from = now_[i], .to = now_[i]});
    }
  }
  const Bends& now() const { return now_; }

  /// One bend goes on with a move of before, whatever the others do.
  void go_on(std::size_t bend, const pose::BendMove& move) {
    keys_.bends[bend].push_back(move);
    now_[bend] = move.to;
    velocities_[bend] = 0;
    goes_on_until_s_ = std::max(goes_on_until_s_, move.to_s);
  }

  /// In the time that was meant, and later by what it waits for. Of two legs that go to other
  /// places while one stands, one waits for the other.
  void bend_to(const Bends& goal, double from_s, double to_s) {
    const double begins_s = std::max(from_s, free_s_);
    const double ends_s = std::max(to_s, from_s + kBendMin_s) + (begins_s - from_s);
    const double half_s = (begins_s + ends_s) / 2;
    const bool both = changes(kFirstLegs, goal) && changes(kSecondLegs, goal);
    for (std::size_t i = 0; i < now_.size(); ++i) {
      if (now_[i] == goal[i] && velocities_[i] == 0) continue;
      const auto bend = static_cast<pose::Bend>(i);
      const bool first = both && std::ranges::find(kFirstLegs, bend) != kFirstLegs.end();
      const bool second = both && std::ranges::find(kSecondLegs, bend) != kSecondLegs.end();
      bend_one(i, goal[i], second ? half_s : begins_s, first ? half_s : ends_s);
    }
    now_ = goal;
    velocities_ = {};
    free_s_ = std::max({ends_s, free_s_, goes_on_until_s_});
    walked_ = false;
  }

  /// In the time that was meant, and later by what it waits for and by getting up.
  void walk_to(const Goal& goal) {
    const double length_s = goal.to_s - goal.from_s;
    double begins_s = std::max(goal.from_s, free_s_);
    if (walked_ && now_ == Bends{} && begins_s == free_s_) {
      const double begun_s = keys_.gaits.back().start_s + kMoment_s;
      if (const auto on = walked_on(keys_, begun_s, goal, true)) {
        keys_.gaits.back() = *on;
        keys_.goals.push_back(goal_behind(*on, goal));
        free_s_ = on->start_s + on->length_s();
        return;
      }
    }
    if (now_ != Bends{} || velocities_ != Bends{}) {
      const double up_s = std::max(usual_length(now_, {}).count(), kBendMin_s);
      bend_to({}, begins_s, begins_s + up_s);
      begins_s = free_s_;
    }
    const body::Placement stands = last_place(keys_);
    auto gait = plan_gait(body::way_to(goal.point_m, stands, goal.short_of_m), stands,
                          Seconds(length_s), keys_.body);
    if (!gait) return;
    gait->start_s = begins_s;
    free_s_ = begins_s + gait->length_s();
    keys_.gaits.push_back(*gait);
    keys_.goals = {{goal.point_m, goal.short_of_m}};
    walked_ = true;
  }

  /// On the spot, as far as one does not turn by the trunk alone; whether it turns.
  bool face(double heading_rad, double least_rad, double from_s, double to_s) {
    const body::Placement stands = last_place(keys_);
    const double turn_rad = std::remainder(heading_rad - stands.heading_rad, 2 * std::numbers::pi);
    if (std::abs(turn_rad) < least_rad) return false;
    const double begins_s = std::max(from_s, free_s_);
    auto gait = plan_gait({.turn_rad = turn_rad}, stands, Seconds(to_s - from_s), keys_.body);
    if (!gait) return false;
    gait->start_s = begins_s;
    free_s_ = begins_s + gait->length_s();
    keys_.gaits.push_back(*gait);
    keys_.goals.clear();
    return true;
  }

  /// To where one faced, as quick as people like to turn; who is bent stays as it is.
  void turn_back(double heading_rad, double from_s) {
    if (now_ != Bends{} || velocities_ != Bends{}) return;
    const body::Placement stands = last_place(keys_);
    const body::Way turn{
        .turn_rad = std::remainder(heading_rad - stands.heading_rad, 2 * std::numbers::pi)};
    const Seconds length = body::walking_time(turn, keys_.body.leg_m());
    face(heading_rad, 0, from_s, from_s + length.count());
  }

  double free_s() const { return free_s_; }

 private:
  template <class Legs>
  bool changes(const Legs& legs, Bends goal) {
    return std::ranges::any_of(legs,
                               [&](pose::Bend each) { return of(now_, each) != of(goal, each); });
  }

  /// What moves already goes on at once; where that would take it past the goal, or the other way,
  /// it halts first.
  void bend_one(std::size_t bend, double goal, double starts_s, double ends_s) {
    pose::BendMove move{.from_s = velocities_[bend] != 0 ? begun_s_ : starts_s,
                        .to_s = ends_s,
                        .from = now_[bend],
                        .velocity = velocities_[bend],
                        .to = goal};
    constexpr double kEven = 2;  // times the average speed: up to then it goes one way only
    const double way = goal - move.from;
    const double way_at_speed = move.velocity * (ends_s - move.from_s);
    if (way_at_speed * way < 0 || std::abs(way_at_speed) > kEven * std::abs(way)) {
      const pose::BendMove halt = halted(move.from, move.velocity);
      if (halt.to_s > halt.from_s) keys_.bends[bend].push_back(halt);
      move = {.from_s = std::max(starts_s, halt.to_s), .to_s = ends_s, .from = halt.to, .to = goal};
      move.to_s = std::max(ends_s, move.from_s + kBendMin_s);
      free_s_ = std::max(free_s_, move.to_s);
    }
    keys_.bends[bend].push_back(move);
  }

  /// To rest as soon as one can, slowing down evenly, and no further than a bend goes.
  pose::BendMove halted(double value, double velocity) const {
    constexpr double kHalt_s = 0.3;
    const double room = velocity > 0 ? 1 - value : value;
    const double length_s = std::min(kHalt_s, 2 * room / std::abs(velocity));
    return {.from_s = begun_s_,
            .to_s = begun_s_ + length_s,
            .from = value,
            .velocity = velocity,
            .to = std::clamp(value + velocity * length_s / 2, 0.0, 1.0)};
  }

  GroundKeys& keys_;
  double begun_s_;
  double free_s_;
  double goes_on_until_s_ = 0;
  bool walked_ = false;  // the last that it does so far
  Bends now_ = {};
  Bends velocities_ = {};
};

void take_over_bends(const GroundKeys& before, double time_s, Writer& writer) {
  Bends values{};
  Bends velocities{};
  for (std::size_t i = 0; i < values.size(); ++i) {
    const BendNow now = bend_at(before.bends[i], time_s);
    values[i] = now.value;
    velocities[i] = now.velocity;
  }
  writer.begin_at(values, velocities);
}

using Wanted = std::array<std::optional<double>, pose::kBendCount>;

Bends with(const Wanted& wanted, const Bends& other) {
  Bends bends = other;
  for (std::size_t i = 0; i < bends.size(); ++i) bends[i] = wanted[i].value_or(other[i]);
  return bends;
}

bool only_turns(const std::vector<GroundMove>& moves) {
  return std::ranges::all_of(
      moves, [](const GroundMove& move) { return move.faces_rad || move.turns_back; });
}

/// Who walks or sits keeps the feet for that, and looks by the trunk alone.
bool is_busy(const GroundEntry& ground, double entry_s) {
  if (ground.base != Bends{}) return true;
  if (ground.keys == nullptr) return false;
  const double now_s = entry_s + ground.behind.count();
  if (last_bends(*ground.keys) != Bends{} || bends_at(*ground.keys, now_s) != Bends{}) return true;
  if (ground.keys->faced_rad) return false;
  return std::ranges::any_of(ground.keys->gaits, [&](const pose::Gait& gait) {
    return gait.start_s + gait.length_s() > now_s;
  });
}

/// Whether a stance is where one stood before one turned: a seat does not turn round with a look.
bool is_seat(const Wanted& wanted) {
  constexpr std::array kSeats = {pose::Bend::Sit, pose::Bend::Lie};
  return std::ranges::any_of(kSeats, [&](pose::Bend each) {
    return wanted[static_cast<std::size_t>(each)].value_or(0) > 0;
  });
}

/// When keys were to turn back, or now where they do so already.
double turns_back_s(const GroundKeys& keys, double now_s) {
  return keys.gaits.empty() ? now_s : std::max(now_s, keys.gaits.back().start_s);
}

Goal goal_of(const GroundMove& move, const WalkTarget& target, double from_s) {
  const double usual_m = target.is_character ? body::kTalkingDistance_m : 0;
  return {.point_m = target.point_m,
          .short_of_m = move.short_of_m.value_or(usual_m),
          .from_s = from_s,
          .to_s = move.to.count()};
}

/// Where a stance leaves all bends, of which some go on as they did before: what it does not name
/// goes where it was going in the end. For a while it stays where it is going now.
Bends with_going(const Wanted& wanted, const GroundEntry& ground, double entry_s, bool for_a_while,
                 Writer& writer) {
  const double behind_s = ground.behind.count();
  Bends going = last_bends(*ground.keys);
  for (std::size_t i = 0; i < going.size(); ++i) {
    const std::vector<pose::BendMove>& moves = ground.keys->bends[i];
    if (wanted[i] || moves.empty()) continue;
    const auto later =
        std::ranges::upper_bound(moves, entry_s + behind_s, {}, &pose::BendMove::from_s);
    if (for_a_while) going[i] = later == moves.begin() ? later->from : std::prev(later)->to;
    if (later == moves.begin()) continue;
    pose::BendMove move = *std::prev(later);
    move.from_s -= behind_s;
    move.to_s -= behind_s;
    if (move.to == going[i] && move.to_s > entry_s) writer.go_on(i, move);
  }
  return with(wanted, going);
}

/// Towards its target, or back to where one faced before the first turn of all.
void turn(const GroundMove& move, const std::optional<WalkTarget>& target, double from_s,
          GroundKeys& keys, Writer& writer) {
  if (move.turns_back) {
    if (keys.faced_rad) writer.face(*keys.faced_rad, 0, from_s, move.to.count());
    return;
  }
  const body::Placement stands = last_place(keys);
  if (!target) return;
  const body::Way way = body::way_to(target->point_m, stands, 0);
  // What is right above or below asks for no turn.
  constexpr double kBeside_m = 0.15;
  if (way.length_m < kBeside_m) return;
  const double heading_rad = stands.heading_rad + way.turn_rad + *move.faces_rad;
  const double least_rad = keys.faced_rad ? 0 : body::kTrunkTurns_rad;
  const bool turns = writer.face(heading_rad, least_rad, from_s, move.to.count());
  if (turns && !keys.faced_rad) keys.faced_rad = stands.heading_rad;
}

/// What a move goes to or faces: a point of its own, or what its name is found to be.
std::optional<WalkTarget> target_of(const GroundMove& move, const GroundEntry& ground) {
  if (!move.walks_to) return {};
  if (const auto* point = std::get_if<Vec3>(&*move.walks_to)) return WalkTarget{*point};
  if (ground.targets == nullptr) return {};
  return ground.targets->find(std::get<std::string>(*move.walks_to));
}

}  // namespace

Ground::Ground(std::vector<GroundMove> moves) : moves_(std::move(moves)) {
  KINE_ASSERT(!moves_.empty());
}

body::JointSet Ground::joints() const {
  body::JointSet joints;
  joints.insert(body::Joint::Hips);
  for (std::size_t i = body::index_of(body::Joint::LeftUpperLeg); i < body::kJointCount; ++i) {
    joints.insert(body::joint_at(i));
  }
  return joints;
}

/// Takes over the steps of who was there before; whether they lead where the first move goes.
bool Ground::take_over(const GroundEntry& ground, double entry_s, pose::GroundKeys& keys) const {
  const double behind_s = ground.behind.count();
  const double then_s = entry_s + behind_s;
  const GroundMove& first = moves_.front();
  const auto target = target_of(first, ground);
  if (first.walks_to && !first.faces_rad && target) {
    Goal goal = goal_of(first, *target, std::max(first.from.count(), entry_s));
    goal.from_s += behind_s;
    goal.to_s += behind_s;
    if (auto on = walked_on(*ground.keys, then_s, goal, first.follows)) {
      on->start_s -= behind_s;
      keys.gaits = {*on};
      if (first.follows) {
        keys.goals = goals_left(*ground.keys, then_s);
        keys.goals.push_back(goal_behind(*on, goal));
      } else {
        keys.goals = {{goal.point_m, goal.short_of_m}};
      }
      return true;
    }
  }
  if (first.follows) {
    take_over_whole(*ground.keys, then_s, behind_s, keys);
  } else {
    take_over_step(*ground.keys, then_s, behind_s, keys);
  }
  return false;
}

pose::Keys Ground::compile(const Entry& entry, const body::Body& body) const {
  constexpr GroundEntry kAtOrigin;
  const GroundEntry& ground = entry.ground != nullptr ? *entry.ground : kAtOrigin;
  const double entry_s = entry.time.count();
  const bool turning = only_turns(moves_);
  if (turning && is_busy(ground, entry_s)) return {};
  pose::Keys bound;
  GroundKeys& keys = bound.solved.emplace<GroundKeys>();
  keys.asked = asked_of(moves_);
  keys.body = standing_body(body);
  keys.stands = ground.root;
  const bool goes_on = ground.keys != nullptr && take_over(ground, entry_s, keys);
  const bool stays = turning || !moves_.front().walks_to;
  if (ground.keys != nullptr && stays) keys.faced_rad = ground.keys->faced_rad;
  Writer writer(keys, entry_s);
  if (ground.keys != nullptr) {
    take_over_bends(*ground.keys, entry_s + ground.behind.count(), writer);
  }
  Bends base = goes_on ? Bends{} : ground.base;
  for (std::size_t i = goes_on ? 1 : 0; i < moves_.size(); ++i) {
    const GroundMove& move = moves_[i];
    const double from_s = std::max(move.from.count(), entry_s);
    const auto target = target_of(move, ground);
    if (move.faces_rad || move.turns_back) {
      turn(move, target, from_s, keys, writer);
    } else if (move.walks_to) {
      base = {};
      keys.faced_rad.reset();
      if (target) writer.walk_to(goal_of(move, *target, from_s));
    } else if (move.back) {
      writer.bend_to(base, from_s, move.to.count());
    } else {
      const bool takes_over = i == 0 && ground.keys != nullptr;
      const bool for_a_while = moves_.back().back;
      if (keys.faced_rad && is_seat(move.bends)) writer.turn_back(*keys.faced_rad, from_s);
      const Bends goal = takes_over ? with_going(move.bends, ground, entry_s, for_a_while, writer)
                                    : with(move.bends, writer.now());
      writer.bend_to(goal, from_s, move.to.count());
    }
  }
  if (turning && keys.gaits.empty() && !keys.faced_rad) return {};
  if (moves_.back().walks_to) keys.faced_rad.reset();
  if (!turning && keys.faced_rad) {
    // Who still looks there stands up turned.
    const double then_s = turns_back_s(*ground.keys, entry_s + ground.behind.count());
    writer.turn_back(*keys.faced_rad, then_s - ground.behind.count());
  }
  if (!keys.bends[static_cast<std::size_t>(pose::Bend::Sit)].empty()) {
    keys.body.seated_arms = seated_arms(body, keys.body);
  }
  keys.end_s = std::max(writer.free_s(), 1e-6);
  keys.path = path_of(keys);
  return bound;
}

GroundKeys stopped(const GroundKeys& keys, double time_s, const Bends& bends) {
  GroundKeys shorter;
  shorter.body = keys.body;
  shorter.stands = keys.stands;
  shorter.faced_rad = keys.faced_rad;
  shorter.asked = keys.asked;
  for (const pose::Gait& gait : keys.gaits) {
    if (gait.start_s >= time_s) break;
    shorter.gaits.push_back(stopped(gait, time_s - gait.start_s));
  }
  Writer writer(shorter, time_s);
  take_over_bends(keys, time_s, writer);
  const bool bent = writer.now() != Bends{};
  if (keys.faced_rad && !bent) writer.face(*keys.faced_rad, 0, time_s, time_s);
  const double length_s = usual_length(writer.now(), bends).count();
  if (length_s > 0) writer.bend_to(bends, time_s, time_s + length_s);
  if (keys.faced_rad && bent) writer.turn_back(*keys.faced_rad, time_s);
  shorter.end_s = std::max(writer.free_s(), time_s);
  shorter.path = path_of(shorter);
  return shorter;
}

Bends last_bends(const GroundKeys& keys) {
  Bends bends{};
  for (std::size_t i = 0; i < bends.size(); ++i) {
    if (!keys.bends[i].empty()) bends[i] = keys.bends[i].back().to;
  }
  return bends;
}

body::Placement last_place(const GroundKeys& keys) {
  return keys.gaits.empty() ? keys.stands : end_of(keys.gaits.back());
}

}  // namespace kine::motion
