#include "realizer/plan/rest.h"

#include "tests/support/catch.h"
#include "tests/support/plan/sync_blocks.h"

namespace kine::plan::rest_test {
namespace {

using namespace std::chrono_literals;
using test::at;
using test::at_other;
using test::Block;
using test::near;

/// start, ready, stroke and end, half a second apart, and no phase below a tenth.
Phases gesture() {
  const Phase phase{.preferred = 0.5s, .least = 0.1s, .most = {}};
  return {.points = {"start", "ready", "stroke", "end"}, .phases = {phase, phase, phase}};
}

PartTimes part(const std::string& id, MomentTimes times) {
  return {id, gesture().points, std::move(times)};
}

/// The schedule of what is left at `now`.
Schedule rest_of(Block block, const std::vector<PartTimes>& parts, Seconds now,
                 Diagnostics& diagnostics) {
  const Rest rest{.parts = parts, .now = now};
  for (script::Behaviour& behaviour : block.written.behaviours) behaviour.kind = script::Gesture{};
  pin(rest, block.written, block.wanted);
  auto schedule =
      make_schedule(block.written, block.wanted, block.others, diagnostics, {.earliest = now});
  REQUIRE(schedule);
  unpin(rest, block.written, *schedule);
  return *std::move(schedule);
}

void check_times(const std::optional<MomentTimes>& times, const MomentTimes& expected) {
  REQUIRE(times);
  REQUIRE(times->size() == expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    INFO("point " << i << ": " << (*times)[i].count());
    CHECK(near((*times)[i], expected[i]));
  }
}

}  // namespace

TEST_CASE("points that have passed stay to the bit, later ones follow what has moved", "[rest]") {
  Block block;
  block.others = {{"b:x:end", 3s}};  // it was to be 1.1 s
  block.add("a", gesture(), {{"start", at(0.1s)}, {"stroke", at_other("b", "x", "end")}});
  Diagnostics diagnostics;
  const Schedule schedule =
      rest_of(block, {part("a", {0.1s, 0.6s, 1.1s, 1.6s})}, 0.8s, diagnostics);

  check_times(schedule.times[0], {0.1s, 0.6s, 3s, 3.5s});
  CHECK((*schedule.times[0])[1] == Seconds(0.6));
  CHECK(diagnostics.warnings().empty());
}

TEST_CASE("what has not begun keeps its time where nothing moves it", "[rest]") {
  Block block;
  block.add("a", gesture(), {{"start", at(2s)}});
  block.add("b", gesture());
  Diagnostics diagnostics;
  const Schedule schedule = rest_of(
      block, {part("a", {2s, 2.5s, 3s, 3.5s}), part("b", {4s, 4.5s, 5s, 5.5s})}, 1s, diagnostics);
  check_times(schedule.times[0], {2s, 2.5s, 3s, 3.5s});
  check_times(schedule.times[1], {4s, 4.5s, 5s, 5.5s});
}

TEST_CASE("nothing that is to come comes before now", "[rest]") {
  Block block;
  block.others = {{"b:x:end", 1s}};  // it is over by now
  block.add("a", gesture(), {{"start", at_other("b", "x", "end")}});
  block.add("b", gesture(), {{"stroke", at_other("b", "x", "end")}});
  Diagnostics diagnostics;
  const Schedule schedule = rest_of(
      block, {part("a", {4s, 4.5s, 5s, 5.5s}), part("b", {1s, 3s, 4s, 5s})}, 2s, diagnostics);
  check_times(schedule.times[0], {2s, 2.5s, 3s, 3.5s});
  // It has begun and could not strike earlier than from now on, being on its way.
  CHECK_FALSE(schedule.times[1]);
  CHECK(diagnostics.warnings().size() == 1);
}

TEST_CASE("what has begun is of its kind's own mind about what still gives way", "[rest]") {
  const PartTimes gaze{"z", {"start", "ready", "relax", "end"}, {0s, 1s, 2s, 3s}};
  CHECK(pinned_points(script::Gaze{}, gaze, -1s) == 0);
  CHECK(pinned_points(script::Gaze{}, gaze, 0.5s) == 2);
  CHECK(pinned_points(script::Gaze{}, gaze, 2.5s) == 3);
  CHECK(pinned_points(script::Gesture{}, gaze, 0.5s) == 1);
  CHECK(pinned_points(script::Gesture{}, gaze, 1.5s) == 2);
  CHECK(pinned_points(script::HeadMove{}, gaze, 0.5s) == 4);
  CHECK(pinned_points(script::Speech{}, gaze, 0.5s) == 4);
  CHECK(pinned_points(script::Wait{}, gaze, 0.5s) == 1);
}

TEST_CASE("what is tied to a behaviour that has gone stays where it was to be", "[rest]") {
  Block block;
  block.add("a", gesture());
  block.add("b", gesture(), {{"start", at("a", "end")}});
  Diagnostics diagnostics;
  const Schedule schedule = rest_of(block, {part("b", {4s, 4.5s, 5s, 5.5s})}, 1s, diagnostics);
  CHECK_FALSE(schedule.times[0]);
  check_times(schedule.times[1], {4s, 4.5s, 5s, 5.5s});
  CHECK(diagnostics.warnings().empty());
}

TEST_CASE("what a block had left out stays out", "[rest]") {
  Block block;
  block.add("a", gesture());
  block.add("b", gesture(), {{"start", at("a", "end")}});
  Diagnostics diagnostics;
  const Schedule schedule = rest_of(block, {}, 1s, diagnostics);
  CHECK_FALSE(schedule.times[0]);
  CHECK_FALSE(schedule.times[1]);
  CHECK(diagnostics.warnings().empty());
}

}  // namespace kine::plan::rest_test
