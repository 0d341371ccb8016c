#include "realizer/motion/build/cut.h"

#include <algorithm>

#include "tests/support/catch.h"
#include "tests/support/motion/stage.h"

namespace kine::motion::cut_test {
namespace {

using namespace std::chrono_literals;
using Indices = std::vector<std::size_t>;
using Ids = std::vector<std::string>;

/// Two parts of one segment each: "a" from 0 to 2 s and "b" from 1 to 4 s, with their sync points.
Block two_parts() {
  Block block = *test::spin_block({.id = "x", .length = 2s});
  block.segments.push_back(block.segments.front());
  block.segments[1].start = 1s;
  block.segments[1].end = 4s;
  block.segments[1].part = 1;
  block.segments[1].actuator = std::make_shared<test::Spin>(body::Joint::LeftHand, 1, 3s);
  block.parts = {{.id = "a", .relaxed = 2s, .end = 2s}, {.id = "b", .relaxed = 3s, .end = 4s}};
  block.sync_points = {{0s, "x:a:start", {}, 0},
                       {1s, "x:b:start", {}, 1},
                       {1.5s, "x:a:stroke", {}, 0},
                       {2s, "x:a:end", {}, 0},
                       {4s, "x:b:end", {}, 1}};
  block.end = 4s;
  block.relaxed = 3s;
  return block;
}

Ids ids_of(const Block& block) {
  Ids ids;
  for (const SyncPoint& point : block.sync_points) ids.push_back(point.id);
  return ids;
}

const Indices kFirst = {0};
const Indices kSecond = {1};

}  // namespace

TEST_CASE("of a part that plays the motion fades and the end is now", "[cut]") {
  const Block block = two_parts();
  const Cut left = cut(block, kSecond, {.now = 1.25s, .bound = {true, true}, .said = 2}, 0.5s);

  CHECK(left.ends == 1);
  CHECK(ids_of(left.block) == Ids{"x:a:start", "x:b:start", "x:b:end", "x:a:stroke", "x:a:end"});
  CHECK(left.block.sync_points[2].time == 1.25s);
  REQUIRE(left.block.segments.size() == 2);
  CHECK(left.block.segments[0] == block.segments[0]);
  const Segment& faded = left.block.segments[1];
  CHECK(faded.valid());
  CHECK(faded.actuator == block.segments[1].actuator);
  CHECK(faded.weight_at(1.25s) == block.segments[1].weight_at(1.25s));
  CHECK(faded.weight_at(1.5s) == Approx(0.5));
  CHECK(faded.weight_at(1.75s) == 0);
  CHECK(left.block.end == 2s);
  CHECK(left.block.relaxed == 2s);
}

TEST_CASE("what has begun ends in the order in which it began", "[cut]") {
  Block block = two_parts();
  block.sync_points[0] = {0s, "x:b:start", {}, 1};
  block.sync_points[1] = {1s, "x:a:start", {}, 0};
  const Indices both = {0, 1};
  Ids ids;
  for (const SyncPoint& end : ends_of(block, both, {.now = 1.25s, .said = 2})) {
    CHECK(end.time == 1.25s);
    ids.push_back(end.id);
  }
  CHECK(ids == Ids{"x:b:end", "x:a:end"});
}

TEST_CASE("a part that fades in goes from the weight that it has", "[cut]") {
  Block block = two_parts();
  block.segments[1].fade_in = 1s;
  const float weight = block.segments[1].weight_at(1.5s);
  CHECK(weight == Approx(0.5));

  const Cut left = cut(block, kSecond, {.now = 1.5s, .bound = {true, true}, .said = 3}, 0.5s);

  CHECK(left.block.segments[1].weight_at(1.5s) == Approx(weight));
  CHECK(left.block.segments[1].weight_at(1.75s) == Approx(weight / 2));
}

TEST_CASE("what fades out already goes as it was to go", "[cut]") {
  Block block = two_parts();
  block.segments[1].fade_out = 1s;
  const Cut left = cut(block, kSecond, {.now = 3.75s, .bound = {true, true}, .said = 4}, 0.5s);
  CHECK(left.block.segments[1] == block.segments[1]);
}

TEST_CASE("a part that has not begun is as if it had never been", "[cut]") {
  const Block block = two_parts();
  const Cut left = cut(block, kSecond, {.now = 0.5s, .bound = {true, false}, .said = 1}, 0.5s);

  CHECK(left.ends == 0);
  CHECK(ids_of(left.block) == Ids{"x:a:start", "x:a:stroke", "x:a:end"});
  CHECK(left.block.segments.size() == 1);
  CHECK(left.block.end == 2s);
}

TEST_CASE("what would have handed its joints over gives them back", "[cut]") {
  Block block = two_parts();
  block.segments[1].actuator = block.segments[0].actuator;  // of the same joint
  const Cut left = cut(block, kSecond, {.now = 0.5s, .bound = {true, false}, .said = 1}, 0.5s);
  CHECK(left.block.segments[0].fade_out == 0.5s);
  CHECK(left.block.segments[0].end == 2.5s);
  CHECK(left.block.end == 2.5s);
}

TEST_CASE("what is of no part outlives the first, and ends with the last", "[cut]") {
  Block block = two_parts();
  block.segments.push_back(block.segments.front());
  block.segments[2].end = 4s;
  block.segments[2].part = kNoPart;
  const Progress progress{.now = 1.25s, .bound = {true, true, true}, .said = 2};
  const auto whole_of = [](const Cut& left) {
    return std::find_if(left.block.segments.begin(), left.block.segments.end(),
                        [](const Segment& each) { return each.part == kNoPart; });
  };

  const Cut first = cut(block, kFirst, progress, 0.5s);
  REQUIRE(whole_of(first) != first.block.segments.end());
  CHECK(*whole_of(first) == block.segments[2]);

  const Cut second = cut(block, kSecond, progress, 0.5s);
  CHECK(whole_of(second)->valid());
  CHECK(whole_of(second)->end == second.block.end);

  const Cut both = cut(block, Indices{0, 1}, progress, 0.5s);
  CHECK(whole_of(both)->valid());
  CHECK(whole_of(both)->weight_at(1.25s) == 1);
  CHECK(whole_of(both)->end == 1.75s);
}

TEST_CASE("what a part would say and strike is gone with it", "[cut]") {
  Block block = two_parts();
  const auto track = std::make_shared<const speech::SpeechTrack>();
  block.utterances = {{0s, track, "a"}, {1s, track, "b"}};
  block.strokes = {{.end = 1s, .part = 0}, {.end = 2s, .part = 0}, {.end = 3s, .part = 1}};
  const Cut left = cut(block, kFirst, {.now = 1.25s, .bound = {true, true}, .said = 2}, 0s);

  REQUIRE(left.block.utterances.size() == 1);
  CHECK(left.block.utterances[0].id == "b");
  REQUIRE(left.block.strokes.size() == 2);  // what was struck was
  CHECK(left.block.strokes[1].part == 1);
  CHECK(left.block.end == 4s);
}

TEST_CASE("parts are named by what is in and what is out", "[cut]") {
  const Block block = two_parts();
  const Ids none;
  const Ids a = {"a"};
  const Ids both = {"b", "a", "c"};
  CHECK(parts_named(block, none, none) == Indices{0, 1});
  CHECK(parts_named(block, a, none) == kFirst);
  CHECK(parts_named(block, none, a) == kSecond);
  CHECK(parts_named(block, both, a) == kSecond);
  CHECK(parts_named(block, a, both).empty());
}

TEST_CASE("blocks are the same that do the same with the same actuators", "[cut]") {
  const Block block = two_parts();
  const Progress progress{.now = 1.25s, .bound = {true, true}, .said = 2};
  CHECK(
      is_same(cut(block, kFirst, progress, 0.5s).block, cut(block, kFirst, progress, 0.5s).block));
  CHECK_FALSE(is_same(block, cut(block, kFirst, progress, 0.5s).block));
  CHECK_FALSE(is_same(block, two_parts()));  // actuators of its own
}

}  // namespace kine::motion::cut_test
