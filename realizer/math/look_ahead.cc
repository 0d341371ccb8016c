#include "realizer/math/look_ahead.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "realizer/core/assert.h"
#include "realizer/math/tracker_response.h"

namespace kine {
namespace {

/// Enough for any time of a script to its last digit that matters.
constexpr int kHalvings = 40;

/// The first share of [0, 1] at which `covered`, which is false at 0 and true from some share on.
template <class Predicate>
double first_share(Predicate covered) {
  double before = 0;
  double after = 1;
  for (int i = 0; i < kHalvings; ++i) {
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
      : stroke_(stroke), start_(at(stroke.start)), way_(at(stroke.end) - start_) {}

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

  double target_at(Seconds time) const { return share_of(at(time)); }
  Mass mass_now() const {
    return {.x = share_of(stroke_.mass.x), .v = dot(stroke_.mass.v, way_) / dot(way_, way_)};
  }

 private:
  double share_of(const Vec3& position) const {
    return dot(position - start_, way_) / dot(way_, way_);
  }

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
};

/// Longer than any valid tension takes for 98 %, after any plausible stroke.
constexpr Seconds kWaitMax{10};

/// When the mass first comes to the covered share from below, once the arm's clock has come to the
/// stroke, if the clock is to go `wanted` ahead.
Seconds covered_at(const TrackedStroke& stroke, const Way& way, Seconds wanted) {
  const Seconds length = stroke.path_step;
  const TrackerStep step = step_of(stroke.tension, length);
  Mass mass = way.mass_now();
  Seconds ahead = stroke.ahead;
  double from = way.target_at(ahead);
  // A mass that is past it already, and does not fall behind, has been there from the beginning.
  std::optional<Seconds> otherwise;
  for (Seconds now{0}; now < stroke.end + kWaitMax; now += length) {
    if (now + ahead >= stroke.start && !otherwise) {
      otherwise = mass.x < kCoveredShare ? stroke.end + kWaitMax : now;
    }
    ahead = ahead_after(ahead, wanted, stroke.clock_gain, length);
    const double to = way.target_at(now + length + ahead);
    const Mass next = advanced(mass, step, from, to);
    if (now + length + ahead > stroke.start && mass.x < kCoveredShare && next.x >= kCoveredShare) {
      return now + length * first_share([&](double share) {
                     const double target = from + share * (to - from);
                     const TrackerStep part = step_of(stroke.tension, share * length);
                     return advanced(mass, part, from, target).x >= kCoveredShare;
                   });
    }
    mass = next;
    from = to;
  }
  return otherwise.value_or(stroke.end + kWaitMax);
}

}  // namespace

Seconds look_ahead_of_eased_stroke(const Tension& tension, Seconds length) {
  KINE_ASSERT(valid(tension));
  KINE_ASSERT(length.count() > 0);
  const Mass mass = state_after_eased_stroke(tension, length);
  if (mass.x >= kCoveredShare - 1) return Seconds(0);
  const Seconds bound = covered_by(tension, mass);
  return bound * first_share([&](double share) {
           return swung(step_of(tension, share * bound), mass.x, mass.v).x >= kCoveredShare - 1;
         });
}

bool TrackedStroke::valid() const {
  return !path.empty() && path_step.count() > 0 && start < end && kine::valid(tension) &&
         ahead.count() >= 0 && clock_gain > 0 && clock_gain < 1;
}

Seconds ahead_after(Seconds ahead, Seconds wanted, double clock_gain, Seconds length) {
  const Seconds most = clock_gain * length;
  return ahead + std::clamp(wanted - ahead, -most, most);
}

LookAhead look_ahead_of(const TrackedStroke& stroke) {
  KINE_ASSERT(stroke.valid());
  const Seconds within_reach = stroke.ahead + stroke.clock_gain * std::max(Seconds(0), stroke.end);
  const Way way(stroke);
  if (!way.leads_on()) {
    const Seconds lag = TrackerResponse(stroke.tension).lag();
    return {.ahead = std::min(lag, within_reach), .late = std::max(Seconds(0), lag - within_reach)};
  }

  // Each correction is right but for what the clock's own way there does to the mass.
  constexpr int kCorrectionsMax = 12;
  constexpr Seconds kGain = kLookAheadPrecision / 10;  // less is no reason to look farther ahead
  Seconds ahead =
      std::min(look_ahead_of_eased_stroke(stroke.tension, stroke.end - stroke.start), within_reach);
  std::optional<LookAhead> best;
  for (int i = 0; i <= kCorrectionsMax; ++i) {
    const Seconds late = covered_at(stroke, way, ahead) - stroke.end;
    const bool better = !best || std::chrono::abs(late) < std::chrono::abs(best->late) - kGain;
    if (better) best = {ahead, late};
    const Seconds next = std::clamp(ahead + late, Seconds(0), within_reach);
    if (std::chrono::abs(late) < kLookAheadPrecision || next == ahead) break;
    ahead = next;
  }
  return *best;
}

}  // namespace kine
