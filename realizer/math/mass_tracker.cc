#include "realizer/math/mass_tracker.h"

#include <cmath>

#include "realizer/core/assert.h"

namespace kine {
namespace {

/// The free swing: P = e^(-a t) cos(wd t) and Q = e^(-a t) sin(wd t) / wd, for imaginary wd too.
struct Swing {
  double p;
  double q;
};

Swing swing_after(double wn, double zeta, double t) {
  const double decay = zeta * wn * t;
  const double angle = wn * t;
  // (wd t)^2, negative where the mass does not swing. 1 - zeta^2 would cancel near 1.
  const double square = angle * angle * (1 - zeta) * (1 + zeta);

  // Next to critical damping both forms divide nothing by nothing; the series leaves out terms
  // below 1e-17 within this border.
  constexpr double kSeriesUpTo = 0.01;
  if (std::abs(square) < kSeriesUpTo) {
    const double s = square;
    const double e = std::exp(-decay);
    return {e * (1 - s / 2 * (1 - s / 12 * (1 - s / 30 * (1 - s / 56)))),
            e * t * (1 - s / 6 * (1 - s / 20 * (1 - s / 42 * (1 - s / 72))))};
  }
  if (square > 0) {
    const double turned = std::sqrt(square);
    const double e = std::exp(-decay);
    return {e * std::cos(turned), e * t * std::sin(turned) / turned};
  }
  // e^(-a t) cosh and sinh, by the slower of the two decays, which is a difference written as a
  // quotient: strongly damped masses creep for long, and it must not cancel.
  const double turned = std::sqrt(-square);
  const double slow = std::exp(-angle * angle / (decay + turned));
  const double fall = std::expm1(-2 * turned);
  return {slow * (1 + fall / 2), -slow * t * fall / (2 * turned)};
}

}  // namespace

TrackerStep step_of(const Tension& tension, Seconds length) {
  KINE_ASSERT(valid(tension));
  KINE_ASSERT(length.count() > 0);
  const double wn = tension.natural_frequency();
  const double a = tension.zeta * wn;
  const Swing swing = swing_after(wn, tension.zeta, length.count());
  return {.y_from_y = swing.p + a * swing.q,
          .y_from_w = swing.q,
          .w_from_y = -wn * wn * swing.q,
          .w_from_w = swing.p - a * swing.q,
          .lag_s = 2 * tension.zeta / wn,
          .rate_hz = 1 / length.count()};
}

}  // namespace kine
