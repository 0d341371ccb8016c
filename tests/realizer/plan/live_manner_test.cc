// Tests for realizer/plan/live_manner.h.
#include "realizer/plan/live_manner.h"

#include "realizer/plan/sketches.h"
#include "realizer/script/sketch.h"
#include "realizer/script/transition.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/plan/documents.h"
#include "tests/support/plan/plans.h"

namespace kine::plan::live_manner_test {
namespace {

using namespace std::chrono_literals;

const script::Expressivity kWide{{script::kSpatialExtent, 1}};

TEST_CASE("a manner goes over eased, and is there when it is to be", "[live_manner]") {
  const LiveManner manner{.character = "ada",
                          .from = {{script::kPower, -0.5}},
                          .to = {{script::kPower, 0.5}},
                          .since = 2s,
                          .over = 4s};
  CHECK(manner.at(-10s) == script::Expressivity{{script::kPower, -0.5}});
  CHECK(manner.at(2s) == script::Expressivity{{script::kPower, -0.5}});
  // 3h² - 2h³ at a quarter is 5/32.
  CHECK(manner.at(3s)[script::kPower] == Approx(-0.5 + 5.0 / 32));
  CHECK(manner.at(4s)[script::kPower] == Approx(0).margin(1e-12));
  CHECK(manner.at(6s) == script::Expressivity{{script::kPower, 0.5}});
  CHECK(manner.at(100s) == script::Expressivity{{script::kPower, 0.5}});
}

TEST_CASE("a manner that takes no time is there at once", "[live_manner]") {
  const LiveManner manner{.character = "ada", .from = {}, .to = kWide, .since = 2s};
  CHECK(manner.at(1999ms) == script::Expressivity{});
  CHECK(manner.at(2s) == kWide);
}

Plan plan_of_two(const std::string& attributes) {
  return test::plan_of(test::document_of(
      R"(<script xmlns="urn:kinesphere:script:1" character="ada"><nucleus id="own" power="0.5"/>)"
      "<sequence id=\"a\"" +
      attributes + R"(>
         <pose time="1"><position joint="rightHand" target="-0.3 1.2 0.3"/></pose>
         <pose time="2"><position joint="rightHand" target="-0.3 1 0.3"/></pose></sequence>
       <sequence id="b" start="4">
         <pose time="1"><position joint="leftHand" target="0.3 1.2 0.3"/></pose></sequence>
       </script>)"));
}

TEST_CASE("a sequence without a nucleus takes the manner that is in force at its last pose",
          "[live_manner]") {
  Plan plan = plan_of_two("");
  const LiveManner manner{.character = "ada", .from = {}, .to = kWide, .since = 0s, .over = 4s};
  for (std::size_t i = 0; i < 2; ++i) give_manner(manner, i, plan);
  const auto manner_of = [&](std::size_t i) {
    REQUIRE(has_live_manner(plan, plan.sequences[i]));
    return plan.nuclei[*plan.sequences[i].poses.front().nucleus].expressivity;
  };
  CHECK(manner_of(0)[script::kSpatialExtent] == Approx(0.5));
  CHECK(manner_of(1) == kWide);
  CHECK(plan.valid(test::ada()));
}

TEST_CASE("what the script says goes before the manner from outside", "[live_manner]") {
  Plan plan = plan_of_two(R"( nucleus="own")");
  const Plan before = plan;
  give_manner({.character = "ada", .from = {}, .to = kWide}, 0, plan);
  CHECK(plan == before);
  CHECK_FALSE(has_live_manner(plan, plan.sequences[0]));
}

TEST_CASE("sequences that take one manner share their nucleus", "[live_manner]") {
  Plan plan = plan_of_two("");
  const LiveManner manner{.character = "ada", .from = kWide, .to = kWide};
  for (std::size_t i = 0; i < 2; ++i) give_manner(manner, i, plan);
  CHECK(plan.sequences[0].nucleus == plan.sequences[1].nucleus);
}

TEST_CASE("a nucleus by a manner has the numbers of a nucleus alone", "[live_manner]") {
  Plan with = plan_of_two("");
  Plan without = with;
  const script::Expressivity both{{script::kSpatialExtent, 1}, {script::kTempo, -0.5}};
  give_manner({.character = "ada", .from = {}, .to = both}, 0, with);
  give_manner({.character = "ada", .from = {}, .to = kWide}, 0, without);
  CHECK(with == without);
}

TEST_CASE("a live sketch lies under what the script says", "[live_manner]") {
  const LiveManner manner{
      .character = "ada",
      .from = {},
      .to = {{script::kSpatialExtent, 1}, {script::kTempo, -0.5}, {script::kExtent, 0.25}},
      .over = 4s};
  Plan plan = plan_of_two("");
  const std::vector<Transition> of_style = {{.parameters = {{script::kTouch, 1}}}};
  give_sketch(manner, of_style, plan);
  REQUIRE(plan.sketch);
  CHECK(plan.sketches[*plan.sketch].id == kLiveSketch);
  CHECK(plan.sketches[*plan.sketch].transitions == of_style);
  const script::Expressivity& given = manner_of(plan, plan.sequences[0]);
  CHECK(given == script::Expressivity{{script::kTempo, -0.5}, {script::kExtent, 0.25}});
  CHECK(plan.valid(test::ada()));

  plan = plan_of_two("");
  plan.sketches = {{.id = "quick", .expressivity = {{script::kTempo, 1}}}};
  plan.sketch = 0;
  give_sketch(manner, {}, plan);
  CHECK(plan.sketches[*plan.sketch].id != kLiveSketch);
  CHECK(manner_of(plan, plan.sequences[0])[script::kTempo] == 1);
  CHECK(manner_of(plan, plan.sequences[0])[script::kExtent] == 0.25);
}

TEST_CASE("a manner without a sketch lays nothing under a plan", "[live_manner]") {
  Plan plan = plan_of_two("");
  const Plan before = plan;
  give_sketch({.character = "ada", .from = {{script::kTempo, 1}}, .to = kWide}, {}, plan);
  CHECK(plan == before);
}

TEST_CASE("the part of a manner that nobody sets anew stays", "[live_manner]") {
  const script::Expressivity slow{{script::kTempo, -0.5}};
  const script::Expressivity both{{script::kSpatialExtent, 1}, {script::kTempo, -0.5}};
  CHECK(changed({}, {.nucleus = kWide}) == kWide);
  CHECK(changed(kWide, {.sketch = slow}) == both);
  CHECK(changed(both, {.nucleus = script::Expressivity{}}) == slow);
  CHECK(changed(both, {.sketch = script::Expressivity{}}) == kWide);
  CHECK(changed(both, {}) == both);
}

}  // namespace
}  // namespace kine::plan::live_manner_test
