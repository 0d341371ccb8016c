#include "realizer/tick/arm_clocks.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "realizer/math/look_ahead.h"
#include "realizer/tick/arm_foresight.h"
#include "realizer/tick/schedule.h"

namespace kine {
namespace {

/// How much is planned at once: strokes that end within this time, and no more than so many. Of
/// longer strokes it is enough to know when they are.
constexpr Seconds kHorizon{4};
constexpr std::size_t kStrokesMax = 4;

constexpr Seconds kLongStroke{2};

/// What is planned again for a stroke that was too far away: early enough for any clock.
constexpr Seconds kPlanningLead{3.5};

/// Of the foreseen path, of which every second sample is rehearsed. What is left of a stroke's end
/// is seen behind the horizon.
constexpr Seconds kPathStep{0.01};
constexpr Seconds kPathBehind{0.5};

/// Characters take turns to plan their clocks, over as many ticks as there are in this part of a
/// second: so a crowd that begins at once makes no tick long.
constexpr std::uint64_t kTurns_hz = 8;

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

/// When the wrist leaves the last rest before a stroke, or `earliest`, where it has none. What
/// moves it begins at `begins`.
Seconds leaves_rest(Seconds stroke_start, Seconds earliest, std::span<const Seconds> begins,
                    std::span<const Vec3> path) {
  const auto speed_m_s = [&](std::size_t i) {  // half a step before a sample
    return length(path[i] - path[i - 1]) / kPathStep.count();
  };
  const std::size_t first = sample_at(earliest, path);
  std::size_t leaves = sample_at(stroke_start, path);
  std::size_t still = 0;
  for (std::size_t i = leaves; i > first && still < kRestSamples; --i) {
    const bool moves = speed_m_s(i) > kRest_m_s;
    still = moves ? 0 : still + 1;
    if (moves) leaves = i - 1;
  }
  if (leaves == first) return std::min(stroke_start, earliest);
  if (leaves == sample_at(stroke_start, path)) return stroke_start;
  // Mostly that is where something begins, else between samples, where it is as fast as a rest.
  const Seconds seen = kPathStep * static_cast<double>(leaves);
  for (const Seconds begin : begins) {
    if (std::chrono::abs(begin - seen) <= 2 * kPathStep) return std::min(stroke_start, begin);
  }
  const double still_m_s = speed_m_s(leaves);
  const double passed = (kRest_m_s - still_m_s) / (speed_m_s(leaves + 1) - still_m_s);
  return std::min(stroke_start, seen + (passed - 0.5) * kPathStep);
}

bool is_long(const plan::ArmStroke& stroke) { return stroke.end - stroke.start > kLongStroke; }

/// Of an arm that may have none.
using ArmTensionNow = std::optional<dynamics::ArmTension>;

/// The strokes and tensions of an arm, as far as its clock is planned for them.
struct ToPlan {
  dynamics::FrameOf frame = dynamics::FrameOf::Chest;
  std::vector<plan::ArmStroke> strokes;
  std::vector<TimedTension> tensions;
  std::vector<Seconds> begins;  // of what moves it
  Seconds again{0};             // when the rest is planned; 0: there is none
};

ToPlan to_plan(const Foresight& foresight, body::Side side, const CharacterTension& tension) {
  ToPlan todo;
  const auto index = static_cast<std::size_t>(side);
  const ArmTensionNow& now = tension.arms[index];
  if (now) todo.frame = now->frame;
  bool has_lag = makes_up_lag(now);
  for (const plan::TensionChange& change : foreseen_tensions(foresight, side)) {
    // What keeps its lag is not to be looked ahead for, as if it had none.
    const bool leaves = change.from && change.lag == plan::Lag::MakeUp;
    if (leaves) todo.tensions.push_back({.from = change.at, .tension = change.from});
    TimedTension& timed = todo.tensions.emplace_back();
    timed.from = change.at + change.over / 2;
    if (makes_up_lag(change)) timed.tension = change.tension;
    if (!now && !has_lag) todo.frame = frame_of(change.frame);
    has_lag = has_lag || timed.tension;
  }
  if (!has_lag) return {};
  std::ranges::stable_sort(todo.tensions, {}, &TimedTension::from);
  todo.begins = foreseen_begins(foresight, side);
  for (const plan::ArmStroke& stroke : foreseen_strokes(foresight, side)) {
    if (stroke.end <= tension.times[index].ahead[0]) continue;
    if (todo.strokes.size() == kStrokesMax) {
      todo.again = todo.strokes.front().end;
      break;
    }
    const bool is_seen = stroke.end <= kHorizon;
    if (stroke.start > kHorizon || !(is_seen || is_long(stroke))) {
      todo.again = (is_long(stroke) ? stroke.start : stroke.end) - kPlanningLead;
      break;
    }
    todo.strokes.push_back(stroke);
    if (is_seen) continue;
    todo.again = stroke.end - kPlanningLead;
    break;
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
  if (static_cast<dynamics::FrameOf>(tracked.frame) != arm->frame) return mass;
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

  /// `todo` and `path` outlive it.
  Planner(const ArmTensionNow& arm, const ToPlan& todo, std::span<const Vec3> path,
          const ArmClock& clock)
      : begins_(todo.begins),
        path_(path),
        stroke_{.path = path,
                .path_step = kPathStep,
                .tension = {},
                .changes = todo.tensions,
                .mass = mass_of(arm, path, clock.ahead_at(Seconds{0})),
                .clock = clock} {
    if (makes_up_lag(arm)) stroke_.tension = tension_of(arm->to);
  }

  void plan_for(const plan::ArmStroke& stroke) {
    const bool is_seen = stroke.end <= kHorizon;
    if (is_seen && !goes_anywhere(stroke, path_)) return;
    const bool has_begun = stroke.start < arm_now();
    stroke_.start = stroke.last_leg;
    stroke_.end = stroke.end;
    if (!has_begun) {
      stroke_.leaves = leaves_rest(stroke.start, arm_now(), begins_, path_);
      const auto find = [&] {
        return is_seen ? look_ahead_of(stroke_) : guessed_look_ahead_of(stroke_);
      };
      LookAhead found = find();
      if (has_time_to_come_back(found.begins)) {
        come_back();
        found = find();
      }
      move(found.begins, found.ahead);
    }
    if (is_seen) wait_for(stroke.end);
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

  std::span<const Seconds> begins_;
  std::span<const Vec3> path_;
  TrackedStroke stroke_;
  std::vector<Move> moves_;
};

/// The moves of a clock that is `clock` now, for what an arm is to do on its path.
std::vector<Planner::Move> moves_for(const ArmTensionNow& arm, const ToPlan& todo,
                                     std::span<const Vec3> path, const ArmClock& clock) {
  if (todo.strokes.empty()) return {{.begins = Seconds{0}, .to = Seconds{0}}};
  Planner planner(arm, todo, path, clock);
  for (const plan::ArmStroke& stroke : todo.strokes) planner.plan_for(stroke);
  if (todo.strokes.back().end <= kHorizon) planner.come_back();
  return planner.moves();
}

/// With a sample more between any two: on the cubic through the four around it.
std::vector<Vec3> twice_as_fine(std::span<const Vec3> path) {
  std::vector<Vec3> fine;
  fine.reserve(2 * path.size());
  for (std::size_t i = 0; i + 1 < path.size(); ++i) {
    const Vec3& before = path[i == 0 ? 0 : i - 1];
    const Vec3& after = path[std::min(i + 2, path.size() - 1)];
    fine.push_back(path[i]);
    fine.push_back((9.0 / 16) * (path[i] + path[i + 1]) - (1.0 / 16) * (before + after));
  }
  fine.push_back(path.back());
  return fine;
}

/// When a character has its turn, whatever others do. It is counted from `tick`, where there came
/// to be something to plan: so a script moves alike in whatever tick it begins.
Tick turn_after(const TickContext& context, Tick tick, CharacterId id) {
  const std::uint64_t turns = std::max<std::uint64_t>(1, context.rate.hz() / kTurns_hz);
  return Tick{tick.index + 1 + (id.value + turns - 1) % turns};
}

Foresight foresight_of(const TickContext& context, const CharacterRow& row, Tick tick) {
  return {.state = row.state,
          .body = *row.cast->body,
          .base = *row.base,
          .rate = context.rate,
          .tick = tick};
}

void change_arm(const TickContext& context, plan::TensionChange said, body::Side side,
                const Instant& at, CharacterState& state) {
  said.arms = plan::arm_set_of(side);
  change(said, at, context.rate, state.tension);
}

}  // namespace

void set_tension(const TickContext& context, CharacterRow& row, Tick tick, const SetTension& set) {
  change(set.change, {tick}, context.rate, row.state.tension);
  plan_clocks_anew(context, tick, row);
}

bool change_tension(const TickContext& context, CharacterState& state, PlayingBlock& playing,
                    Tick tick) {
  const auto before = playing.tension_changes_made;
  const std::vector<plan::TensionChange>& changes = playing.block->tensions;
  for (const body::Side side : {body::Side::Left, body::Side::Right}) {
    std::size_t& next = playing.tension_changes_made[static_cast<std::size_t>(side)];
    for (; next < changes.size() && !playing.interrupted; ++next) {
      const Seconds ahead = ahead_at(tick, side, state.tension);
      const Seconds time = changes[next].at - ahead;
      if (context.rate.first_at_or_after(playing.start, time) > tick) break;
      if (!plan::contains(changes[next].arms, side)) continue;
      const Instant at = context.rate.instant_of(playing.start, time, tick);
      change_arm(context, changes[next], side, at, state);
    }
  }
  return playing.tension_changes_made != before;
}

void keep_time(const TickContext& context, CharacterRow& row, Tick tick) {
  if (row.state.tension.empty()) return;
  CharacterTension& tension = row.state.tension.front();
  advance_clocks(tick, context.rate, tension);
  if (!row.state.blocks.empty()) tension.last_busy = tick;
}

void foresee_tensions(const motion::Block& block, CharacterState& state) {
  const bool comes = std::ranges::any_of(
      block.tensions, [](const plan::TensionChange& change) { return makes_up_lag(change); });
  if (comes && state.tension.empty()) state.tension.emplace_back();
}

void plan_clocks_anew(const TickContext& context, Tick tick, CharacterRow& row) {
  if (row.state.tension.empty()) return;
  CharacterTension& tension = row.state.tension.front();
  tension.plan_at = std::min(tension.plan_at, turn_after(context, tick, row.id));
}

void begin_clocks(const TickContext& context, CharacterRow& row, Tick tick) {
  if (row.state.tension.empty()) return;
  CharacterTension& tension = row.state.tension.front();
  const Seconds now = context.rate.time_of(tick);
  for (const body::Side side : body::kSides) {
    const auto index = static_cast<std::size_t>(side);
    ArmClock& clock = tension.times[index].clock;
    if (!clock.is_with_its_body(now)) continue;
    const ToPlan todo = to_plan(foresight_of(context, row, tick), side, tension);
    if (todo.begins.empty()) continue;
    const Seconds leaves = todo.begins.front();
    const auto stroke = std::ranges::find_if(
        todo.strokes, [&](const plan::ArmStroke& each) { return each.end > leaves; });
    if (stroke == todo.strokes.end()) continue;
    TrackedStroke tracked{
        .start = stroke->last_leg, .end = stroke->end, .changes = todo.tensions, .leaves = leaves};
    if (makes_up_lag(tension.arms[index])) tracked.tension = tension_of(tension.arms[index]->to);
    const LookAhead found = guessed_look_ahead_of(tracked);
    if (found.begins >= context.rate.between(tick, tension.plan_at)) continue;
    clock = ArmClock();
    clock.plan(now + found.begins, found.ahead);
  }
}

void plan_clocks(const TickContext& context, CharacterRow& row, Tick tick) {
  if (row.state.tension.empty() || row.state.tension.front().plan_at > tick) return;
  CharacterTension& tension = row.state.tension.front();
  tension.plan_at = kNever;
  const Seconds now = context.rate.time_of(tick);
  const Foresight foresight = foresight_of(context, row, tick);
  std::array<ToPlan, 2> todo;
  std::array<PathWanted, 2> wanted;
  for (const body::Side side : body::kSides) {
    const auto index = static_cast<std::size_t>(side);
    todo[index] = to_plan(foresight, side, tension);
    wanted[index].frame = todo[index].frame;
    if (todo[index].strokes.empty()) continue;
    wanted[index].until = std::min(todo[index].strokes.back().end, kHorizon) + kPathBehind;
  }
  const std::array<std::vector<Vec3>, 2> paths = foreseen_paths(foresight, wanted, 2 * kPathStep);
  for (std::size_t i = 0; i < paths.size(); ++i) {
    ArmClock& clock = tension.times[i].clock;
    clock.bring_to(now);
    clock.drop_plans_after(now);
    const std::vector<Vec3> path = paths[i].empty() ? paths[i] : twice_as_fine(paths[i]);
    for (const Planner::Move& move :
         moves_for(tension.arms[i], todo[i], path, clock.counted_from(now))) {
      clock.plan(now + move.begins, move.to);
    }
    if (todo[i].again <= Seconds{0}) continue;
    const Tick again = context.rate.first_at_or_after(tick, todo[i].again);
    tension.plan_at = std::min(tension.plan_at, turn_after(context, again, row.id));
  }
  row.quiet_until = std::min(row.quiet_until, next_event(context, row.state, tick));
}

}  // namespace kine
