// Tests for realizer/gesture/measures/beats.h.
#include "realizer/gesture/measures/beats.h"

#include <cmath>
#include <numbers>

#include "tests/support/catch.h"

namespace kine::gesture::beats_test {
namespace {

/// Times with a pause of 0.4 to 1.6 s between them.
std::vector<double> irregular_times(double length_s, std::uint64_t seed) {
  Random random({.seed = seed});
  std::vector<double> times;
  for (double time_s = 1; time_s < length_s; time_s += random.number(0.4, 1.6)) {
    times.push_back(time_s);
  }
  return times;
}

}  // namespace

TEST_CASE("a hand that goes to and fro has a beat wherever it turns", "[gesture]") {
  std::vector<double> speeds;  // |sin| of 1 s, so it is at rest at each half second
  for (int i = 0; i < 200; ++i) {
    speeds.push_back(0.5 * std::abs(std::sin(2 * std::numbers::pi * i / 100.0)));
  }
  const auto beats = find_beats(speeds, 100);
  REQUIRE(beats.size() == 3);
  CHECK(beats[0] == Approx(0.5).margin(0.011));
  CHECK(beats[2] == Approx(1.5).margin(0.011));
}

TEST_CASE("a hand that stops has one beat, and a slow one has none", "[gesture]") {
  std::vector<double> speeds(50, 0.5);
  speeds.resize(100, 0);
  CHECK(find_beats(speeds, 100) == std::vector{0.5});
  for (double& speed : speeds) speed *= 0.2;
  CHECK(find_beats(speeds, 100).empty());
}

TEST_CASE("nearness is Gauss's curve of the way to the nearest", "[gesture]") {
  CHECK(mean_nearness(std::vector{1.0, 2.0}, std::vector{1.0, 2.1}) ==
        Approx((1 + std::exp(-0.5)) / 2));
  CHECK(mean_nearness({}, std::vector{1.0}) == 0);
}

TEST_CASE("beats on nuclei stand out from the same beats at other times", "[gesture]") {
  const auto nuclei = irregular_times(120, 1);
  Random random({.seed = 2});
  const BeatAlignment on = compute_beat_alignment(nuclei, nuclei, 120, random);
  CHECK(on.nearness == 1);
  CHECK(on.z > 5);
  const BeatAlignment off = compute_beat_alignment(irregular_times(120, 9), nuclei, 120, random);
  CHECK(std::abs(off.z) < 3);
}

TEST_CASE("leads are negative for strokes that end early", "[gesture]") {
  const auto leads = leads_of(std::vector{0.9, 2.2}, std::vector{1.0, 2.0});
  REQUIRE(leads.size() == 2);
  CHECK(leads[0] == Approx(-0.1));
  CHECK(leads[1] == Approx(0.2));
}

}  // namespace kine::gesture::beats_test
