// Tests for realizer/plan/live_manner.h.
#include "realizer/plan/live_manner.h"

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

}  // namespace
}  // namespace kine::plan::live_manner_test
