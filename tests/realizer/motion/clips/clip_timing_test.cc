// Tests for realizer/motion/clips/clip_timing.h.
#include "realizer/motion/clips/clip_timing.h"

#include <algorithm>
#include <cmath>

#include "tests/support/catch.h"

namespace kine::motion::clip_timing_test {
namespace {

using enum script::Phase;

constexpr Seconds kFrame{0.02};

/// At rest for 50 frames, prepared in 50, a stroke of 50, held for 50, retracted in 50.
ClipArm arm() {
  ClipArm arm;
  arm.wrists_m.resize(250);
  arm.phases = {{0, 50, Retraction},
                {50, 100, Preparation},
                {100, 150, Stroke},
                {150, 200, PostStrokeHold},
                {200, 250, Retraction}};
  return arm;
}

std::vector<double> places(double power, double fluidity) {
  return retimed(arm(), {.power = power, .fluidity = fluidity, .frame_time = kFrame});
}

/// When the new clip leaves the frame at which a phase was found to begin, in frames.
double departure(const std::vector<double>& places, double from) {
  constexpr double kLeft = 2.0;
  return static_cast<double>(std::ranges::upper_bound(places, from + kLeft) - places.begin());
}

/// How many frames show next to nothing new.
std::size_t still_count(const std::vector<double>& places) {
  std::size_t count = 0;
  for (std::size_t i = 1; i < places.size(); ++i) {
    if (places[i] - places[i - 1] < 0.1) ++count;
  }
  return count;
}

}  // namespace

TEST_CASE("a clip that is asked for nothing keeps its time to the bit", "[motion][clip_timing]") {
  const std::vector<double> same = places(0, 0);
  for (std::size_t i = 0; i < same.size(); ++i) CHECK(same[i] == static_cast<double>(i));
  CHECK(moved(arm().phases, same) == arm().phases);
}

TEST_CASE("time never falls and keeps its ends", "[motion][clip_timing]") {
  for (double power = -1; power <= 1; power += 0.5) {
    for (double fluidity = -1; fluidity <= 1; fluidity += 0.5) {
      CAPTURE(power, fluidity);
      const std::vector<double> bent = places(power, fluidity);
      CHECK(bent.size() == 250);
      CHECK(bent.front() == 0);
      CHECK(bent.back() == 249);
      CHECK(std::ranges::is_sorted(bent));
      // What gives 0.3 of its time on both sides is 2.5 times as quick.
      for (std::size_t i = 1; i < bent.size(); ++i) CHECK(bent[i] - bent[i - 1] <= 2.5 + 1e-9);
    }
  }
}

TEST_CASE("the stronger a stroke the later it begins, and it ends in time",
          "[motion][clip_timing]") {
  double later = 0;
  for (double power = -1; power <= 1; power += 0.25) {
    CAPTURE(power);
    const std::vector<double> bent = places(power, 0);
    CHECK(departure(bent, 100) > later);
    later = departure(bent, 100);
    CHECK(bent[150] == Approx(150).margin(1.5));
    CHECK(bent[220] == Approx(220).margin(1e-9));
  }
  // Of a stroke of a second: 1 / 0.8 s, begun a quarter of it earlier.
  CHECK(departure(places(-1, 0), 100) == Approx(87.5 + 2 * 1.25).margin(1.5));
}

TEST_CASE("the more fluent a clip the less it stands still", "[motion][clip_timing]") {
  CHECK(still_count(places(0, 0)) == 0);
  std::size_t fewer = still_count(places(0, -1));
  // 0.3 s before the stroke: 15 frames, whose corners are rounded over 5 frames.
  CHECK(fewer >= 10);
  for (double fluidity = -0.75; fluidity < 0; fluidity += 0.25) {
    CAPTURE(fluidity);
    CHECK(still_count(places(0, fluidity)) < fewer);
    fewer = still_count(places(0, fluidity));
  }
}

TEST_CASE("holds are shorter the more fluent a clip is, up to their limit",
          "[motion][clip_timing]") {
  double earlier = 250;
  for (double fluidity = -1; fluidity <= 1; fluidity += 0.25) {
    CAPTURE(fluidity);
    const double end_of_hold = departure(places(0, fluidity), 200);
    CHECK(end_of_hold < earlier);
    earlier = end_of_hold;
  }
  // 0.3 s are 15 frames, which is 0.3 of the hold as well.
  CHECK(earlier == Approx(200 - 15 + 2 / 1.3).margin(2));
}

TEST_CASE("phases go with the frames that show them", "[motion][clip_timing]") {
  const std::vector<ClipPhase> phases = {{0, 2, Retraction}, {2, 4, Stroke}};
  // It waits at frame 2, which is where the stroke begins.
  const std::vector<double> bent = {0, 1.5, 2, 2, 2, 3};
  CHECK(moved(phases, bent) == std::vector<ClipPhase>{{0, 4, Retraction}, {4, 6, Stroke}});
}

}  // namespace kine::motion::clip_timing_test
