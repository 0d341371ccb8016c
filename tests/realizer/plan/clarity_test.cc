// Tests for realizer/plan/clarity.h.
#include "realizer/plan/clarity.h"

#include "realizer/script/sketch.h"
#include "tests/support/catch.h"

namespace kine::plan::clarity_test {
namespace {

using script::Expressivity;

constexpr double kInvolved = 0.5;

}  // namespace

TEST_CASE("without clarity nothing changes, to the bit", "[clarity]") {
  const Expressivity said{{script::kPosture, -0.3}, {script::kTempo, 0.7}};
  CHECK(clarified(said, kInvolved) == said);
  Expressivity with_zeros = said;
  for (const script::Parameter* const each : script::parameters(script::MannerElement::Clarity)) {
    with_zeros.write(*each, 0);
  }
  CHECK(clarified(with_zeros, kInvolved) == said);
}

TEST_CASE("simplification fades out what goes along and what is idle", "[clarity]") {
  const Expressivity half = clarified({{script::kSimplify, 0.5}}, kInvolved);
  CHECK(half[script::kInvolvement] == 0.25);
  CHECK(half[script::kIdleAmount] == 0.5);
  CHECK_FALSE(half.says(script::kSimplify));
  const Expressivity all =
      clarified({{script::kSimplify, 1}, {script::kInvolvement, 1}}, kInvolved);
  CHECK(all[script::kInvolvement] == 0);
  CHECK(all[script::kIdleAmount] == 0);
}

TEST_CASE("exaggeration doubles contrasts at most, within their ranges", "[clarity]") {
  const Expressivity clear = clarified(
      {{script::kExaggerate, 1}, {script::kPosture, -0.25}, {script::kTempo, 0.75}}, kInvolved);
  CHECK(clear[script::kPosture] == -0.5);
  CHECK(clear[script::kTempo] == 1);
  CHECK(clear[script::kExtent] == 0.5);
  CHECK(clear[script::kElbows] == 0.25);
  CHECK_FALSE(clear.says(script::kInvolvement));
  CHECK(valid(clear));
}

TEST_CASE("what is deep is large and slow, what is shallow small and quick", "[clarity]") {
  const Expressivity deep = clarified({{script::kDepth, 1}, {script::kExtent, 0.25}}, kInvolved);
  CHECK(deep[script::kExtent] == 0.75);
  CHECK(deep[script::kTempo] == -0.5);
  const Expressivity shallow = clarified({{script::kDepth, -1}}, kInvolved);
  CHECK(shallow[script::kExtent] == -0.5);
  CHECK(shallow[script::kTempo] == 0.5);
}

TEST_CASE("each is monotone in its number", "[clarity]") {
  double reached = -2;
  double involved = 2;
  for (double amount = 0; amount <= 1; amount += 0.125) {
    const Expressivity clear = clarified(
        {{script::kExaggerate, amount}, {script::kSimplify, amount}, {script::kExtent, 0.25}},
        kInvolved);
    CHECK(clear[script::kExtent] > reached);
    reached = clear[script::kExtent];
    CHECK(clear[script::kInvolvement] < involved);
    involved = clear[script::kInvolvement];
  }
}

TEST_CASE("all sets of a plan are clarified", "[clarity]") {
  Plan plan;
  plan.involvement = 0.5;
  plan.sketches = {{.id = "a", .expressivity = {{script::kSimplify, 1}}},
                   {.id = "b", .expressivity = {{script::kPosture, 1}}}};
  clarify(plan);
  CHECK(plan.sketches[0].expressivity[script::kInvolvement] == 0);
  CHECK(plan.sketches[1].expressivity == Expressivity{{script::kPosture, 1}});
}

}  // namespace kine::plan::clarity_test
