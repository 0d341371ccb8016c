#include "realizer/speech/hearing/resampler.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tests/support/catch.h"
#include "tests/support/speech/tones.h"

namespace kine::speech::resampler_test {
namespace {

constexpr std::uint32_t kRates_hz[] = {8'000, 11'025, 11'027, 16'000, 22'050, 44'100, 48'000};

std::vector<float> resampled(const std::vector<float>& samples, std::uint32_t rate_hz) {
  Resampler resampler(rate_hz);
  std::vector<float> all;
  for (const float sample : samples) {
    for (const float each : resampler.push(sample)) all.push_back(each);
  }
  return all;
}

/// The largest difference from a sine of amplitude 1 at 16,000 Hz, both ends left out.
double error_of_sine(const std::vector<float>& samples, double hz) {
  double worst = 0;
  for (std::size_t i = 1'000; i + 1'000 < samples.size(); ++i) {
    const double is = samples[i];
    worst = std::max(worst, std::abs(is - std::sin(2 * std::numbers::pi * hz *
                                                   static_cast<double>(i) / 16'000)));
  }
  return worst;
}

}  // namespace

TEST_CASE("a sine stays a sine, in its place", "[resampler]") {
  for (const std::uint32_t rate_hz : kRates_hz) {
    for (const double hz : {100.0, 440.0, 2'500.0}) {
      CAPTURE(rate_hz, hz);
      CHECK(error_of_sine(resampled(test::sine(rate_hz, 1, hz, 1), rate_hz), hz) < 0.003);
    }
  }
}

TEST_CASE("what 16,000 Hz cannot carry is suppressed by 50 dB", "[resampler]") {
  for (const auto& [rate_hz, hz] :
       std::vector<std::pair<std::uint32_t, double>>{{22'050, 8'100},
                                                     {22'050, 10'000},
                                                     {44'100, 8'100},
                                                     {44'100, 15'000},
                                                     {48'000, 8'100},
                                                     {48'000, 12'000},
                                                     {48'000, 15'900},
                                                     {48'000, 23'000}}) {
    CAPTURE(rate_hz, hz);
    const auto samples = resampled(test::sine(rate_hz, 1, hz, 1), rate_hz);
    double largest = 0;
    for (std::size_t i = 1'000; i + 1'000 < samples.size(); ++i) {
      largest = std::max(largest, std::abs(double{samples[i]}));
    }
    CHECK(20 * std::log10(largest) < -50);
  }
}

TEST_CASE("the mirror of 8,000 Hz is suppressed by 50 dB", "[resampler]") {
  // Its 1 kHz would also be at 7 kHz: what differs from the sine.
  CHECK(error_of_sine(resampled(test::sine(8'000, 1, 1'000, 1), 8'000), 1'000) < 0.00316);
}

TEST_CASE("a second becomes 16,000 samples, but for those that wait", "[resampler]") {
  for (const std::uint32_t rate_hz : kRates_hz) {
    const auto samples = resampled(std::vector<float>(rate_hz, 0.5F), rate_hz);
    const auto waiting = static_cast<double>(Resampler(rate_hz).delay()) * 16'000 / rate_hz;
    CAPTURE(rate_hz);
    CHECK(static_cast<double>(samples.size()) == Approx(16'000 - waiting).margin(1));
    CHECK(samples.back() == Approx(0.5).margin(1e-4));
  }
}

}  // namespace kine::speech::resampler_test
