#include "realizer/speech/hearing/pitch_candidates.h"

#include <algorithm>
#include <cmath>

#include "tests/support/catch.h"
#include "tests/support/speech/tones.h"

namespace kine::speech::pitch_candidates_test {
namespace {

PitchCandidates candidates_of(const std::vector<float>& samples) {
  return PitchAnalysis().candidates(std::span(samples).first(kPitchWindow));
}

}  // namespace

TEST_CASE("a tone has candidates at its period and at multiples of it", "[pitch_candidates]") {
  const auto found = candidates_of(test::sine(16'000, 0.1, 320, 0.5));
  REQUIRE(found.count == 4);  // 320, 160, 106.7 and 80 Hz
  for (std::size_t i = 0; i < found.count; ++i) {
    CHECK(found.voiced[i].f0_hz == Approx(320.0 / static_cast<double>(i + 1)).epsilon(0.002));
    CHECK(found.voiced[i].strength == Approx(1).margin(0.01));
  }
}

TEST_CASE("the loudness of a frame is that of the period in its middle", "[pitch_candidates]") {
  CHECK(candidates_of(test::sine(16'000, 0.1, 300, 0.5)).peak == Approx(0.5).margin(0.01));
  std::vector<float> edges(kPitchWindow, 0);
  edges[100] = 1;
  CHECK(candidates_of(edges).peak < 0.01);
}

TEST_CASE("a constant changes nothing, and silence has no candidate", "[pitch_candidates]") {
  auto samples = test::sine(16'000, 0.1, 200, 0.2);
  const auto plain = candidates_of(samples);
  for (float& sample : samples) sample += 0.5F;
  const auto lifted = candidates_of(samples);
  REQUIRE(plain.count == lifted.count);
  CHECK(lifted.voiced[0].f0_hz == Approx(plain.voiced[0].f0_hz).epsilon(0.001));
  CHECK(candidates_of(std::vector<float>(kPitchWindow, 0)).count == 0);
  CHECK(candidates_of(std::vector<float>(kPitchWindow, 0.7F)).count == 0);
}

}  // namespace kine::speech::pitch_candidates_test
