#include "realizer/speech/hearing/intensity.h"

#include <cmath>
#include <numbers>

#include "tests/support/catch.h"
#include "tests/support/speech/tones.h"

namespace kine::speech::intensity_test {
namespace {

std::vector<float> levels_of(const std::vector<float>& samples) {
  Intensity intensity;
  std::vector<float> levels;
  for (const float sample : samples) {
    const auto level = intensity.push(sample);
    if (!level) continue;
    CHECK(level->frame == static_cast<std::int64_t>(levels.size()));
    levels.push_back(level->db);
  }
  return levels;
}

/// Of Butterworth's filters of second order, the one below twice, as the bilinear transform has
/// them.
double gain_db(double hz) {
  const auto warped = [](double each) { return std::tan(std::numbers::pi * each / 16'000); };
  return -20 * std::log10(1 + std::pow(warped(400) / warped(hz), 4)) -
         10 * std::log10(1 + std::pow(warped(hz) / warped(2'500), 4));
}

}  // namespace

TEST_CASE("a tone has the level of its power and of the band", "[intensity]") {
  for (const double hz : {200.0, 400.0, 1'000.0, 2'500.0, 5'000.0}) {
    CAPTURE(hz);
    const auto levels = levels_of(test::sine(16'000, 1, hz, 0.5));
    CHECK(levels[50] == Approx(10 * std::log10(0.125) + gain_db(hz)).margin(0.02));
  }
}

TEST_CASE("hum is suppressed by 48 dB, a constant is silent", "[intensity]") {
  CHECK(levels_of(test::sine(16'000, 1, 100, 0.5))[50] < 10 * std::log10(0.125) - 48);
  CHECK(levels_of(std::vector<float>(16'000, 0.5F))[50] == -96);
  CHECK(levels_of(std::vector<float>(16'000, 0))[50] == -96);
}

TEST_CASE("a click is a Gaussian of 64 ms about its time", "[intensity]") {
  std::vector<float> samples(16'000, 0);
  samples[50 * kHop] = 1;
  const auto levels = levels_of(samples);
  // Three standard deviations are 512 samples; the filters ring for less than a millisecond.
  for (const int away : {-2, -1, 1, 2}) {
    const double deviations = away * 160.0 * 3 / 512;
    const double expected_db = -0.5 * deviations * deviations * 10 / std::numbers::ln10;
    CAPTURE(away);
    CHECK(levels[static_cast<std::size_t>(50 + away)] - levels[50] ==
          Approx(expected_db).margin(0.3));
  }
  CHECK(levels[45] == -96);
}

TEST_CASE("a level is known 32 ms after its time", "[intensity]") {
  Intensity intensity;
  int taken = 1;
  while (!intensity.push(0)) ++taken;
  CHECK(taken == 512);
}

}  // namespace kine::speech::intensity_test
