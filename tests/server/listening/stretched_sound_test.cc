// Tests for server/listening/stretched_sound.h.
#include "server/listening/stretched_sound.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tests/support/catch.h"

namespace kine::server::stretched_sound_test {
namespace {

constexpr std::size_t kSamples = 40'000;

/// A sine of so many radians a sample, at a place between samples.
double sine_at(double place, double step) { return std::sin(step * place); }

std::vector<float> stretched(double step, double stretch) {
  StretchedSound sound;
  std::vector<float> output;
  for (std::size_t i = 0; i < kSamples; ++i) {
    sound.push(static_cast<float>(sine_at(static_cast<double>(i), step)), stretch, output);
  }
  return output;
}

}  // namespace

TEST_CASE("what is not to be stretched goes through as it is", "[listening]") {
  const auto output = stretched(0.3, 0);
  REQUIRE(output.size() == kSamples);
  for (std::size_t i = 0; i < kSamples; i += 97) {
    CHECK(output[i] == static_cast<float>(sine_at(static_cast<double>(i), 0.3)));
  }
}

TEST_CASE("a sine that is stretched is the sine at other places", "[listening]") {
  for (const double stretch : {500e-6, -500e-6, 1e-3}) {
    for (const double step : {0.05, std::numbers::pi / 4, std::numbers::pi / 2}) {
      CAPTURE(stretch, step);
      const auto output = stretched(step, stretch);
      const double waiting = StretchedSound::kHalf;
      CHECK(std::abs(static_cast<double>(output.size()) - (kSamples - waiting) * (1 + stretch)) <=
            2);
      double worst = 0;
      for (std::size_t i = 2 * StretchedSound::kHalf; i < output.size(); ++i) {
        const double place = static_cast<double>(i) / (1 + stretch);
        worst = std::max(worst, std::abs(output[i] - sine_at(place, step)));
      }
      CHECK(worst < 0.004);
    }
  }
}

TEST_CASE("sound that begins to be stretched goes on where it was", "[listening]") {
  StretchedSound sound;
  std::vector<float> output;
  for (std::size_t i = 0; i < kSamples; ++i) {
    const double stretch = i < 1'000 ? 0 : 1e-3;
    sound.push(static_cast<float>(sine_at(static_cast<double>(i), 0.1)), stretch, output);
  }
  double steepest = 0;
  for (std::size_t i = 1; i < output.size(); ++i) {
    steepest = std::max(steepest, std::abs(static_cast<double>(output[i] - output[i - 1])));
  }
  CHECK(steepest < 0.101);  // a sine's own steps are at most 0.1
}

}  // namespace kine::server::stretched_sound_test
