// Tests for realizer/plan/properties/succession.h: depths by hand, as section 4.2 counts them.
#include "realizer/plan/properties/succession.h"

#include "realizer/plan/make/make.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/plan/documents.h"
#include "tests/support/plan/examples.h"

namespace kine::plan::succession_test {
namespace {

using namespace std::chrono_literals;
using enum body::Joint;

struct Shaped {
  SolvedPoses solved;
  std::vector<std::string> warnings;

  Seconds earlier(body::Joint joint) const { return solved.earlier[body::index_of(joint)]; }
};

/// A reach of the right arm that takes one second, in this succession.
Shaped shaped(double succession_s, bool hard = false) {
  const script::Position reach{.joint = test::named("rightHand"), .target_m = {-0.2, 1.2, 0.3}};
  Diagnostics diagnostics;
  auto plan = make(test::document_of({test::sequence_of({test::pose_at(1, {reach})})}), "ada",
                   test::example_body(), test::example_vocabulary(), diagnostics);
  REQUIRE(plan);
  plan->sketches = {{.id = "s", .expressivity = {{script::kSuccession, succession_s}}}};
  plan->sequences[0].sketch = 0;
  Shaped result;
  SolvedPose pose{.pose = 0, .time = 1s};
  if (hard) pose.hard.insert(RightHand);
  result.solved.poses = {pose};
  succession().shape(*plan, plan->sequences[0],
                     {.body = test::example_body(), .placement = {}, .diagnostics = diagnostics},
                     result.solved);
  for (const Warning& warning : diagnostics.warnings()) result.warnings.push_back(warning.message);
  return result;
}

}  // namespace

TEST_CASE("each joint of an arm comes a little after the one above it, the hand in time",
          "[succession]") {
  const Shaped arm = shaped(0.05);
  CHECK(arm.earlier(RightHand) == 0s);
  CHECK(arm.earlier(RightLowerArm).count() == Approx(0.05));
  CHECK(arm.earlier(RightUpperArm).count() == Approx(0.1));
  CHECK(arm.earlier(LeftUpperArm) == 0s);
  CHECK(arm.earlier(Head) == 0s);
  CHECK(arm.warnings.empty());
}

TEST_CASE("in reverse the hand comes first", "[succession]") {
  const Shaped arm = shaped(-0.05);
  CHECK(arm.earlier(RightHand).count() - arm.earlier(RightLowerArm).count() == Approx(0.05));
  CHECK(arm.earlier(RightLowerArm).count() - arm.earlier(RightUpperArm).count() == Approx(0.05));
}

TEST_CASE("where a movement is too short, a succession shrinks, with a warning", "[succession]") {
  const Shaped arm = shaped(0.2 + 0.2);  // past the range, for a movement of a second
  CHECK(arm.earlier(RightUpperArm) < 0.76s);
  REQUIRE(arm.warnings.size() == 1);
  CHECK(arm.warnings[0].find("too short for a succession of 400 ms") != std::string::npos);
}

TEST_CASE("none asked is none, and an arm whose hand is hard has it as well", "[succession]") {
  CHECK(shaped(0).earlier(RightUpperArm) == 0s);
  CHECK(shaped(0.05, true).earlier(RightUpperArm) == shaped(0.05).earlier(RightUpperArm));
}

}  // namespace kine::plan::succession_test
