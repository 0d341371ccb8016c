#include "realizer/dynamics/arm_tension.h"

#include <algorithm>
#include <cmath>

#include "realizer/core/assert.h"
#include "realizer/dynamics/arm_bones.h"
#include "realizer/math/ease.h"
#include "realizer/math/mass_tracker.h"

namespace kine::dynamics {
namespace {

/// In this time, or its own where that is shorter, a number lets go of the speed that it had.
constexpr Seconds kSpeedLost{0.2};

Spring spring_of(const Tension& tension, Seconds step) {
  const TrackerStep exact = step_of(tension, step);
  return {.y_from_y = static_cast<float>(exact.y_from_y),
          .y_from_w = static_cast<float>(exact.y_from_w),
          .w_from_y = static_cast<float>(exact.w_from_y),
          .w_from_w = static_cast<float>(exact.w_from_w),
          .lag_s = static_cast<float>(exact.lag_s)};
}

/// All joints of an arm are as loose as each other: under 1 g each sags by the same angle, the
/// arm by its rest error at the wrist, the hand by as much less as it is shorter. The shorter
/// pendulum swings the faster.
Tension of_hand(const Tension& tension, const ArmLengthsOf& lengths) {
  const double rest_error_m = tension.rest_error_m * lengths.hand_m / lengths.arm_m;
  return {std::max(rest_error_m, kRestErrorMin_m), tension.zeta};
}

double mixed(double a, double b, double share) { return a + (b - a) * share; }

ArmTension::Manner mixed(const ArmTension::Manner& a, const ArmTension::Manner& b, double share) {
  return {mixed(a.log_rest_error_m, b.log_rest_error_m, share), mixed(a.zeta, b.zeta, share),
          mixed(a.swings, b.swings, share)};
}

/// One that set out after `at` has just done so.
Seconds passed_at(const EasedNumber& number, const Instant& at, TickRate rate) {
  return std::max(rate.between(number.since, at.tick) - at.before, Seconds{0});
}

/// From where it is now, as fast as it is.
EasedNumber on_to(const EasedNumber& number, double to, Seconds over, const Instant& at,
                  TickRate rate) {
  const Seconds passed = passed_at(number, at, rate);
  return {.from = number.at(passed),
          .to = to,
          .speed_per_s = number.speed_at(passed),
          .since = at,
          .over = over};
}

void show_less(Seconds over, const Instant& at, TickRate rate, ArmTension& arm) {
  if (arm.share.to == 0) return;
  arm.share = on_to(arm.share, 0, std::max(over, kLeastEase), at, rate);
}

void take_manner(const ArmTension::Manner& manner, Seconds over, const Instant& at, TickRate rate,
                 ArmTension& arm) {
  // Two eases of the manner in a row meet at a corner, which its mass does not: it is a force that
  // changes, no speed.
  arm.from = mixed(arm.from, arm.to, arm.way.at(passed_at(arm.way, at, rate)));
  arm.to = manner;
  const bool shown_otherwise = arm.from.swings != manner.swings;
  arm.way = {
      .from = 0, .to = 1, .since = at, .over = shown_otherwise ? std::max(over, kLeastEase) : over};
}

}  // namespace

ArmLengthsOf lengths_of(const body::Body& body, body::Side side) {
  return {arm_length_m(body, side), hand_length_m(body, side)};
}

double EasedNumber::at(Seconds passed) const {
  if (passed >= over) return to;
  const double way = mixed(from, to, eased(passed / over));
  const double share = passed / std::min(over, kSpeedLost);
  if (share >= 1) return way;
  return way + speed_per_s * passed.count() * (1 - share) * (1 - share);
}

double EasedNumber::speed_at(Seconds passed) const {
  if (passed >= over) return 0;
  const double h = passed / over;
  const double way = (to - from) * 6 * h * (1 - h) / over.count();
  const double share = passed / std::min(over, kSpeedLost);
  if (share >= 1) return way;
  return way + speed_per_s * (1 - share) * (1 - 3 * share);
}

Tension tension_of(const ArmTension::Manner& manner) {
  // Between two that are valid, rounding passes an end of their ranges.
  return {std::clamp(std::exp(manner.log_rest_error_m), kRestErrorMin_m, kRestErrorMax_m),
          std::clamp(manner.zeta, kZetaMin, kZetaMax)};
}

void change(const ArmChange& change, const Instant& at, TickRate rate,
            std::optional<ArmTension>& arm) {
  if (!change.tension) {
    if (arm) show_less(change.over, at, rate, *arm);
    return;
  }
  KINE_ASSERT(valid(*change.tension));
  const ArmTension::Manner manner = {std::log(change.tension->rest_error_m), change.tension->zeta,
                                     change.swings ? 1.0 : 0.0};
  if (arm) {
    take_manner(manner, change.over, at, rate, *arm);
    if (arm->share.to != 1) {
      arm->share = on_to(arm->share, 1, std::max(change.over, kLeastEase), at, rate);
    }
  } else {
    arm.emplace();
    arm->from = manner;
    arm->to = manner;
    arm->way = {.from = 0, .to = 1, .since = at};
    arm->share = {.from = 0, .to = 1, .since = at, .over = change.over};
    arm->tracked.frame = static_cast<float>(change.frame);
  }
  arm->frame = change.frame;
}

void bring_to(Tick tick, TickRate rate, const body::Body& body, body::Side side,
              std::optional<ArmTension>& arm) {
  if (!arm) return;
  const Seconds shown_for = rate.between(arm->share.since, tick);
  if (arm->share.to == 0 && shown_for >= arm->share.over) {
    arm.reset();
    return;
  }
  arm->tracked.share = static_cast<float>(arm->share.at(shown_for));
  const Seconds changed_for = rate.between(arm->way.since, tick);
  const bool settled = changed_for > arm->way.over + rate.step();
  if (settled) return;
  const ArmTension::Manner now = mixed(arm->from, arm->to, arm->way.at(changed_for));
  arm->tension = tension_of(now);
  arm->tracked.swings = static_cast<float>(now.swings);
  set_springs(arm->tension, lengths_of(body, side), rate.step(), arm->tracked);
}

void begin_anew(TrackedArm& tracked) {
  const TrackedArm before = tracked;
  tracked = {};
  tracked.frame = before.frame;
  tracked.share = before.share;
  tracked.swings = before.swings;
  tracked.hand_sag_s2_m = before.hand_sag_s2_m;
  tracked.wrist = before.wrist;
  tracked.hand = before.hand;
}

void set_springs(const Tension& tension, const ArmLengthsOf& lengths, Seconds step,
                 TrackedArm& tracked) {
  tracked.wrist = spring_of(tension, step);
  tracked.hand = spring_of(of_hand(tension, lengths), step);
  tracked.hand_sag_s2_m =
      static_cast<float>(tension.rest_error_m / (lengths.arm_m * kGravity_m_s2));
}

}  // namespace kine::dynamics
