// Tests for realizer/plan/timeline.h.
#include "realizer/plan/timeline.h"

#include "tests/support/catch.h"

namespace kine::plan::timeline_test {
namespace {

using namespace std::chrono_literals;
using Place = TimeWishes::Pause::Place;

bool near(Seconds a, Seconds b) { return std::abs((a - b).count()) < 1e-12; }

TEST_CASE("without wishes every time is what it was, to the bit", "[timeline]") {
  const Timeline timeline({.start = 0.1s, .stretches = {}, .pauses = {}, .appointments = {1.7s}});
  for (const Seconds time : {Seconds(0.1), Seconds(1.0 / 3), Seconds(1.7), Seconds(599.9)}) {
    CHECK(timeline.arrival(time) == time);
    CHECK(timeline.settled(time) == time);
    CHECK(timeline.departure(time) == time);
  }
  CHECK(timeline.missing() == 0s);
}

TEST_CASE("a stretch moves all that comes later, and what is in it by its share", "[timeline]") {
  const Timeline timeline({.start = 0s,
                           .stretches = {{.from = 1s, .to = 2s, .length = 1.5s},
                                         {.from = 3s, .to = 4s, .length = 0.5s}},
                           .pauses = {},
                           .appointments = {}});
  CHECK(timeline.arrival(0.5s) == 0.5s);
  CHECK(timeline.arrival(1s) == 1s);
  CHECK(near(timeline.arrival(1.5s), 1.75s));
  CHECK(near(timeline.arrival(2s), 2.5s));
  CHECK(near(timeline.arrival(2.5s), 3s));
  CHECK(near(timeline.arrival(4s), 4s));
  CHECK(near(timeline.arrival(9s), 9s));
}

TEST_CASE("moments that are nearly one come in their order, and none before the start",
          "[timeline]") {
  for (const double apart_s : {5e-10, 1e-9, 1.5e-9, 2e-9, 1e-6}) {
    const Seconds second(apart_s);
    const Timeline timeline({.start = 0s,
                             .stretches = {{.from = second, .to = 0.2s, .length = 0.4s}},
                             .pauses = {},
                             .appointments = {1.2s}});
    CAPTURE(apart_s);
    CHECK(timeline.arrival(0s) >= 0s);
    CHECK(timeline.departure(0s) >= 0s);
    CHECK(timeline.arrival(second) >= timeline.departure(0s));
    CHECK(timeline.arrival(0.9 * second) >= timeline.departure(0s));
    CHECK(near(timeline.arrival(1.2s), 1.2s));
  }
}

TEST_CASE("of two wishes for one stretch the one that changes it more is granted", "[timeline]") {
  const Timeline timeline({.start = 0s,
                           .stretches = {{.from = 0s, .to = 2s, .length = 2.2s},
                                         {.from = 1s, .to = 2s, .length = 0.5s},
                                         {.from = 1s, .to = 2s, .length = 0.9s}},
                           .pauses = {},
                           .appointments = {}});
  CHECK(near(timeline.arrival(1s), 1.1s));
  CHECK(near(timeline.arrival(2s), 1.6s));
}

TEST_CASE("a pause lies between arrival and departure", "[timeline]") {
  const Timeline timeline({.start = 0s,
                           .stretches = {},
                           .pauses = {{.at = 1s, .length = 0.2s},
                                      {.at = 1s, .length = 0.1s},
                                      {.at = 1s, .length = 0.4s, .place = Place::BeforeDeparture}},
                           .appointments = {}});
  CHECK(timeline.arrival(1s) == 1s);
  CHECK(near(timeline.settled(1s), 1.2s));
  CHECK(near(timeline.departure(1s), 1.6s));
  CHECK(near(timeline.arrival(2s), 2.6s));
}

TEST_CASE("what takes longer before an appointment is taken from what is free", "[timeline]") {
  const Timeline timeline({.start = 0s,
                           .stretches = {{.from = 1s, .to = 2s, .length = 1.3s}},
                           .pauses = {},
                           .appointments = {2s}});
  CHECK(timeline.arrival(0s) == 0s);
  CHECK(near(timeline.arrival(1s), 0.7s));
  CHECK(timeline.arrival(2s) == 2s);
  CHECK(timeline.arrival(3s) == 3s);
  CHECK(timeline.missing() == 0s);
}

TEST_CASE("what cannot be taken from before an appointment is left out and counted", "[timeline]") {
  // A second is free and gives half of itself.
  const Timeline timeline({.start = 0s,
                           .stretches = {{.from = 1s, .to = 2s, .length = 2s}},
                           .pauses = {},
                           .appointments = {2s}});
  CHECK(near(timeline.arrival(1s), 0.5s));
  CHECK(timeline.arrival(2s) == 2s);
  CHECK(near(timeline.missing(), 0.5s));

  const Timeline without_room({.start = 1s,
                               .stretches = {{.from = 1s, .to = 2s, .length = 2s}},
                               .pauses = {{.at = 1s, .length = 1s}},
                               .appointments = {2s}});
  CHECK(without_room.arrival(1s) == 1s);
  CHECK(without_room.departure(1s) == 1s);
  CHECK(without_room.arrival(2s) == 2s);
  CHECK(near(without_room.missing(), 2s));
}

TEST_CASE("what takes less before the first appointment begins later", "[timeline]") {
  const Timeline timeline({.start = 0s,
                           .stretches = {{.from = 1s, .to = 2s, .length = 0.6s}},
                           .pauses = {},
                           .appointments = {2s}});
  CHECK(near(timeline.arrival(0s), 0.4s));
  CHECK(near(timeline.arrival(1s), 1.4s));
  CHECK(timeline.arrival(2s) == 2s);
  CHECK(timeline.missing() == 0s);
}

TEST_CASE("what takes less between two appointments leaves more to what is free", "[timeline]") {
  const Timeline timeline({.start = 0s,
                           .stretches = {{.from = 1s, .to = 2s, .length = 0.6s}},
                           .pauses = {},
                           .appointments = {0.5s, 3s}});
  CHECK(timeline.arrival(0.5s) == 0.5s);
  CHECK(timeline.arrival(3s) == 3s);
  CHECK(near(timeline.arrival(2s) - timeline.arrival(1s), 0.6s));
  CHECK(timeline.missing() == 0s);
}

TEST_CASE("a stretch may vanish, and no time runs backwards", "[timeline]") {
  const Timeline timeline({.start = 0s,
                           .stretches = {{.from = 1s, .to = 1.3s, .length = 0s}},
                           .pauses = {},
                           .appointments = {}});
  CHECK(near(timeline.arrival(1.1s), 1s));
  CHECK(near(timeline.arrival(1.3s), 1s));
  CHECK(near(timeline.arrival(2s), 1.7s));
}

}  // namespace
}  // namespace kine::plan::timeline_test
