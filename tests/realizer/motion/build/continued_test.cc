#include "realizer/motion/build/continued.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/motion/stage.h"

namespace kine::motion::continued_test {
namespace {

using namespace std::chrono_literals;
using Words = std::vector<std::string>;

const TickRate kRate(10);

Segment segment(Seconds start, Seconds end, std::size_t part) {
  return {.start = start,
          .end = end,
          .fade_out = 0.5s,
          .actuator = std::make_shared<test::Spin>(body::Joint::Head, 1, end - start),
          .part = part};
}

/// "a" from 0 to 4 s that holds from 1 to 3 s, "b" from 2 to 5 s.
Block plays() {
  Block block;
  block.id = "x";
  block.parts = {{"a", 0s, 3s, 4s}, {"b", 0s, 4s, 5s}};
  block.segments = {segment(0s, 4s, 0), segment(2s, 5s, 1)};
  block.sync_points = {{0s, "x:a:start", {}, 0}, {1s, "x:a:stroke", {}, 0},
                       {2s, "x:b:start", {}, 1}, {3s, "x:a:relax", {}, 0},
                       {4s, "x:a:end", {}, 0},   {5s, "x:b:end", {}, 1}};
  block.relaxed = 4s;
  block.end = 5s;
  return block;
}

/// The same parts the other way round, at other times.
Block anew() {
  Block block;
  block.id = "x";
  block.parts = {{"b", 0s, 7s, 8s}, {"a", 0s, 5s, 6s}};
  block.segments = {segment(1.5s, 6s, 1), segment(3s, 8s, 0)};
  block.sync_points = {{0s, "x:a:start", {}, 1}, {1s, "x:a:stroke", {}, 1},
                       {3s, "x:b:start", {}, 0}, {5s, "x:a:relax", {}, 1},
                       {6s, "x:a:end", {}, 1},   {8s, "x:b:end", {}, 0}};
  return block;
}

Words ids_of(const Block& block) {
  Words ids;
  for (const SyncPoint& point : block.sync_points) ids.push_back(point.id);
  return ids;
}

Block go_on(const std::vector<Going>& going, const Block& after = anew()) {
  return continued(plays(), after, going, Tick{15}, kRate, 0.3s);
}

}  // namespace

TEST_CASE("what goes on as before is what it was", "[continued]") {
  const Block before = plays();
  const std::vector going = {Going::AsBefore, Going::AsBefore};
  CHECK(is_same(before, continued(before, before, going, Tick{15}, kRate, 0.3s)));
}

TEST_CASE("pushes, loads and firm muscles go on as the new plan has them", "[continued]") {
  Block before = plays();
  Block after = plays();
  after.forces.pushes = {{.start = 8s, .duration = 1s}};
  after.muscle_tensions = {{.at = 1s, .joints = body::JointSet::all(), .tension = {}}};
  const std::vector going = {Going::AsBefore, Going::AsBefore};
  const Block next = continued(before, after, going, Tick{15}, kRate, 0.3s);
  CHECK(next.forces == after.forces);
  CHECK(next.muscle_tensions == after.muscle_tensions);
  CHECK(next.end == 10.5s);  // 1.5 s to come to rest
  CHECK_FALSE(is_same(before, next));
}

TEST_CASE("what hands its joints over does so when the new plan says it", "[continued]") {
  const Block before = plays();
  Block after = plays();
  after.segments[0].end = 1s;  // by now that is over
  after.segments[0].fade_out = 0.25s;
  after.segments[1].end = 6s;
  const std::vector going = {Going::AsBefore, Going::AsBefore};
  const Block next = continued(before, after, going, Tick{15}, kRate, 0.3s);
  CHECK(next.segments[0].actuator == before.segments[0].actuator);
  CHECK(next.segments[0].end == 1.75s);
  CHECK(next.segments[1].end == 6s);
  CHECK(next.sync_points == before.sync_points);
}

TEST_CASE("a part that is planned anew has its new motion, and its points once", "[continued]") {
  const Block after = anew();
  const Block next = go_on({Going::Anew, Going::AsBefore}, after);

  CHECK(ids_of(next) ==
        Words{"x:a:start", "x:a:stroke", "x:a:relax", "x:b:start", "x:a:end", "x:b:end"});
  REQUIRE(next.segments.size() == 2);
  CHECK(next.segments[1].actuator == after.segments[1].actuator);
  CHECK(next.segments[1].part == 1);  // as it was called
  CHECK(next.parts[1].end == 8s);
  CHECK(next.end == 8s);
  CHECK(next.relaxed == 7s);
}

TEST_CASE("what gives way on top hands over to what was planned anew", "[continued]") {
  const auto on_top = [](Block block) {
    for (Segment& each : block.segments) {
      each.relative = true;
      each.gives_way = GivesWay::ToPoses;
    }
    return block;
  };
  const Block before = on_top(plays());
  Block after = on_top(anew());
  after.segments[0].start = 0s;  // of "a", as before
  const std::vector going = {Going::AsBefore, Going::Anew};
  const Block next = continued(before, after, going, Tick{15}, kRate, 0.3s);
  REQUIRE(next.segments.size() == 3);
  const Segment& old = next.segments[0];
  const Segment& come = next.segments[1];
  CHECK(old.actuator == before.segments[0].actuator);
  CHECK(come.actuator == after.segments[0].actuator);
  for (Seconds time = 1.5s; time < 2s; time += 10ms) {
    CHECK(old.weight_at(time) + come.weight_at(time) == Approx(1));
  }
  CHECK(old.weight_at(1.7s) == 0);

  // What is gone by then is not kept, however often it is planned anew.
  const Block later = continued(next, after, going, Tick{25}, kRate, 0.3s);
  CHECK(later.segments.size() == 3);
  CHECK(std::ranges::none_of(later.segments,
                             [&](const Segment& each) { return each.actuator == old.actuator; }));
}

TEST_CASE("a part that has begun and is planned anew has said what it has said", "[continued]") {
  const Block after = anew();
  const Block next = go_on({Going::AsBefore, Going::Anew}, after);

  CHECK(ids_of(next) ==
        Words{"x:a:start", "x:a:stroke", "x:b:start", "x:b:end", "x:a:relax", "x:a:end"});
  CHECK(next.segments[0].actuator == after.segments[0].actuator);
  CHECK(next.end == 6s);
}

TEST_CASE("a part with a new end has its motion for longer", "[continued]") {
  const Block before = plays();
  const Block next = continued(before, anew(), std::vector{Going::AsBefore, Going::WithNewEnd},
                               Tick{15}, kRate, 0.3s);
  CHECK(next.segments[0].actuator == before.segments[0].actuator);
  CHECK(next.segments[0].start == 0s);
  CHECK(next.segments[0].end == 6s);
  CHECK(next.sync_points[4].id == "x:a:relax");
  CHECK(next.sync_points[4].time == 5s);
}

TEST_CASE("a part that the new plan has not got goes", "[continued]") {
  Block after = anew();
  after.parts.pop_back();
  after.segments.erase(after.segments.begin());
  std::erase_if(after.sync_points, [](const SyncPoint& point) { return point.part == 1; });
  const Block next = go_on({Going::AsBefore}, after);

  CHECK(ids_of(next) == Words{"x:a:start", "x:a:stroke", "x:a:end", "x:b:start", "x:b:end"});
  CHECK(next.sync_points[2].time == 1.5s);
  CHECK(next.segments[0].end == Seconds(1.5) + Seconds(0.3));
  CHECK(next.end == 5s);
}

TEST_CASE("what is of no part goes on, to the end that the new plan has for it", "[continued]") {
  Block before = plays();
  before.segments.push_back(segment(0s, 5s, kNoPart));
  Block after = anew();
  after.segments.push_back(segment(0s, 8s, kNoPart));
  const std::vector<Going> going(2, Going::WithNewEnd);
  const Block left = continued(before, after, going, Tick{15}, kRate, 0.5s);
  std::vector<Segment> whole;
  std::copy_if(left.segments.begin(), left.segments.end(), std::back_inserter(whole),
               [](const Segment& each) { return each.part == kNoPart; });
  REQUIRE(whole.size() == 1);
  CHECK(whole[0].actuator == before.segments.back().actuator);
  CHECK(whole[0].end == 8s);

  const Block came = continued(plays(), after, going, Tick{15}, kRate, 0.5s);
  CHECK(std::count_if(came.segments.begin(), came.segments.end(),
                      [](const Segment& each) { return each.part == kNoPart; }) == 1);
}

TEST_CASE("changes that were made stay, the others are the new plan's", "[continued]") {
  Block before = plays();
  Block after = anew();
  before.cues = {{plan::Cue::Kind::Activate, 1s, "made"}, {plan::Cue::Kind::Activate, 2s, "old"}};
  after.cues = {{plan::Cue::Kind::Activate, 1s, "not again"},
                {plan::Cue::Kind::Activate, 3s, "new"}};
  const Block next =
      continued(before, after, std::vector{Going::Anew, Going::Anew}, Tick{15}, kRate, 0.3s);
  REQUIRE(next.cues.size() == 2);
  CHECK(next.cues[0].block == "made");
  CHECK(next.cues[1].block == "new");
}

}  // namespace kine::motion::continued_test
