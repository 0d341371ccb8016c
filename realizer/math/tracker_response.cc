#include "realizer/math/tracker_response.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "realizer/core/assert.h"

namespace kine {

using std::numbers::pi;

TrackerResponse::TrackerResponse(const Tension& tension)
    : zeta_(tension.zeta),
      wn_(tension.natural_frequency()),
      root_(std::sqrt(std::abs((1 - zeta_) * (1 + zeta_)))),
      wd_(wn_ * root_),
      phi0_(zeta_ < 1 ? std::acos(zeta_) : std::acosh(zeta_)) {
  KINE_ASSERT(valid(tension));
}

std::optional<Seconds> TrackerResponse::period() const {
  return swings() ? std::optional(Seconds(2 * pi / wd_)) : std::nullopt;
}

std::optional<Turn> TrackerResponse::first_turn(double y_m, double w_m_s) const {
  if (w_m_s == 0) return Turn{.after = Seconds(0), .y_m = y_m};
  const double a = zeta_ * wn_;
  const double toward = a * w_m_s + wn_ * wn_ * y_m;
  double t = 0;
  if (swings()) {
    t = std::atan2(wd_ * w_m_s, toward) / wd_;
    if (t < 0) t += pi / wd_;
  } else {
    // w (1 - a t) = wn^2 y t at zeta 1, and the same with tanh(wd t) / wd past it.
    const double share = w_m_s / toward;
    if (!(share > 0) || wd_ * share >= 1) return {};
    t = wd_ > 0 ? std::atanh(wd_ * share) / wd_ : share;
  }
  // The swing's size as its state says it, which is the height of the turn but for its decay.
  const double square = w_m_s * w_m_s + 2 * a * w_m_s * y_m + wn_ * wn_ * y_m * y_m;
  const double size = std::exp(-a * t) * std::sqrt(std::max(0.0, square)) / wn_;
  return Turn{.after = Seconds(t), .y_m = std::copysign(size, w_m_s)};
}

double TrackerResponse::error_of_ramp_m(double speed_m_s, Seconds after) const {
  return -speed_m_s * lag().count() - error_of_stop_m(speed_m_s, after);
}

double TrackerResponse::error_of_stop_m(double speed_m_s, Seconds after) const {
  const double t = after.count();
  const double decay = zeta_ * wn_ * t;
  if (swings()) {
    return -speed_m_s / wd_ * std::exp(-decay) * std::sin(wd_ * t + 2 * phi0_);
  }
  if (wd_ == 0) return -speed_m_s / wn_ * std::exp(-decay) * (2 + wn_ * t);
  // (zeta + root)^2 e^(-wn (zeta - root) t) - (zeta - root)^2 e^(-wn (zeta + root) t), as a
  // product, for the two are almost one near zeta 1; zeta + root is e^phi0.
  const double slow = std::exp(2 * phi0_ - wn_ * t / (zeta_ + root_));
  return speed_m_s / (2 * wd_) * slow * std::expm1(-2 * wd_ * t - 4 * phi0_);
}

std::optional<Seconds> TrackerResponse::peak(int count) const {
  return swings() ? std::optional(Seconds((count * pi - phi0_) / wd_)) : std::nullopt;  // (4)
}

double TrackerResponse::greatest_lag_m(double speed_m_s) const {
  return speed_m_s * lag().count() + overshoot_m(speed_m_s);  // (5)
}

double TrackerResponse::overshoot_m(double speed_m_s) const {
  return swings() ? speed_m_s / wn_ * std::exp(-zeta_ * (pi - phi0_) / root_) : 0;
}

double TrackerResponse::estimated_peaks(double settled_share) const {
  if (!swings()) return 0;
  return (phi0_ - root_ / zeta_ * std::log(2 * settled_share * zeta_ * root_)) / pi;  // (8)
}

int TrackerResponse::peaks(double settled_share) const {
  if (!swings()) return 0;
  // A peak's height is e^(-a t) v / wn, without the root that makes an envelope of it.
  const double count = (phi0_ - root_ / zeta_ * std::log(2 * settled_share * zeta_)) / pi;
  return static_cast<int>(std::floor(count));
}

std::optional<Seconds> TrackerResponse::settling_bound(double settled_share) const {
  if (!swings()) return {};
  return Seconds(-std::log(2 * settled_share * zeta_ * root_) / (zeta_ * wn_));  // (7)
}

Seconds TrackerResponse::settling(double settled_share) const {
  KINE_ASSERT(settled_share > 0 && settled_share < 1);
  const double settled_m = settled_share * lag().count();  // at 1 m / s: it holds for any speed
  // Past the last peak that is too high the error falls through the bound to its next zero; where
  // there is none, from the start.
  double before = 0;
  double after = 0;
  if (swings()) {
    const int last = peaks(settled_share);
    before = last > 0 ? peak(last)->count() : 0;
    after = ((last + 1) * pi - 2 * phi0_) / wd_;
  } else {
    after = lag().count();
    while (std::abs(error_of_stop_m(1, Seconds(after))) > settled_m) after *= 2;
  }
  constexpr int kHalvingsOfTime = 60;  // of seconds: down to the last digit
  for (int i = 0; i < kHalvingsOfTime; ++i) {
    const double middle = (before + after) / 2;
    const bool settled = std::abs(error_of_stop_m(1, Seconds(middle))) <= settled_m;
    (settled ? after : before) = middle;
  }
  return Seconds(after);
}

}  // namespace kine
