// Tests for realizer/plan/schedule/schedule.h: when everything is. What is left out:
// schedule_left_out_test.
#include "realizer/plan/schedule/schedule.h"

#include "tests/support/catch.h"
#include "tests/support/plan/sync_blocks.h"

namespace kine::plan::schedule_test {
namespace {

using namespace std::chrono_literals;
using namespace test;
using Kind = script::SyncConstraint::Kind;

TEST_CASE("what is at a time is there to the bit, and stretched between evenly", "[schedule]") {
  Block block;
  block.add("nod1", head(), {{"start", at(0s)}, {"end", at(2s)}});
  block.add("nod2", head(), {{"start", at(1s)}});
  block.add("nod3", head(), {{"start", at(3s)}, {"end", at(5.75s)}});

  const Timing timing = timed_in_both_orders(block);

  CHECK(timing.warnings.empty());
  CHECK(timing["nod1:start"] == 0s);
  CHECK(timing["nod1:end"] == 2s);
  CHECK(near(timing["nod1:stroke"], 1s));
  CHECK(timing["nod2:start"] == 1s);
  CHECK(near(timing["nod2:end"], 3s));
  // 0.75 s more among 1 s that is four times as stiff and 1 s that is not: 0.6 s for the latter.
  CHECK(timing["nod3:end"] == 5.75s);
  CHECK(near(timing["nod3:ready"], 3s + 0.4s * 1.6));
  CHECK(near(timing["nod3:stroke"] - timing["nod3:strokeStart"], 0.5s * 1.15));
}

TEST_CASE("synchronized points are one, offsets counted", "[schedule]") {
  Block block;
  block.add("nod1", head());
  block.add("nod2", head());
  block.add(Kind::Synchronize, {at("nod1", "start", 1s), at("nod2", "start", -1s)});

  const Timing timing = timed_in_both_orders(block);

  CHECK(timing["nod1:start"] == 0s);
  CHECK(timing["nod2:start"] == 2s);
}

TEST_CASE("a behaviour starts at another's stroke, whichever stands first", "[schedule]") {
  Block block;
  block.add("nod1", head(), {{"start", at(3s)}, {"end", at(5s)}});
  block.add("beat", head(), {{"start", at("nod1", "stroke")}});

  const Timing timing = timed_in_both_orders(block);

  CHECK(timing.warnings.empty());
  CHECK(near(timing["nod1:stroke"], 4s));
  CHECK(timing["beat:start"] == timing["nod1:stroke"]);
  CHECK(near(timing["beat:end"] - timing["beat:start"], 2s));
}

TEST_CASE("a row of references is followed to its end", "[schedule]") {
  Block block;
  block.add("h1", head(), {{"start", at("h2", "start", -2s)}});
  block.add("h2", head(), {{"start", at("h3", "start", -2s)}});
  block.add("h3", head(), {{"start", at("h4", "start", -2s)}});
  block.add("h4", head(), {{"start", at(10s)}});

  const Timing timing = timed_in_both_orders(block);

  CHECK(timing["h1:start"] == 4s);
  CHECK(timing["h2:start"] == 6s);
  CHECK(timing["h3:start"] == 8s);
  CHECK(timing["h4:start"] == 10s);
}

TEST_CASE("a behaviour lies around a point of another", "[schedule]") {
  Block block;
  block.add("g2", head(), {{"start", at("g1", "start", -1s)}, {"end", at("g1", "start", 1s)}});
  block.add("g1", head(), {{"start", at(4s)}});
  block.add("h1", head(), {{"start", at("g1", "end")}});

  const Timing timing = timed_in_both_orders(block);

  CHECK(timing["g1:start"] == 4s);
  CHECK(timing["g2:start"] == 3s);
  CHECK(timing["g2:end"] == 5s);
  CHECK(timing["h1:start"] == timing["g1:end"]);
}

TEST_CASE("a reference to oneself is a length", "[schedule]") {
  Block block;
  block.add("shake1", head(), {{"start", at(0s)}, {"end", at("shake1", "start", 1s)}});

  const Timing timing = timed_in_both_orders(block);

  CHECK(timing.warnings.empty());
  CHECK(timing["shake1:start"] == 0s);
  CHECK(timing["shake1:end"] == 1s);
}

TEST_CASE("speech waits until a gaze is ready", "[schedule]") {
  Block block;
  block.add("speech1", test::speech(), {{"start", at("gaze1", "ready")}});
  block.add("gaze1", gaze(), {{"start", at(2s)}});

  const Timing timing = timed_in_both_orders(block);

  CHECK(timing["gaze1:start"] == 2s);
  CHECK(near(timing["speech1:start"], 2.3s));
  CHECK(near(timing["speech1:end"], 4.2s));
}

TEST_CASE("a speech whose mark is at a time starts before it", "[schedule]") {
  Block block;
  block.add("speech1", test::speech(), {{"s1", at(10s)}});
  block.add("nod1", head(), {{"start", at("speech1", "start")}});

  const Timing timing = timed_in_both_orders(block);

  CHECK(timing["speech1:s1"] == 10s);
  CHECK(near(timing["speech1:start"], 9.2s));
  CHECK(timing["nod1:start"] == timing["speech1:start"]);
}

TEST_CASE("a mark says its time in the text as well", "[schedule]") {
  Block block;
  script::Behaviour& said = block.add("speech1", test::speech());
  said.kind = script::Speech{.text = "one two three", .marks = {{{"s1"}, 8, at(10s)}}};

  CHECK(timed(block)["speech1:s1"] == 10s);
}

TEST_CASE("what hangs together and on no time is moved as a whole", "[schedule]") {
  Block block;
  Phases said{.points = {"start", "s1", "end"}, .phases = {Phase::rigid(0s), Phase::rigid(2.2s)}};
  block.add("speech1", said);
  block.add("g1", head(), {{"start", at("speech1", "s1")}, {"end", at("g1", "start", 2s)}});
  block.add("transleft", gaze(), {{"start", at("g1", "start", -2s)}, {"end", at("g1", "start")}});
  block.add("relaxleft", gaze(),
            {{"start", at("g1", "end", 0.5s)}, {"end", at("g1", "end", Seconds(2.8))}});

  const Timing timing = timed_in_both_orders(block);

  CHECK(timing.warnings.empty());
  CHECK(timing["transleft:start"] == 0s);
  CHECK(timing["transleft:end"] == 2s);
  CHECK(timing["speech1:s1"] == 2s);
  CHECK(timing["g1:start"] == 2s);
  CHECK(timing["g1:end"] == 4s);
  CHECK(timing["relaxleft:start"] == 4.5s);
  CHECK(near(timing["relaxleft:end"], 6.8s));
}

TEST_CASE("a behaviour of no length is one", "[schedule]") {
  Block block;
  block.add("short", wait(), {{"start", at(1s)}, {"end", at("short", "start", 0.00001s)}});
  block.add("none", wait(), {{"start", at(1s)}, {"end", at(1s)}});

  const Timing timing = timed_in_both_orders(block);

  CHECK(timing.warnings.empty());
  CHECK(timing["short:end"] > timing["short:start"]);
  CHECK(near(timing["short:end"], 1.00001s));
  CHECK(timing["none:end"] == 1s);
}

TEST_CASE("before and after hold, offsets counted, and bind no more than they must", "[schedule]") {
  Block block;
  block.add("a", wait());
  block.add("b", wait());
  block.add("c", wait());
  // a + 2 >= b + 1: a is a second before b at most. c ends half a second before b starts.
  block.add(Kind::After, {at("a", "start", 2s)}, at("b", "start", 1s));
  block.add(Kind::Before, {at("c", "end"), at("a", "end", -9s)}, at("b", "start", -0.5s));

  const Timing timing = timed_in_both_orders(block);

  CHECK(timing.warnings.empty());
  CHECK(timing["c:start"] == 0s);
  CHECK(near(timing["b:start"], 1.5s));
  CHECK(near(timing["a:start"], 0.5s));
  CHECK(near(timing["c:end"], 1s));
}

TEST_CASE("a before that time does not allow shortens phases, down to their least", "[schedule]") {
  Block block;
  block.add("nod1", head(), {{"start", at(1s)}});
  block.add(Kind::Before, {at("nod1", "end")}, at(2s));
  const Timing timing = timed_in_both_orders(block);
  CHECK(timing.warnings.empty());
  CHECK(near(timing["nod1:end"], 2s));
  // The stroke is four times as stiff: 1 s is lost, x of each soft second and x / 4 of each stiff.
  CHECK(near(timing["nod1:ready"] - timing["nod1:start"], Seconds(0.4 * 0.2)));
  CHECK(near(timing["nod1:stroke"] - timing["nod1:strokeStart"], Seconds(0.5 * 0.8)));

  block.written.constraints[0].reference = at(1.4s);  // the least is 0.5 s
  CHECK(timed_in_both_orders(block).warnings.size() == 1);
}

TEST_CASE("points of other blocks are known times", "[schedule]") {
  Block block;
  block.others = {{"bml1:speech1:end", 1.5s}, {"bml1:nod:stroke:2", -3s}};
  block.add("nod1", head(), {{"start", at_other("bml1", "speech1", "end")}});
  CHECK(timed_in_both_orders(block)["nod1:start"] == 1.5s);

  block.add("nod2", head(), {{"start", at_other("bml1", "nod", "stroke")}});
  block.written.behaviours[1].appointments[0].when.iteration = 2;
  block.written.behaviours[1].appointments[0].when.offset = 3.25s;
  CHECK(timed_in_both_orders(block)["nod2:start"] == 0.25s);
}

TEST_CASE("strokes that are repeated have numbers, and a single one is the first", "[schedule]") {
  Block block;
  Phases twice{.points = {"start", "stroke:1", "stroke:2", "end"},
               .phases = {phase(1s), phase(1s), phase(1s)}};
  block.add("nod1", twice, {{"start", at(1s)}});
  block.add("nod2", head(), {{"start", at("nod1", "stroke")}});
  block.add("nod3", head(), {{"start", at("nod1", "stroke")}});
  block.written.behaviours[2].appointments[0].when.iteration = 2;
  block.add("nod4", head(), {{"start", at("nod3", "stroke")}});
  block.written.behaviours[3].appointments[0].when.iteration = 1;

  const Timing timing = timed_in_both_orders(block);

  CHECK(near(timing["nod2:start"], 2s));
  CHECK(near(timing["nod3:start"], 3s));
  CHECK(near(timing["nod4:start"], 4s));
}

}  // namespace
}  // namespace kine::plan::schedule_test
