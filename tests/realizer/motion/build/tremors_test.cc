// Tests for realizer/motion/build/tremors.h: what trembles in a running shard, and what does not.
#include "realizer/motion/build/tremors.h"

#include <algorithm>
#include <string>
#include <vector>

#include "realizer/motion/build/build.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/clips.h"
#include "tests/support/motion/footprints.h"
#include "tests/support/motion/stage.h"
#include "tests/support/plan/examples.h"

namespace kine::motion::tremors_test {
namespace {

using enum body::Joint;

std::vector<Frame> frames_of(const std::string& sketch, const std::string& inside) {
  return test::perform({.casts = {test::cast_named("ada", test::ada())},
                        .scripts = {{.tick = 0,
                                     .text = "<script xmlns=\"urn:kinesphere:script:1\">" + sketch +
                                             inside + "</script>"}},
                        .ticks = 300})
      .frames;
}

std::string sketched(const std::string& transition) {
  return "<sketch id=\"a\">" + transition + "</sketch>";
}

Quat turn_in(const Frame& frame, body::Joint joint) {
  const auto& [x, y, z, w] = frame.parent_from_joint[body::index_of(joint)];
  return {x, y, z, w};
}

/// How far a joint is from where it is in other frames at most, in the frames of these ticks.
double strays_rad(const std::vector<Frame>& frames, const std::vector<Frame>& others,
                  body::Joint joint, std::size_t from, std::size_t to) {
  double most_rad = 0;
  for (std::size_t i = from; i < to; ++i) {
    most_rad =
        std::max(most_rad, angle_between(turn_in(frames[i], joint), turn_in(others[i], joint)));
  }
  return most_rad;
}

constexpr double kNothing_rad = 1e-4;

const std::string kWalk =
    R"(<sequence id="go" sketch="a"><pose time="0s"><target name="door" at="0 1 3"/></pose>
       <pose time="4s"><walk target="door" distance="0.5m"/></pose></sequence>)";

const std::string kReach =
    R"(<sequence sketch="a" fade-out="1s"><pose time="1s" hold="1s"><position joint="rightHand"
       target="-0.25 1.3 0.3"/></pose></sequence>)";

}  // namespace

TEST_CASE("who trembles walks so above the waist, on the same feet", "[tremors]") {
  const auto plain = frames_of(sketched(""), kWalk);
  const auto whole = frames_of(sketched("<transition tremble=\"1\"/>"), kWalk);
  const auto half = frames_of(sketched("<transition tremble=\"0.5\"/>"), kWalk);
  const double whole_rad = strays_rad(whole, plain, Head, 60, 200);
  CHECK(whole_rad > 0.01);
  CHECK(whole_rad < 0.05);
  CHECK(strays_rad(half, plain, Head, 60, 200) == Approx(whole_rad / 2).epsilon(0.01));
  for (const body::Joint joint : {LeftUpperLeg, RightFoot, Hips, LeftEye}) {
    CHECK(strays_rad(whole, plain, joint, 0, 300) < kNothing_rad);
  }
  CHECK(strays_rad(whole, plain, Head, 260, 300) < kNothing_rad);  // it has come there
  CHECK(test::slid_m(whole, test::ada()) < 0.002);
}

TEST_CASE("a way back trembles, of the joints that its transition is for", "[tremors]") {
  const auto plain = frames_of(sketched(""), kReach);
  const auto all = frames_of(sketched("<transition phase=\"retraction\" tremble=\"1\"/>"), kReach);
  CHECK(strays_rad(all, plain, RightLowerArm, 0, 118) < kNothing_rad);
  CHECK(strays_rad(all, plain, RightLowerArm, 130, 170) > 0.01);
  CHECK(strays_rad(all, plain, RightLowerArm, 185, 300) < kNothing_rad);
  const auto left = frames_of(
      sketched("<transition phase=\"retraction\" group=\"leftArm\" tremble=\"1\"/>"), kReach);
  CHECK(left == plain);
}

TEST_CASE("a clip trembles for as long as a tremor lasts, with a warning where that is shorter",
          "[tremors]") {
  const body::Body& body = test::example_body();
  plan::Plan plan{.id = "b", .character = "ada"};
  plan.sketches.push_back({.id = "a", .expressivity = {}});
  plan.sketches[0].transitions.push_back({.parameters = {{script::kTremble, 1}}});
  plan.sketch = 0;
  plan::Sequence sequence;
  sequence.id = "s";
  sequence.lasts = Seconds(100);
  const auto group = static_cast<std::size_t>(body.find_group("all") - body.groups.data());
  for (const double hold_s : {2.0, 40.0}) {
    CAPTURE(hold_s);
    sequence.clips = {{.clip = "c", .group = group, .hold = Seconds(hold_s), .loop = true}};
    Diagnostics diagnostics;
    Block block;
    add_tremors(plan, sequence, body, diagnostics, block);
    REQUIRE(block.segments.size() == 1);
    CHECK(block.segments[0].relative);
    CHECK(block.segments[0].actuator->joints() == body::joints_above_waist());
    CHECK(block.segments[0].end == Seconds(std::min(hold_s, 30.0)));
    REQUIRE(diagnostics.warnings().size() == (hold_s > 30 ? 1 : 0));
    if (hold_s > 30) {
      CHECK(diagnostics.warnings()[0].message ==
            "sequence 's' trembles for 30 s, no longer: a tremor has an end");
    }
  }
}

}  // namespace kine::motion::tremors_test
