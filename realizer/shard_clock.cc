// What a shard does about the clocks of tracked arms: they are planned when something changes what
// an arm is to do, stroke by stroke, and each tick they go on as planned.
#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "realizer/arm_foresight.h"
#include "realizer/math/look_ahead.h"
#include "realizer/shard.h"

namespace kine {
namespace {

/// How much is planned at once: strokes that end within this time, and no more than so many.
constexpr Seconds kHorizon{4};
constexpr std::size_t kStrokesMax = 4;

/// What is planned again for a stroke that was too far away: early enough for any clock.
constexpr Seconds kPlanningLead{3.5};

/// Of the foreseen path. What is left of a stroke's end is seen behind the horizon.
constexpr Seconds kPathStep{0.01};
constexpr Seconds kPathBehind{0.5};

/// No stroke is shorter, and a rest is slower and longer than this.
constexpr double kWayMin_m = 0.02;
constexpr double kRest_m_s = 0.03;
constexpr std::size_t kRestSamples = 8;

std::size_t sample_at(Seconds time, std::span<const Vec3> path) {
  const double place = std::max(0.0, time / kPathStep);
  return std::min(static_cast<std::size_t>(place), path.size() - 1);
}

bool goes_anywhere(const plan::ArmStroke& stroke, std::span<const Vec3> path) {
  const std::size_t start = sample_at(stroke.start, path);
  const std::size_t end = sample_at(stroke.end, path);
  return std::any_of(path.begin() + static_cast<std::ptrdiff_t>(start),
                     path.begin() + static_cast<std::ptrdiff_t>(end) + 1,
                     [&](const Vec3& each) { return length(each - path[start]) > kWayMin_m; });
}

/// When the wrist leaves the last rest before a stroke, or `earliest`, where it has none.
Seconds leaves_rest(Seconds stroke_start, Seconds earliest, std::span<const Vec3> path) {
  const std::size_t first = sample_at(earliest, path);
  std::size_t leaves = sample_at(stroke_start, path);
  std::size_t still = 0;
  for (std::size_t i = leaves; i > first && still < kRestSamples; --i) {
    const bool moves = length(path[i] - path[i - 1]) > kRest_m_s * kPathStep.count();
    still = moves ? 0 : still + 1;
    if (moves) leaves = i - 1;
  }
  return std::min(stroke_start, kPathStep * static_cast<double>(leaves));
}

/// Of an arm that may have none.
using ArmTensionNow = std::optional<dynamics::ArmTension>;

/// The strokes and tensions of an arm, as far as its clock is planned for them.
struct ToPlan {
  std::vector<plan::ArmStroke> strokes;
  std::vector<TimedTension> tensions;
  Seconds again{0};  // when the rest is planned; 0: there is none
};

ToPlan to_plan(const ArmForesight& arm, const ArmTensionNow& tension, Seconds ahead) {
  ToPlan todo;
  bool has_lag = makes_up_lag(tension);
  for (const plan::TensionChange& change : foreseen_tensions(arm)) {
    // What keeps its lag is not to be looked ahead for, as if it had none.
    TimedTension& timed = todo.tensions.emplace_back();
    timed.from = change.at + change.over / 2;
    if (makes_up_lag(change)) timed.tension = change.tension;
    has_lag = has_lag || timed.tension;
  }
  if (!has_lag) return {};
  std::ranges::stable_sort(todo.tensions, {}, &TimedTension::from);
  for (const plan::ArmStroke& stroke : foreseen_strokes(arm)) {
    if (stroke.end <= ahead) continue;
    if (stroke.end > kHorizon || todo.strokes.size() == kStrokesMax) {
      const bool far = todo.strokes.empty();
      todo.again = far ? stroke.end - kPlanningLead : todo.strokes.back().end;
      break;
    }
    todo.strokes.push_back(stroke);
  }
  return todo;
}

/// The mass as its tracker has it, about the place where the path begins.
MassInSpace mass_of(const ArmTensionNow& arm, std::span<const Vec3> path, Seconds ahead) {
  const std::size_t now = sample_at(ahead, path);
  const Vec3 ahead_m = now + 1 < path.size() ? path[now + 1] - path[now] : Vec3{};
  MassInSpace mass{.x = path[now], .v = (1 / kPathStep.count()) * ahead_m};
  if (!arm || arm->tracked.ticks < 2) return mass;
  const dynamics::TrackedArm& tracked = arm->tracked;
  if (static_cast<dynamics::FrameOf>(tracked.frame) != dynamics::FrameOf::Chest) return mass;
  const auto vector = [](const dynamics::TrackedArm::Three& v) { return Vec3{v[0], v[1], v[2]}; };
  mass.x = mass.x + vector(tracked.position_m) - vector(tracked.target_m);
  mass.v = vector(tracked.velocity_m_s);
  return mass;
}

/// Plans a clock for one stroke after the other, and lets it come back between them.
class Planner {
 public:
  struct Move {
    Seconds begins{0};
    Seconds to{0};
  };

  /// `path` outlives it.
  Planner(const ArmTensionNow& arm, std::span<const TimedTension> tensions,
          std::span<const Vec3> path, const ArmClock& clock)
      : path_(path),
        stroke_{.path = path,
                .path_step = kPathStep,
                .tension = {},
                .changes = tensions,
                .mass = mass_of(arm, path, clock.ahead_at(Seconds{0})),
                .clock = clock} {
    if (makes_up_lag(arm)) stroke_.tension = tension_of(arm->to);
  }

  void plan_for(const plan::ArmStroke& stroke) {
    if (!goes_anywhere(stroke, path_)) return;
    const bool has_begun = stroke.start < arm_now();
    stroke_.start = stroke.last_leg;
    stroke_.end = stroke.end;
    if (!has_begun) {
      stroke_.leaves = leaves_rest(stroke.start, arm_now(), path_);
      LookAhead found = look_ahead_of(stroke_);
      if (has_time_to_come_back(found.begins)) {
        come_back();
        found = look_ahead_of(stroke_);
      }
      move(found.begins, found.ahead);
    }
    wait_for(stroke.end);
  }

  void come_back() {
    const Seconds there = stroke_.now + way_back();
    move(stroke_.now, Seconds{0});
    wait_for(there);
  }

  const std::vector<Move>& moves() const { return moves_; }

 private:
  Seconds arm_now() const { return stroke_.now + stroke_.clock.ahead_at(stroke_.now); }

  bool has_time_to_come_back(Seconds next_begins) const {
    return stroke_.clock.goal() > Seconds{0} && next_begins > stroke_.now + way_back();
  }

  Seconds way_back() const { return ClockMove{.from = stroke_.clock.goal()}.length(); }

  void move(Seconds begins, Seconds to) {
    stroke_.clock.plan(begins, to);
    moves_.push_back({begins, to});
  }

  /// Goes on to where the arm's time is `arm_time`.
  void wait_for(Seconds arm_time) {
    const MassThen then = mass_when(stroke_, arm_time);
    stroke_.now = then.time;
    stroke_.mass = then.mass;
    stroke_.clock.bring_to(then.time);
  }

  std::span<const Vec3> path_;
  TrackedStroke stroke_;
  std::vector<Move> moves_;
};

/// The moves of a clock that is `clock` now, for what an arm is to do.
std::vector<Planner::Move> moves_for(const ArmForesight& arm, const ArmTensionNow& tension,
                                     const ToPlan& todo, const ArmClock& clock) {
  if (todo.strokes.empty()) return {{.begins = Seconds{0}, .to = Seconds{0}}};
  const std::vector<Vec3> path =
      foreseen_path(arm, todo.strokes.back().end + kPathBehind, kPathStep);
  Planner planner(tension, todo.tensions, path, clock);
  for (const plan::ArmStroke& stroke : todo.strokes) planner.plan_for(stroke);
  planner.come_back();
  return planner.moves();
}

}  // namespace

void Shard::keep_time(Row& row, Tick tick) const {
  if (row.state.tension.empty()) return;
  CharacterTension& tension = row.state.tension.front();
  advance_clocks(tick, rate_, tension);
  if (!row.state.blocks.empty()) tension.last_busy = tick;
}

/// An arm that is to become tense needs its clock before.
void Shard::foresee_tensions(const motion::Block& block, CharacterState& state) {
  const bool comes = std::ranges::any_of(
      block.tensions, [](const plan::TensionChange& change) { return makes_up_lag(change); });
  if (comes && state.tension.empty()) state.tension.emplace_back();
}

void Shard::plan_clocks_anew(Tick tick, CharacterState& state) {
  if (!state.tension.empty()) state.tension.front().plan_at = tick;
}

/// When the segments of the tick are bound: what they do is foreseen.
void Shard::plan_clocks(Row& row, Tick tick) const {
  if (row.state.tension.empty() || row.state.tension.front().plan_at > tick) return;
  CharacterTension& tension = row.state.tension.front();
  tension.plan_at = kNever;
  const Seconds now = rate_.time_of(tick);
  for (const body::Side side : {body::Side::Left, body::Side::Right}) {
    const auto index = static_cast<std::size_t>(side);
    ArmClock& clock = tension.times[index].clock;
    clock.bring_to(now);
    clock.drop_plans_after(now);
    const ArmForesight arm{.state = row.state,
                           .body = *row.cast->body,
                           .base = *row.base,
                           .side = side,
                           .rate = rate_,
                           .tick = tick};
    const ToPlan todo = to_plan(arm, tension.arms[index], tension.times[index].ahead[0]);
    const ArmClock from_now = clock.counted_from(now);
    for (const Planner::Move& move : moves_for(arm, tension.arms[index], todo, from_now)) {
      clock.plan(now + move.begins, move.to);
    }
    if (todo.again > Seconds{0}) {
      tension.plan_at = std::min(tension.plan_at, rate_.first_at_or_after(tick, todo.again));
    }
  }
  row.quiet_until = std::min(row.quiet_until, next_event(row.state, tick));
}

}  // namespace kine
