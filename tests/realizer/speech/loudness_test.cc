// Tests for realizer/speech/loudness.h.
#include "realizer/speech/loudness.h"

#include <algorithm>
#include <cmath>

#include "tests/support/catch.h"

using namespace std::chrono_literals;

namespace kine::speech::loudness_test {
namespace {

/// A tone of these amplitudes, each for a tenth of a second.
Audio tone(std::uint32_t rate_hz, const std::vector<double>& amplitudes) {
  constexpr double kHz = 400;
  constexpr double kPi = 3.14159265358979323846;
  Audio audio{.rate_hz = rate_hz, .samples = {}};
  const std::size_t count = amplitudes.size() * rate_hz / 10;
  for (std::size_t i = 0; i < count; ++i) {
    const double phase = 2 * kPi * kHz * static_cast<double>(i) / rate_hz;
    const double amplitude = amplitudes[i * 10 / rate_hz];
    audio.samples.push_back(
        static_cast<std::int16_t>(std::lround(32'767 * amplitude * std::sin(phase))));
  }
  return audio;
}

}  // namespace

TEST_CASE("a full tone is three decibels below a full square wave", "[loudness]") {
  for (const std::uint32_t rate : {16'000U, 22'050U, 48'000U}) {
    const Loudness loudness = loudness_of(tone(rate, {1, 0.1}));
    REQUIRE(loudness.db.size() == 20);
    CHECK(loudness.at(50ms) == Approx(10 * std::log10(0.5)).margin(0.1));
    CHECK(loudness.at(150ms) == Approx(10 * std::log10(0.5) - 20).margin(0.1));
  }
}

TEST_CASE("silence is as quiet as can be, also where there is no audio", "[loudness]") {
  CHECK(loudness_of(tone(16'000, {0})).at(50ms) == kQuietest_db);
  CHECK(loudness_of({}).db.empty());
  CHECK(loudness_of({}).at(0s) == kQuietest_db);
  CHECK(loudness_of(tone(16'000, {1})).at(-1s) == kQuietest_db);
  CHECK(loudness_of(tone(16'000, {1})).at(2s) == kQuietest_db);
  CHECK(mouth_gains(loudness_of({})).empty());
}

TEST_CASE("between two windows loudness goes straight", "[loudness]") {
  const Loudness loudness{.db = {-20, -10}};
  CHECK(loudness.at(5ms) == Approx(-20));
  CHECK(loudness.at(10ms) == Approx(-15));
  CHECK(loudness.at(15ms) == Approx(-10));
}

TEST_CASE("a mouth opens wider for what is loud, within bounds", "[loudness]") {
  const auto gains = mouth_gains(loudness_of(tone(16'000, {0.5, 0.5, 0.15, 0.15, 0, 0})));
  REQUIRE(gains.size() == 60);
  CHECK(gains[10] > 1);
  CHECK(gains[30] < 0.95);
  CHECK(gains[55] == Approx(0.7));
  CHECK(std::ranges::all_of(gains, [](double gain) { return gain >= 0.7 && gain <= 1.2; }));
}

TEST_CASE("speech of one loudness is spoken as a mouth speaks without audio", "[loudness]") {
  for (const double gain : mouth_gains(loudness_of(tone(16'000, {0.3, 0.3})))) {
    CHECK(gain == Approx(1).margin(0.01));
  }
}

TEST_CASE("no two neighbours of the gains are far apart", "[loudness]") {
  const auto gains = mouth_gains(loudness_of(tone(16'000, {1, 0, 1, 0.01, 0.3})));
  for (std::size_t i = 1; i < gains.size(); ++i) CHECK(std::abs(gains[i] - gains[i - 1]) < 0.08);
}

}  // namespace kine::speech::loudness_test
