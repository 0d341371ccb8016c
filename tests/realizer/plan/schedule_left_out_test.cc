// Tests for realizer/plan/schedule.h: what becomes of the impossible.
#include "realizer/plan/schedule.h"

#include "tests/support/catch.h"
#include "tests/support/sync_blocks.h"

namespace kine::plan {
namespace {

using namespace std::chrono_literals;
using namespace test;
using Kind = script::SyncConstraint::Kind;

TEST_CASE("what contradicts itself is left out with one warning", "[schedule]") {
  Block block;
  block.add("nod1", head(), {{"start", at(2s)}, {"end", at(0s)}});
  block.add("nod2", head(), {{"start", at(1s)}});
  block.add("speech1", speech(), {{"end", at(0.1s)}});

  const Timing timing = timed_in_both_orders(block);

  CHECK(timing.about() == "nod1 speech1 ");
  CHECK(timing.times.size() == 7);
  CHECK(timing["nod2:start"] == 1s);
  CHECK(timing.warnings[1].kind == WarningKind::ImpossibleToSchedule);
  const std::string& message = timing.warnings[1].message;
  INFO(message);
  CHECK(message.starts_with("no times keep the circle of "));
  CHECK(message.find("'nod1:start'") != message.npos);
  CHECK(message.find("'nod1:end'") != message.npos);
  CHECK(message.ends_with("so it is left out: 'nod1'"));
}

TEST_CASE("of a constraint and a behaviour the constraint goes", "[schedule]") {
  Block block;
  block.add("nod1", head(), {{"start", at(1s)}});
  block.add("nod2", head(), {{"start", at(5s)}});
  block.add(Kind::Synchronize, {at("nod1", "end"), at("nod2", "start")}).id = {"fine"};
  block.add(Kind::Before, {at("nod2", "end")}, at("nod1", "start")).id = {"wrong"};

  const Timing timing = timed_in_both_orders(block);

  CHECK(timing.about() == "wrong ");
  CHECK(timing["nod1:end"] == 5s);
  CHECK(timing.times.size() == 14);
}

TEST_CASE("a behaviour that contradicts itself goes before any constraint", "[schedule]") {
  Block block;
  block.add("bad", head(), {{"start", at(2s)}, {"end", at(0s)}});
  block.add("nod1", head());
  block.add(Kind::After, {at("nod1", "start")}, at("bad", "end"));
  block.add(Kind::Before, {at("bad", "start")}, at("bad", "end"));

  CHECK(timed_in_both_orders(block).about() == "bad ");
}

TEST_CASE("of behaviours in a circle the one that takes the fewest with it goes", "[schedule]") {
  Block block;
  block.add("base", head(), {{"start", at(4s)}});
  block.add("late", head(), {{"start", at("base", "end")}, {"end", at(3s)}});
  block.add("other", head(), {{"start", at("base", "start")}});

  const Timing timing = timed_in_both_orders(block);

  CHECK(timing.about() == "late ");
  CHECK(timing["base:start"] == 4s);
  CHECK(timing["other:start"] == 4s);
}

TEST_CASE("what refers to one that is left out goes with it, a constraint forgets it",
          "[schedule]") {
  Block block;
  block.add("bad", head(), {{"start", at(2s)}, {"end", at(0s)}});
  block.add("follower", head(), {{"start", at("bad", "end")}});
  block.add("follower2", head(), {{"end", at("follower", "start")}});
  block.add("nod1", head());
  block.add("nod2", head());
  block.add(Kind::Synchronize,
            {at("nod1", "start"), at("nod2", "start", -1s), at("follower", "start")});
  block.add(Kind::Before, {at("nod2", "start")}, at("bad", "start"));

  const Timing timing = timed_in_both_orders(block);

  CHECK(timing.about() == "bad follower follower2 ");
  CHECK(timing["nod1:start"] == 0s);
  CHECK(timing["nod2:start"] == 1s);
}

TEST_CASE("one that cannot be done takes its followers along and is not warned of again",
          "[schedule]") {
  Block block;
  block.add("gone", head());
  block.add("follower", head(), {{"start", at("gone", "end")}});
  block.add("nod1", head());
  block.wanted[0].reset();

  const Timing timing = timed_in_both_orders(block);

  CHECK(timing.about() == "follower ");
  CHECK(timing.times.size() == 7);
}

TEST_CASE("a required behaviour that cannot be done refuses the block", "[schedule]") {
  Block block;
  block.add("nod1", head(), {{"start", at(2s)}, {"end", at(0s)}}).required = true;
  const Timing timing = timed_in_both_orders(block);
  REQUIRE(timing.error);
  CHECK(timing.error->code == ErrorCode::OutOfRange);
  CHECK(timing.error->message.find("'nod1:start'") != std::string::npos);

  Block dependent;
  dependent.add("bad", head(), {{"start", at(2s)}, {"end", at(0s)}});
  dependent.add("nod1", head(), {{"start", at("bad", "end")}}).required = true;
  CHECK(timed_in_both_orders(dependent).error);

  Block undone;
  undone.add("nod1", head()).required = true;
  undone.wanted[0].reset();
  CHECK(timed_in_both_orders(undone).error);
}

TEST_CASE("a required constraint costs a behaviour, or the block if all are required",
          "[schedule]") {
  Block block;
  block.add("nod1", head(), {{"start", at(1s)}}).required = true;
  block.add("nod2", head(), {{"start", at(5s)}, {"end", at(6s)}});
  block.add("nod3", head(), {{"end", at("nod2", "start")}, {"start", at("nod1", "start", 4.5s)}});
  block.add(Kind::Before, {at("nod1", "end")}, at(3s)).required = true;
  CHECK(timed_in_both_orders(block).about() == "nod3 ");

  block.add(Kind::Before, {at("nod3", "end")}, at("nod1", "start")).required = true;
  const Timing timing = timed_in_both_orders(block);
  REQUIRE(timing.error);
  CHECK(timing.error->code == ErrorCode::OutOfRange);
}

TEST_CASE("what is over already cannot be met, nor what nobody knows", "[schedule]") {
  Block block;
  block.others = {{"bml1:nod:end", -0.5s}};
  block.add("late", head(), {{"start", at_other("bml1", "nod", "end")}});
  block.add("lost", head(), {{"start", at_other("bml0", "nod", "end")}});
  block.add("squeezed", head(), {{"stroke", at_other("bml1", "nod", "end")}});
  block.written.behaviours[2].appointments[0].when.offset = 1.1s;

  const Timing timing = timed_in_both_orders(block);

  CHECK(timing.about() == "late lost ");
  CHECK(timing["squeezed:start"] == 0s);
  CHECK(near(timing["squeezed:stroke"], 0.6s));
}

TEST_CASE(
    "a sync point that there is not costs who names it, a behaviour that there is not the "
    "block",
    "[schedule]") {
  Block block;
  block.add("gaze1", gaze());
  block.add("nod1", head(), {{"start", at("gaze1", "strokeEnd")}});
  block.add("gaze2", gaze(), {{"stroke", at(1s)}});
  block.add(Kind::Synchronize, {at("gaze1", "start"), at("gaze1", "stroke")}).id = {"c1"};
  CHECK(timed_in_both_orders(block).about() == "c1 gaze2 nod1 ");

  block.add("nod2", head(), {{"start", at("nod9", "start")}});
  const Timing timing = timed_in_both_orders(block);
  REQUIRE(timing.error);
  CHECK(timing.error->code == ErrorCode::UnknownName);
  CHECK(timing.error->message.ends_with("'nod9'"));
}

TEST_CASE("more sync points than a block may have are an error", "[schedule]") {
  Block block;
  for (int i = 0; i < 1171; ++i) block.add("nod" + std::to_string(i), head());
  const Timing timing = timed(block);
  REQUIRE(timing.error);
  CHECK(timing.error->code == ErrorCode::LimitExceeded);
}

}  // namespace
}  // namespace kine::plan
