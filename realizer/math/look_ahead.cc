#include "realizer/math/look_ahead.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "realizer/core/assert.h"
#include "realizer/math/tracker_response.h"

namespace kine {
namespace {

/// Of a tick: to some microseconds; and where what is found is only where to begin.
constexpr int kHalvings = 16;
constexpr int kRoughHalvings = 9;

/// The first share of [0, 1] at which `covered`, which is false at 0 and true from some share on.
template <int kTimes = kHalvings, class Predicate>
double first_share(Predicate covered) {
  double before = 0;
  double after = 1;
  for (int i = 0; i < kTimes; ++i) {
    const double middle = (before + after) / 2;
    (covered(middle) ? after : before) = middle;
  }
  return after;
}

/// A mass's state as shares of the stroke's way: y = -1 at its start, 0 at its end.
Mass state_after_eased_stroke(const Tension& tension, Seconds length) {
  // The steady answer to half a cosine, and the free swing that makes a start from rest of it.
  const double wn = tension.natural_frequency();
  const double w = std::numbers::pi / length.count();
  const double h = w / wn;
  const double in_phase = 1 - h * h;
  const double out_of_phase = 2 * tension.zeta * h;
  const double divisor = in_phase * in_phase + out_of_phase * out_of_phase;
  const double y = -(1 - in_phase / divisor) / 2;
  const double v = tension.zeta * h * w / divisor;
  const Mass free = swung(step_of(tension, length), y, v);
  return {.x = (1 + in_phase / divisor) / 2 - 1 + free.x, .v = v + free.v};
}

/// A time by which a mass at `y` below the covered share, past whose stroke the target rests, has
/// come to it, and not yet turned back for the first time.
Seconds covered_by(const Tension& tension, const Mass& mass) {
  const TrackerResponse response(tension);
  const std::optional<Turn> turn = response.first_turn(mass.x, mass.v);
  if (turn && turn->y_m > kCoveredShare - 1) return turn->after;
  // It goes away at first: the turn after that is on the other side.
  const Seconds from = turn ? turn->after : Seconds(0);
  if (response.period()) return from + *response.period() / 2;
  Seconds wait = response.lag();
  while (swung(step_of(tension, from + wait), mass.x, mass.v).x < kCoveredShare - 1) wait *= 2;
  return from + wait;
}

/// The target along the stroke's straight way, as shares of it.
class Way {
 public:
  explicit Way(const TrackedStroke& stroke)
      : stroke_(stroke),
        start_(at(stroke.start)),
        way_(at(stroke.end) - start_),
        share_per_m_((1 / dot(way_, way_)) * way_) {}

  /// Whether the stroke goes anywhere: circles and the like come back.
  bool leads_on() const {
    // Of a half circle the straight way is 0.64; of a stroke that is there and back, nothing.
    constexpr double kLeastOfThePath = 0.25;
    double path_m = 0;
    Vec3 last = start_;
    for (Seconds time = stroke_.start; time < stroke_.end; time += stroke_.path_step) {
      const Vec3 next = at(std::min(time + stroke_.path_step, stroke_.end));
      path_m += length(next - last);
      last = next;
    }
    return length(way_) > kLeastOfThePath * path_m;
  }

  Vec3 target_at(Seconds time) const { return at(time); }

  double share_of(const Vec3& position) const { return dot(position - start_, share_per_m_); }
  double rate_of(const Vec3& velocity) const { return dot(velocity, share_per_m_); }

 private:
  Vec3 at(Seconds time) const {
    const double place = std::max(0.0, time / stroke_.path_step);
    const std::size_t last = stroke_.path.size() - 1;
    if (place >= static_cast<double>(last)) return stroke_.path[last];
    const auto before = static_cast<std::size_t>(place);
    const double share = place - static_cast<double>(before);
    return (1 - share) * stroke_.path[before] + share * stroke_.path[before + 1];
  }

  const TrackedStroke& stroke_;
  Vec3 start_;
  Vec3 way_;
  Vec3 share_per_m_;
};

/// What is later than this is not waited for.
constexpr Seconds kWaitMax{0.5};

/// The mass on its way behind the target, a sample of the path at a time.
class SwungStroke {
 public:
  SwungStroke(const TrackedStroke& stroke, const Way& way, const ArmClock& clock)
      : stroke_(stroke),
        way_(way),
        clock_(clock),
        now_(stroke.now),
        ahead_(clock_.ahead_at(stroke.now)),
        mass_(stroke.mass),
        target_(way.target_at(arm_time())),
        tension_(stroke.tension_at(arm_time())),
        step_(step_of(stroke.path_step)) {}

  Seconds now() const { return now_; }
  Seconds arm_time() const { return now_ + ahead_; }
  const MassInSpace& mass() const { return mass_; }

  void advance() {
    tighten();
    from_ = target_;
    arm_before_ = arm_time();
    now_ += stroke_.path_step;
    ahead_ = clock_.ahead_at(now_);
    target_ = way_.target_at(arm_time());
    mass_before_ = mass_;
    mass_ = mass_after(stroke_.path_step, step_, target_);
  }

  /// When within the last step the arm's time has come to `arm_time`, and the mass then.
  MassThen when(Seconds arm_time) const {
    const double left = (this->arm_time() - arm_time) / (this->arm_time() - arm_before_);
    const Seconds length = (1 - left) * stroke_.path_step;
    if (length.count() <= 0) return {.time = now_ - stroke_.path_step, .mass = mass_before_};
    const Vec3 target = target_ + left * (from_ - target_);
    return {.time = now_ - left * stroke_.path_step,
            .mass = mass_after(length, step_of(length), target)};
  }

  /// When within the last step the mass has come to the covered share: on the cubic that its
  /// places and velocities before and after make of its way.
  Seconds covered_at() const {
    const double step_s = stroke_.path_step.count();
    const double from = way_.share_of(mass_before_.x);
    const double to = way_.share_of(mass_.x);
    const double out = step_s * way_.rate_of(mass_before_.v);
    const double in = step_s * way_.rate_of(mass_.v);
    const double left = first_share([&](double h) {
      const double place = from + h * h * (3 - 2 * h) * (to - from);
      return place + h * (1 - h) * ((1 - h) * out - h * in) >= kCoveredShare;
    });
    return now_ - (1 - left) * stroke_.path_step;
  }

 private:
  void tighten() {
    const std::optional<Tension>& tension = stroke_.tension_at(arm_time());
    if (tension == tension_) return;
    tension_ = tension;
    step_ = step_of(stroke_.path_step);
  }

  TrackerStep step_of(Seconds length) const {
    return tension_ ? kine::step_of(*tension_, length) : TrackerStep{};
  }

  /// Of a step that has begun at mass_before_ and from_.
  MassInSpace mass_after(Seconds length, const TrackerStep& step, const Vec3& target) const {
    if (tension_) return advanced(mass_before_, step, from_, target);
    return {.x = target, .v = (1 / length.count()) * (target - from_)};
  }

  const TrackedStroke& stroke_;
  const Way& way_;
  ClockReader clock_;
  Seconds now_;
  Seconds ahead_;
  Seconds arm_before_{0};
  MassInSpace mass_;
  MassInSpace mass_before_;
  Vec3 target_;
  Vec3 from_;
  std::optional<Tension> tension_;
  TrackerStep step_;
};

/// How far ahead its clock can be at the stroke's end.
Seconds within_reach_of(const TrackedStroke& stroke) {
  return stroke.clock.ahead_at(stroke.now) +
         clock_reach(std::max(Seconds(0), stroke.end - stroke.now));
}

Seconds begin_of_move(const TrackedStroke& stroke, Seconds wanted) {
  const ClockMove move{.from = stroke.clock.ahead_at(stroke.now), .to = wanted};
  return std::max(stroke.now, stroke.leaves - wanted - move.length());
}

/// The clock of the stroke, gone `wanted` ahead in time for the way to the stroke.
ArmClock planned(const TrackedStroke& stroke, Seconds wanted) {
  ArmClock clock = stroke.clock;
  clock.plan(begin_of_move(stroke, wanted), wanted);
  return clock;
}

/// When the mass first comes to the covered share from below, once the arm's clock has come to the
/// stroke, if the clock is to go `wanted` ahead.
Seconds covered_at(const TrackedStroke& stroke, const Way& way, Seconds wanted) {
  const ArmClock clock = planned(stroke, wanted);
  SwungStroke swing(stroke, way, clock);
  double share = way.share_of(swing.mass().x);
  // A mass that is past it already, and does not fall behind, has been there from the beginning.
  std::optional<Seconds> otherwise;
  while (swing.now() < stroke.end + kWaitMax) {
    if (swing.arm_time() >= stroke.start && !otherwise) {
      otherwise = share < kCoveredShare ? stroke.end + kWaitMax : swing.now();
    }
    swing.advance();
    const double next = way.share_of(swing.mass().x);
    if (swing.arm_time() > stroke.start && share < kCoveredShare && next >= kCoveredShare) {
      return swing.covered_at();
    }
    share = next;
  }
  return otherwise.value_or(stroke.end + kWaitMax);
}

/// A look-ahead that is later than this after all has not been found.
constexpr Seconds kLateMax{0.15};

/// For the look-ahead with which the way is covered the nearest to its appointment.
class Search {
 public:
  Search(const TrackedStroke& stroke, const Way& way, Seconds ahead_max)
      : stroke_(stroke), way_(way), ahead_max_(ahead_max) {}

  Seconds ahead() const { return ahead_; }
  Seconds late() const { return late_; }

  /// Right, or as little ahead as can be for an arm that comes early all the same.
  bool is_good() const {
    constexpr Seconds kGood{0.004};
    return std::chrono::abs(late_) < kGood || (ahead_ == Seconds(0) && late_ < Seconds(0));
  }

  /// By what it is late: right but for what the clock's own way there does to the mass, which the
  /// last two say.
  void correct(Seconds ahead) {
    constexpr int kCorrectionsMax = 6;
    constexpr double kGainMin = 0.4;  // what looking farther ahead brings forward, as a share of it
    constexpr double kGainMax = 2;
    double gain = 1;
    Seconds late = ask(ahead);
    for (int i = 0; i < kCorrectionsMax && std::chrono::abs(late) >= kLookAheadPrecision; ++i) {
      const Seconds next = std::clamp(ahead + late / gain, Seconds(0), ahead_max_);
      if (next == ahead) return;
      const Seconds late_next = ask(next);
      gain = std::clamp((late - late_next) / (next - ahead), kGainMin, kGainMax);
      ahead = next;
      late = late_next;
    }
  }

  /// A mass that still swings from what was before may have no use for corrections.
  void scan() {
    constexpr int kParts = 10;
    constexpr int kNarrowings = 6;
    Seconds last{0};
    Seconds late_last = ask(last);
    for (int i = 1; i <= kParts && !is_good(); ++i) {
      const Seconds next = ahead_max_ * i / kParts;
      const Seconds late_next = ask(next);
      if (late_last.count() * late_next.count() < 0) {
        Seconds low = last;
        Seconds high = next;
        for (int j = 0; j < kNarrowings && !is_good(); ++j) {
          const Seconds middle = (low + high) / 2;
          (ask(middle).count() * late_last.count() > 0 ? low : high) = middle;
        }
      }
      last = next;
      late_last = late_next;
    }
  }

 private:
  Seconds ask(Seconds ahead) {
    constexpr Seconds kGain = kLookAheadPrecision / 10;  // less is no reason to look farther ahead
    const Seconds late = covered_at(stroke_, way_, ahead) - stroke_.end;
    if (std::chrono::abs(late) < std::chrono::abs(late_) - kGain) {
      ahead_ = ahead;
      late_ = late;
    }
    return late;
  }

  const TrackedStroke& stroke_;
  const Way& way_;
  Seconds ahead_max_;
  Seconds ahead_{0};
  Seconds late_ = 2 * kWaitMax;
};

}  // namespace

Seconds look_ahead_of_eased_stroke(const Tension& tension, Seconds length) {
  KINE_ASSERT(valid(tension));
  KINE_ASSERT(length.count() > 0);
  const Mass mass = state_after_eased_stroke(tension, length);
  if (mass.x >= kCoveredShare - 1) return Seconds(0);
  constexpr double kCovered = kCoveredShare - 1;
  const Seconds bound = covered_by(tension, mass);
  const auto then = [&](Seconds time) { return swung(step_of(tension, time), mass.x, mass.v); };
  Seconds time = bound * first_share<kRoughHalvings>(
                             [&](double share) { return then(share * bound).x >= kCovered; });
  // So near by that Newton's method doubles its digits each time.
  for (int i = 0; i < 2; ++i) {
    const Mass near = then(time);
    time -= Seconds((near.x - kCovered) / near.v);
  }
  return time;
}

bool TrackedStroke::valid() const {
  const auto is_valid = [](const std::optional<Tension>& t) { return !t || kine::valid(*t); };
  return !path.empty() && path_step.count() > 0 && start < end && is_valid(tension) &&
         std::ranges::all_of(changes, is_valid, &TimedTension::tension);
}

const std::optional<Tension>& TrackedStroke::tension_at(Seconds time) const {
  const auto later = std::ranges::upper_bound(changes, time, {}, &TimedTension::from);
  return later == changes.begin() ? tension : (later - 1)->tension;
}

MassThen mass_when(const TrackedStroke& stroke, Seconds arm_time) {
  const Way way(stroke);
  SwungStroke swing(stroke, way, stroke.clock);
  if (swing.arm_time() >= arm_time) return {.time = swing.now(), .mass = swing.mass()};
  while (swing.arm_time() < arm_time) swing.advance();
  return swing.when(arm_time);
}

LookAhead guessed_look_ahead_of(const TrackedStroke& stroke) {
  const std::optional<Tension>& tension = stroke.tension_at(stroke.start);
  const Seconds wanted =
      tension ? look_ahead_of_eased_stroke(*tension, stroke.end - stroke.start) : Seconds(0);
  const Seconds ahead = std::min(wanted, within_reach_of(stroke));
  return {.ahead = ahead, .begins = begin_of_move(stroke, ahead), .late = wanted - ahead};
}

LookAhead look_ahead_of(const TrackedStroke& stroke) {
  KINE_ASSERT(stroke.valid());
  const std::optional<Tension>& tension = stroke.tension_at(stroke.start);
  const Seconds within_reach = within_reach_of(stroke);
  const auto going = [&](Seconds ahead, Seconds late) {
    return LookAhead{.ahead = ahead, .begins = begin_of_move(stroke, ahead), .late = late};
  };
  const Way way(stroke);
  const Seconds lag = tension ? TrackerResponse(*tension).lag() : Seconds(0);
  const auto lag_within_reach = [&] { return std::min(lag, within_reach); };
  if (!way.leads_on()) {
    return going(lag_within_reach(), std::max(Seconds(0), lag - within_reach));
  }

  Search search(stroke, way, within_reach);
  search.correct(guessed_look_ahead_of(stroke).ahead);
  if (!search.is_good()) search.scan();
  // An arm that is too loose for so quick a stroke never comes there: its swing is to be in time.
  if (search.late() > kLateMax) return going(lag_within_reach(), search.late());
  return going(search.ahead(), search.late());
}

}  // namespace kine
