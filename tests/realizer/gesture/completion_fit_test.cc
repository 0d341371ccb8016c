// Tests for realizer/gesture/completion_fit.h.
#include "realizer/gesture/completion_fit.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "realizer/core/random.h"
#include "tests/support/catch.h"

namespace kine::gesture::completion_fit_test {
namespace {

constexpr Completion kPrior{.slope = 6, .half = 0.7};

std::vector<CompletionSample> samples_of(const Completion& truth, std::size_t count,
                                         std::uint64_t seed) {
  Random random({.seed = seed});
  std::vector<CompletionSample> samples(count);
  for (CompletionSample& each : samples) {
    each.fraction = random.number(0, 1.2);
    each.goes_on = random.number(0, 1) < truth.goes_on(each.fraction);
  }
  return samples;
}

/// By logarithms of probabilities, which is how it is defined.
double cost(const std::vector<CompletionSample>& samples, double prior_weight, double offset,
            double slope) {
  const double from_offset = offset - kPrior.slope * kPrior.half;
  const double from_slope = slope - kPrior.slope;
  double sum = prior_weight / 2 * (from_offset * from_offset + from_slope * from_slope);
  for (const CompletionSample& each : samples) {
    const double goes_on = 1 / (1 + std::exp(-(offset - slope * each.fraction)));
    sum -= std::log(each.goes_on ? goes_on : 1 - goes_on);
  }
  return sum;
}

/// The best of a grid of offsets and slopes, twice refined.
Completion by_grid(const std::vector<CompletionSample>& samples, double prior_weight) {
  double offset = 5;
  double slope = 10;
  double reach_offset = 15;
  double reach_slope = 9.9;
  constexpr int kSide = 60;
  for (int level = 0; level < 5; ++level) {
    double least = std::numeric_limits<double>::infinity();
    double best_offset = offset;
    double best_slope = slope;
    for (int i = -kSide; i <= kSide; ++i) {
      for (int j = -kSide; j <= kSide; ++j) {
        const double at_offset = offset + reach_offset * i / kSide;
        const double at_slope = std::max(kSlopeLeast, slope + reach_slope * j / kSide);
        const double here = cost(samples, prior_weight, at_offset, at_slope);
        if (here >= least) continue;
        least = here;
        best_offset = at_offset;
        best_slope = at_slope;
      }
    }
    offset = best_offset;
    slope = best_slope;
    reach_offset /= 8;
    reach_slope /= 8;
  }
  return {.slope = slope, .half = offset / slope};
}

}  // namespace

TEST_CASE("the fit is the best of a grid", "[gesture]") {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const Completion truth{.slope = 2.0 + 2 * static_cast<double>(seed), .half = 0.6};
    const auto samples = samples_of(truth, 150, seed);
    for (const double weight : {0.5, 5.0}) {
      const Completion fit = fit_completion(samples, kPrior, weight);
      const Completion grid = by_grid(samples, weight);
      CHECK(fit.slope == Approx(grid.slope).margin(0.01));
      CHECK(fit.half == Approx(grid.half).margin(0.002));
    }
  }
}

TEST_CASE("many samples outweigh the prior", "[gesture]") {
  const Completion truth{.slope = 3, .half = 0.4};
  const Completion fit = fit_completion(samples_of(truth, 50'000, 9), kPrior, 5);
  CHECK(fit.slope == Approx(truth.slope).margin(0.1));
  CHECK(fit.half == Approx(truth.half).margin(0.02));
}

TEST_CASE("without samples a completion is as usual", "[gesture]") {
  for (const double weight : {0.0, 1.0, 5.0}) {
    const Completion fit = fit_completion({}, kPrior, weight);
    CHECK(fit.slope == Approx(kPrior.slope));
    CHECK(fit.half == Approx(kPrior.half));
  }
}

TEST_CASE("separable samples give a steep slope between them, within its bound", "[gesture]") {
  std::vector<CompletionSample> samples;
  for (int i = 0; i < 20; ++i) {
    samples.push_back({.fraction = 0.02 * i, .goes_on = true});
    samples.push_back({.fraction = 0.6 + 0.02 * i, .goes_on = false});
  }
  const Completion steep = fit_completion(samples, kPrior, 0);
  CHECK(steep.slope == kSlopeMost);
  CHECK(steep.half > 0.38);
  CHECK(steep.half < 0.6);
  const Completion drawn_back = fit_completion(samples, kPrior, 1);
  CHECK(drawn_back.slope > kPrior.slope);
  CHECK(drawn_back.slope < 15);
}

TEST_CASE("samples that rise still give a slope that falls, and the best half for it",
          "[gesture]") {
  auto samples = samples_of({.slope = 8, .half = 0.5}, 400, 3);
  for (CompletionSample& each : samples) each.goes_on = !each.goes_on;
  const Completion fit = fit_completion(samples, kPrior, 0.1);
  CHECK(fit.slope == kSlopeLeast);
  const double least = cost(samples, 0.1, fit.slope * fit.half, fit.slope);
  for (int i = -500; i <= 500; ++i) {
    CHECK(least <= cost(samples, 0.1, 0.01 * i, kSlopeLeast) + 1e-9);
  }
}

TEST_CASE("no fit diverges", "[gesture]") {
  const std::vector<std::vector<CompletionSample>> all = {
      {{.fraction = 0, .goes_on = true}},
      {{.fraction = 1, .goes_on = true}},
      {{.fraction = 0, .goes_on = false}},
      {{.fraction = 100, .goes_on = true}, {.fraction = 100, .goes_on = false}},
      {{.fraction = 0, .goes_on = false}, {.fraction = 1e6, .goes_on = true}},
      std::vector<CompletionSample>(5000, {.fraction = 0.99, .goes_on = true}),
      std::vector<CompletionSample>(5000, {.fraction = 0.01, .goes_on = false}),
  };
  for (const auto& samples : all) {
    for (const double weight : {0.0, 1e-6, 1.0, 5.0}) {
      for (const Completion& prior :
           {kPrior, Completion{.slope = 50, .half = 0.01}, Completion{.slope = 0.1, .half = 40}}) {
        const Completion fit = fit_completion(samples, prior, weight);
        CHECK(fit.slope >= kSlopeLeast);
        CHECK(fit.slope <= kSlopeMost);
        CHECK(std::isfinite(fit.half));
        CHECK(fit.goes_on(0) >= fit.goes_on(1));
      }
    }
  }
}

}  // namespace kine::gesture::completion_fit_test
