// Tests for realizer/plan/schedule/sync_demands.h.
#include "realizer/plan/schedule/sync_demands.h"

#include "tests/support/catch.h"
#include "tests/support/plan/sync_blocks.h"

namespace kine::plan::sync_demands_test {
namespace {

using namespace std::chrono_literals;
using namespace test;
using Kind = script::SyncConstraint::Kind;

Demands demands_of(const Block& block) {
  auto demands = look_up_demands(block.written, block.wanted, block.others);
  REQUIRE(demands);
  return *std::move(demands);
}

TEST_CASE("behaviours stand by their ids, and references are to these", "[sync_demands]") {
  Block block;
  block.add("b", head(), {{"start", at("a", "ready", 2s)}, {"end", at(7s)}});
  block.add("a", gaze());

  const Demands demands = demands_of(block);

  REQUIRE(demands.behaviours.size() == 2);
  CHECK(demands.behaviours[0].index == 1);
  CHECK(demands.behaviours[1].index == 0);
  const std::vector<Tie>& ties = demands.behaviours[1].ties;
  REQUIRE(ties.size() == 2);
  CHECK(ties[0].point == 0);
  CHECK(ties[0].when == Anchor{0, 1, 2s});
  CHECK(ties[1].point == 6);
  CHECK(ties[1].when == Anchor{std::nullopt, 0, 7s});
}

TEST_CASE("constraints stand by what they ask, and so do their points", "[sync_demands]") {
  Block block;
  block.add("a", gaze());
  block.add(Kind::Before, {at("a", "end")}, at(7s));
  block.add(Kind::Synchronize, {at("a", "end"), at("a", "start", 1s), at(2s)});

  const Demands demands = demands_of(block);

  REQUIRE(demands.constraints.size() == 2);
  CHECK(demands.constraints[0].index == 1);
  CHECK(demands.constraints[0].points ==
        std::vector<Anchor>{{std::nullopt, 0, 2s}, {0, 0, 1s}, {0, 3, 0s}});
  CHECK(demands.constraints[1].kind == Kind::Before);
  CHECK(demands.constraints[1].reference == Anchor{std::nullopt, 0, 7s});
}

TEST_CASE("points of other blocks are times", "[sync_demands]") {
  Block block;
  block.others = {{"b1:nod:end", 1.5s}};
  block.add("a", gaze(), {{"start", at_other("b1", "nod", "end")}});
  block.written.behaviours[0].appointments[0].when.offset = 2s;
  CHECK(demands_of(block).behaviours[0].ties[0].when == Anchor{std::nullopt, 0, 3.5s});
}

TEST_CASE("a point of another block that is over is asked for at once", "[sync_demands]") {
  Block block;
  block.others = {{"b1:nod:end", -1.5s}, {"b1:nod:stroke:1", 2s}, {"b1:g:stroke", 3s}};
  block.add("a", gaze(), {{"start", at_other("b1", "nod", "end")}});
  block.add("b", gaze(), {{"start", at_other("b1", "nod", "stroke")}});
  block.add("c", gaze(), {{"start", at_other("b1", "g", "stroke")}});
  block.add("d", gaze(), {{"start", at_other("b1", "nod", "relax")}});
  block.written.behaviours[2].appointments[0].when.iteration = 1;

  const Demands demands = demands_of(block);

  CHECK(demands.behaviours[0].ties[0].when == Anchor{std::nullopt, 0, 0s});
  CHECK(demands.behaviours[1].ties[0].when == Anchor{std::nullopt, 0, 2s});
  CHECK(demands.behaviours[2].ties[0].when == Anchor{std::nullopt, 0, 3s});
  CHECK(demands.behaviours[3].fault == "there is no sync point 'b1:nod:relax'");
}

TEST_CASE("the blocks that are named are told once each, wherever they stand", "[sync_demands]") {
  Block block;
  block.add("a", gaze(),
            {{"start", at_other("b2", "x", "end")}, {"end", at_other("b1", "x", "y")}});
  block.add("b", gaze(), {{"start", at("a", "start")}, {"end", at(3s)}});
  block.add(Kind::After, {at_other("b3", "x", "y"), at("a", "end")}, at_other("b1", "x", "y"));
  CHECK(blocks_named(block.written) == std::vector<std::string_view>{"b1", "b2", "b3"});
}

TEST_CASE("what is not there is a fault of who names it", "[sync_demands]") {
  Block block;
  block.add("a", gaze(), {{"start", at("b", "nowhere")}});
  block.add("b", gaze(), {{"nothing", at(1s)}});
  block.add("c", gaze(), {{"start", at_other("b1", "nod", "end")}});
  block.add("d", gaze());
  block.add("e", gaze(), {{"start", at("d", "whatever")}});
  block.wanted[3].reset();
  block.add(Kind::After, {at("a", "start")}, at("b", "stroke:1"));

  const Demands demands = demands_of(block);

  CHECK(demands.behaviours[0].fault == "there is no sync point 'b:nowhere'");
  CHECK(demands.behaviours[1].fault == "there is no sync point 'b:nothing'");
  CHECK(demands.behaviours[2].fault == "there is no block 'b1'");
  CHECK(demands.behaviours[3].phases == nullptr);
  CHECK(demands.behaviours[4].fault.empty());  // of what cannot be done nobody knows the points
  CHECK(demands.behaviours[4].ties[0].when.behaviour == 3);
  CHECK_FALSE(demands.constraints[0].fault.empty());
}

TEST_CASE("a behaviour that there is not is an error where it is named", "[sync_demands]") {
  Block block;
  block.add("a", gaze(), {{"start", at("z", "start")}});
  block.written.behaviours[0].appointments[0].when.where = {3, 14};
  const auto demands = look_up_demands(block.written, block.wanted, {});
  REQUIRE_FALSE(demands);
  CHECK(demands.error().code == ErrorCode::UnknownName);
  CHECK(demands.error().where == Where{3, 14});
}

}  // namespace
}  // namespace kine::plan::sync_demands_test
