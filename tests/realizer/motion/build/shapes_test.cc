// Tests for realizer/motion/build/shapes.h: sketches in a running shard, judged by the geometry of
// its frames.
#include "realizer/motion/build/shapes.h"

#include <algorithm>
#include <string>
#include <vector>

#include "realizer/plan/live_manner.h"
#include "realizer/script/sketch.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/footprints.h"
#include "tests/support/motion/stage.h"

namespace kine::motion::shapes_test {
namespace {

using body::Joint;

std::vector<Frame> film(const std::string& inside, std::uint64_t ticks = 300) {
  const std::string text =
      "<script xmlns=\"urn:kinesphere:script:1\">"
      R"(<sketch id="low"><shape posture="-1"/></sketch>
                              <sketch id="up"><shape posture="0.5"/></sketch>
                              <sketch id="kept"><shape posture="-1" hold="0.5"/></sketch>)" +
      inside + "</script>";
  return test::perform({.casts = {test::cast_named("ada", test::ada())},
                        .scripts = {{.tick = 0, .text = text}},
                        .ticks = ticks})
      .frames;
}

Vec3 place_of(const Frame& frame, Joint joint) {
  return test::joints_in_world(frame, test::ada())[body::index_of(joint)];
}

std::string reach(const std::string& sketch, const std::string& space = "character",
                  const std::string& of_pose = "") {
  return "<sequence " + sketch + " frame=\"" + space + R"("><pose time="1.5" hold="1")" + of_pose +
         R"(><position joint="rightHand" target="-0.25 1.3 0.3"/></pose></sequence>)";
}

constexpr std::size_t kHeld = 120;  // two seconds: in the hold

}  // namespace

TEST_CASE("a slumped body lowers its gestures, and hands in the world stay", "[shapes]") {
  const auto plain = film(reach(""));
  const auto low = film(reach("sketch=\"low\""));
  CHECK(place_of(low[kHeld], Joint::Head).y < place_of(plain[kHeld], Joint::Head).y - 0.05);
  CHECK(place_of(low[kHeld], Joint::RightHand).y <
        place_of(plain[kHeld], Joint::RightHand).y - 0.05);
  const auto hard = film(reach("sketch=\"low\"", "world"));
  CHECK(length(place_of(hard[kHeld], Joint::RightHand) - Vec3{-0.25, 1.3, 0.3}) < 0.001);
  CHECK(test::slid_m(hard, test::ada()) < 0.002);
}

TEST_CASE("the nearest scope says how the body is held", "[shapes]") {
  const auto head_m = [](const std::string& inside) {
    return place_of(film(inside)[kHeld], Joint::Head).z;
  };
  const std::string weary = R"(<character sketch="low"/>)";
  const double low_m = head_m(reach("sketch=\"low\""));
  const double up_m = head_m(reach("sketch=\"up\""));
  CHECK(head_m(weary + reach("")) == Approx(low_m).margin(0.001));
  CHECK(head_m(weary + reach("sketch=\"up\"")) == Approx(up_m).margin(0.001));
  CHECK(head_m(reach("sketch=\"low\"", "character", " sketch=\"up\"")) ==
        Approx(up_m).margin(0.001));
}

TEST_CASE("a shape comes and goes without a jump, and leaves nothing", "[shapes]") {
  const auto frames = film(R"(<character sketch="low"/>)" + reach(""), 420);
  const auto plain = film(reach(""), 420);
  CHECK(test::velocity_jump_m_s(frames, test::ada()) <
        2 * test::velocity_jump_m_s(plain, test::ada()));
  CHECK(length(place_of(frames.back(), Joint::Head) - place_of(plain.back(), Joint::Head)) < 1e-5);
  CHECK(length(place_of(frames[0], Joint::Head) - place_of(plain[0], Joint::Head)) < 1e-5);
}

TEST_CASE("what of a shape is held stays until the script is over", "[shapes]") {
  const std::string after = R"(<sequence start="6"><pose time="1"/></sequence>)";
  const auto head_m = [&](const std::string& sketch, std::size_t tick) {
    return place_of(film(reach("sketch=\"" + sketch + "\"") + after, 600)[tick], Joint::Head).z;
  };
  constexpr std::size_t kBehind = 300;  // two and a half seconds behind the hold
  const double plain_m = place_of(film(reach("") + after, 600)[kBehind], Joint::Head).z;
  const double low_m = head_m("low", kHeld);
  CHECK(head_m("low", kBehind) == Approx(plain_m).margin(0.001));
  // Half of the turns are nearly half of the way.
  CHECK(head_m("kept", kBehind) == Approx(0.5 * (plain_m + low_m)).margin(0.02));
  CHECK(head_m("kept", 590) == Approx(plain_m).margin(0.001));
}

TEST_CASE("where a sketch says nothing of the shape, frames are as before, to the bit",
          "[shapes]") {
  const auto plain = film(reach(""));
  const auto none =
      film(R"(<sketch id="none"><shape/></sketch><character sketch="none"/>)" + reach(""));
  for (std::size_t i = 0; i < plain.size(); ++i) REQUIRE(plain[i] == none[i]);
}

TEST_CASE("a sketch from outside is shown by the posture, and by no block", "[shapes]") {
  plan::Plan plan;
  plan.sequences.emplace_back().poses = {{.id = "p1", .time = Seconds(1), .hold = Seconds(1)}};
  REQUIRE(plan.end() > Seconds(0));
  plan.sketch = 0;
  const auto segments = [&](std::string_view id) {
    plan.sketches = {{.id = std::string(id), .expressivity = {{script::kPosture, -1}}}};
    Block block;
    add_block_shape(plan, test::ada(), block);
    return block.segments.size();
  };
  CHECK(segments(plan::kLiveSketch) == 0);
  CHECK(segments("weary") == 1);
}

}  // namespace kine::motion::shapes_test
