// Tests for realizer/motion/transit.h.
#include "realizer/motion/transit.h"

#include "tests/support/catch.h"

using namespace std::chrono_literals;

namespace kine::motion::transit_test {
namespace {

Transit with_curve(double start_dx, double end_dx) {
  return {.curve = TransitionCurve{1, start_dx, 1, end_dx}};
}

}  // namespace

TEST_CASE("a movement goes as its curve says, but for its ends, which are rounded", "[transit]") {
  // Its time is even, so the Hermite cubic of its tangents says how far it has come.
  for (const double time : {0.1, 0.3, 0.5, 0.8}) {
    CAPTURE(time);
    CHECK(place_at(with_curve(1, 1), time, 1s) == Approx(time));
    CHECK(place_at(with_curve(0, 0), time, 1s) == Approx(time * time * (3 - 2 * time)));
  }
  CHECK(place_at(with_curve(-1.5, 0), 0.15, 1s) < -0.05);
  CHECK(place_at(with_curve(0, -1.5), 0.85, 1s) > 1.05);
  constexpr double kLittle = 1e-4;
  CHECK(place_at(with_curve(1, 1), kLittle, 1s) < kLittle / 10);
  CHECK(1 - place_at(with_curve(1, 1), 1 - kLittle, 1s) < kLittle / 10);
}

TEST_CASE("a movement begins at its start and ends at its end, and never jumps", "[transit]") {
  for (const Transit& transit :
       {Transit{.touch = 1}, Transit{.touch = -1}, Transit{.flow = -1}, Transit{.waves = 1},
        with_curve(2, 0), Transit{.curve = TransitionCurve{1, 1, 1, 1}, .touch = 0.5}}) {
    for (const Seconds length : {200ms, 1000ms, 5000ms}) {
      double last = 0;
      for (int i = 0; i <= 1000; ++i) {
        const double place = place_at(transit, i / 1000.0, length);
        CHECK(place >= last - 1e-9);
        CHECK(place - last < 0.02);
        const double back = way_back_at(transit, i / 1000.0, length);
        CHECK(back >= 0);
        CHECK(back <= 1);
        last = place;
      }
      CHECK(place_at(transit, 0, length) == Approx(0).margin(1e-9));
      CHECK(last == Approx(1));
      CHECK(way_back_at(transit, 0, length) == Approx(0).margin(1e-9));
      CHECK(way_back_at(transit, 1, length) == Approx(1));
    }
  }
}

TEST_CASE("what is cut waits for a quarter of its time", "[transit]") {
  const Transit cut{.flow = -1};
  CHECK(bent_time(cut, 0.25, 1s) == 0);
  CHECK(bent_time(cut, 0.625, 1s) == Approx(0.5));
  CHECK(bent_time(cut, 1, 1s) == 1);
}

TEST_CASE("a heavy touch arrives before its time is over, and a light one lingers", "[transit]") {
  CHECK(arrival_of({.touch = 1}) == Approx(0.85));
  CHECK(bent_time({.touch = 1}, 0.85, 1s) == Approx(1));
  CHECK(bent_time({.touch = 1}, 0.425, 1s) == Approx(0.17678).margin(1e-4));  // 0.5 to the 2.5
  CHECK(bent_time({.touch = -1}, 0.5, 1s) == Approx(0.82322).margin(1e-4));   // 1 - that
}

TEST_CASE("a way back neither backtracks nor overshoots, for nothing lies beyond its end",
          "[transit]") {
  CHECK(way_back_at(with_curve(-1.5, 0), 0.15, 1s) == 0);
  CHECK(way_back_at(with_curve(0, -1.5), 0.85, 1s) == 1);
  CHECK(way_back_at({}, 0.25, 1s) == Approx(0.15625));
}

TEST_CASE("the ends of a movement are rounded over 60 ms or 15 % of it, whichever is less",
          "[transit]") {
  CHECK(rounded_of(1s) == Approx(0.06));
  CHECK(rounded_of(200ms) == Approx(0.15));
}

}  // namespace kine::motion::transit_test
