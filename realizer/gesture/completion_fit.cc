#include "realizer/gesture/completion_fit.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace kine::gesture {
namespace {

/// P(goes on) = 1 / (1 + exp(-(offset - slope fraction))).
struct LogOdds {
  double offset = 0;
  double slope = 1;

  double at(double fraction) const { return offset - slope * fraction; }
};

/// log(1 + exp(x)), for any x.
double softplus(double x) { return std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x))); }

LogOdds moved(const LogOdds& from, const LogOdds& step, double share) {
  return {from.offset + share * step.offset, from.slope + share * step.slope};
}

enum class Slope : std::uint8_t { Free, Fixed };

struct Regression {
  std::span<const CompletionSample> samples;
  LogOdds prior;
  double prior_weight = 0;

  double cost(const LogOdds& odds) const {
    const double offset = odds.offset - prior.offset;
    const double slope = odds.slope - prior.slope;
    double sum = prior_weight / 2 * (offset * offset + slope * slope);
    for (const CompletionSample& each : samples) {
      const double x = odds.at(each.fraction);
      sum += softplus(each.goes_on ? -x : x);
    }
    return sum;
  }

  /// Newton's step; none where the cost is flat.
  LogOdds step_from(const LogOdds& odds, Slope kind) const {
    double g0 = prior_weight * (odds.offset - prior.offset);
    double g1 = prior_weight * (odds.slope - prior.slope);
    double h00 = prior_weight;
    double h01 = 0;
    double h11 = prior_weight;
    for (const CompletionSample& each : samples) {
      const double p = 1 / (1 + std::exp(-odds.at(each.fraction)));
      const double error = p - (each.goes_on ? 1 : 0);
      const double weight = p * (1 - p);
      g0 += error;
      g1 -= error * each.fraction;
      h00 += weight;
      h01 -= weight * each.fraction;
      h11 += weight * each.fraction * each.fraction;
    }
    if (kind == Slope::Fixed) return {h00 > 0 ? -g0 / h00 : 0, 0};
    const double determinant = h00 * h11 - h01 * h01;
    if (!(determinant > 0)) return {0, 0};
    return {(h01 * g1 - h11 * g0) / determinant, (h01 * g0 - h00 * g1) / determinant};
  }

  /// An undamped step may diverge, so each is halved until the cost falls.
  LogOdds best_from(LogOdds odds, Slope kind) const {
    constexpr int kSteps = 50;
    constexpr double kShareLeast = 1e-10;
    for (int i = 0; i < kSteps; ++i) {
      const LogOdds step = step_from(odds, kind);
      const double before = cost(odds);
      double share = 1;
      while (share > kShareLeast && !(cost(moved(odds, step, share)) < before)) share /= 2;
      if (share <= kShareLeast) break;
      odds = moved(odds, step, share);
    }
    return odds;
  }
};

}  // namespace

Completion fit_completion(std::span<const CompletionSample> samples, const Completion& prior,
                          double prior_weight) {
  const LogOdds start{prior.slope * prior.half, prior.slope};
  const Regression regression{samples, start, prior_weight};
  LogOdds odds = regression.best_from(start, Slope::Free);
  const double allowed = std::clamp(odds.slope, kSlopeLeast, kSlopeMost);
  if (odds.slope != allowed) {
    // The cost is convex: where the best slope is beyond a bound, the best allowed one is the
    // bound.
    odds = regression.best_from({allowed * prior.half, allowed}, Slope::Fixed);
  }
  return {.slope = odds.slope, .half = odds.offset / odds.slope};
}

}  // namespace kine::gesture
