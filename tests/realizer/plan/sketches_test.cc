// Tests for realizer/plan/sketches.h.
#include "realizer/plan/sketches.h"

#include "realizer/plan/live_manner.h"

#include "tests/support/catch.h"

namespace kine::plan::sketches_test {
namespace {

const Sketch kWeary{.id = "weary", .expressivity = {{script::kPosture, -0.5}}, .lean_to = "apple"};
const Sketch kWide{.id = "wide", .expressivity = {{script::kWidth, 1}}};

/// A sequence of two poses, the second with a sketch of its own.
Plan plan_with(std::optional<std::size_t> of_sequence, std::optional<std::size_t> of_character) {
  Plan plan;
  plan.sketches = {kWeary, kWide};
  plan.sketch = of_character;
  Sequence& sequence = plan.sequences.emplace_back();
  sequence.sketch = of_sequence;
  sequence.poses = {{.id = "p1", .time = Seconds(1)},
                    {.id = "p2", .time = Seconds(2), .sketch = 1}};
  return plan;
}

const script::Expressivity& manner(const Plan& plan, std::size_t pose) {
  return manner_of(plan, plan.sequences[0], plan.sequences[0].poses[pose]);
}

}  // namespace

TEST_CASE("the nearest scope that names a sketch has the set of a pose", "[sketches]") {
  const Plan plan = plan_with(0, 1);
  CHECK(manner(plan, 0) == kWeary.expressivity);
  CHECK(manner(plan, 1) == kWide.expressivity);
  CHECK(manner_of(plan, plan.sequences[0]) == kWeary.expressivity);
  CHECK(lean_to_of(plan, plan.sequences[0], plan.sequences[0].poses[0]) == "apple");
  CHECK(manner(plan_with({}, 0), 0) == kWeary.expressivity);
}

TEST_CASE("where nobody names a sketch all is usual", "[sketches]") {
  const Plan plan = plan_with({}, {});
  CHECK(find_sketch(plan, plan.sequences[0], plan.sequences[0].poses[0]) == nullptr);
  CHECK(manner(plan, 0)[script::kInvolvement] == 0.5);
  CHECK(manner(plan, 0)[script::kPosture] == 0);
  CHECK(lean_to_of(plan, plan.sequences[0], plan.sequences[0].poses[0]).empty());
}

TEST_CASE("a sketch from outside lies under all that a script says", "[sketches]") {
  const Sketch outer{.id = "server",
                     .expressivity = {{script::kPosture, 1}, {script::kHead, 0.5}},
                     .lean_to = "door"};
  Plan plan = plan_with({}, {});
  lay_under(outer, plan);
  CHECK(manner(plan, 0) == outer.expressivity);
  CHECK(manner(plan, 1)[script::kPosture] == 1);
  CHECK(manner(plan, 1)[script::kWidth] == 1);
  plan = plan_with({}, 0);
  lay_under(outer, plan);
  CHECK(manner(plan, 0)[script::kPosture] == -0.5);
  CHECK(manner(plan, 0)[script::kHead] == 0.5);
  CHECK(lean_to_of(plan, plan.sequences[0], plan.sequences[0].poses[0]) == "apple");
}

TEST_CASE("a script says how much life its character has where its own sketch does", "[sketches]") {
  Plan plan = plan_with({}, {});
  CHECK_FALSE(idle_amount_of(plan));
  plan.sketches = {{.id = "calm", .expressivity = {{script::kIdleAmount, 0.5}}}};
  plan.sketch = 0;
  CHECK(idle_amount_of(plan) == 0.5);
  plan.sketches[0].id = kLiveSketch;
  CHECK_FALSE(idle_amount_of(plan));
}

}  // namespace kine::plan::sketches_test
