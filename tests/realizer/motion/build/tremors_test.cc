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

namespace {

/// A plan of one sequence that trembles.
struct Clipped {
  plan::Plan plan{.id = "b", .character = "ada"};
  plan::Sequence sequence;
  pose::Clips clips;
  Diagnostics diagnostics;
  Block block;

  Clipped() {
    plan.sketches.push_back({.id = "a", .expressivity = {}});
    plan.sketches[0].transitions.push_back({.parameters = {{script::kTremble, 1}}});
    plan.sketch = 0;
    sequence.id = "s";
    sequence.lasts = Seconds(100);
    clips["nod"] = test::turning_clip(Head, 1, 11);
  }

  void play(double from_s, double hold_s) {
    const body::Body& body = test::example_body();
    const auto group = static_cast<std::size_t>(body.find_group("all") - body.groups.data());
    sequence.clips.push_back({.clip = "nod",
                              .group = group,
                              .time = Seconds(from_s),
                              .hold = Seconds(hold_s),
                              .loop = true});
  }

  void add() {
    Tremors tremors(plan, test::example_body(), clips, diagnostics);
    tremors.add(sequence, block);
    tremors.add(sequence, block);
  }
};

}  // namespace

TEST_CASE("what a clip moves trembles, and clips that overlap tremble as one", "[tremors]") {
  Clipped clipped;
  clipped.play(0, 2);
  clipped.play(1, 3);
  clipped.play(5, 1);
  clipped.add();  // twice
  REQUIRE(clipped.block.segments.size() == 4);
  body::JointSet head;
  head.insert(Head);
  for (const std::size_t i : {0U, 2U}) {
    CHECK(clipped.block.segments[i].relative);
    CHECK(clipped.block.segments[i].actuator->joints() == head);
    CHECK(clipped.block.segments[i].start == Seconds(0));
    CHECK(clipped.block.segments[i].end == Seconds(4));
    CHECK(clipped.block.segments[i + 1].start == Seconds(5));
    CHECK(clipped.block.segments[i + 1].end == Seconds(6));
  }
  CHECK(clipped.diagnostics.warnings().empty());
}

TEST_CASE("a script trembles for 30 s in all, and is told of it once", "[tremors]") {
  Clipped clipped;
  clipped.play(0, 20);
  clipped.play(30, 5);
  clipped.add();
  Seconds sum{0};
  for (const Segment& each : clipped.block.segments) sum += each.end - each.start;
  CHECK(sum == kTremorMost);
  REQUIRE(clipped.diagnostics.warnings().size() == 1);
  CHECK(clipped.diagnostics.warnings()[0].message ==
        "from sequence 's' on ways back, walks and clips tremble no more, for those of a script do "
        "so for 30 s in all");
}

}  // namespace kine::motion::tremors_test
