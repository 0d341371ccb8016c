// Tests for realizer/motion/build/shapes.h: sketches in a running shard, judged by the geometry of
// its frames.
#include "realizer/motion/build/shapes.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "realizer/body/centre_of_mass.h"
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

/// Whether the centre of mass is over what heels and balls of the feet stand on.
bool is_supported(const Frame& frame, const body::Body& body) {
  constexpr Vec3 kHeel_m{0, 0, -0.05};  // from the ankle
  const body::Body::Model model{.positions_m = test::joints_in_world(frame, body),
                                .character_from_joint = {}};
  const auto at = [&](Joint joint) { return model.positions_m[body::index_of(joint)]; };
  const std::array corners_m = {at(Joint::LeftFoot) + kHeel_m, at(Joint::LeftToes),
                                at(Joint::RightToes), at(Joint::RightFoot) + kHeel_m};
  const Vec3 mass_m = centre_of_mass_m(body, model);
  for (std::size_t i = 0; i < corners_m.size(); ++i) {
    const Vec3 side_m = corners_m[(i + 1) % corners_m.size()] - corners_m[i];
    const Vec3 way_m = mass_m - corners_m[i];
    if (side_m.z * way_m.x - side_m.x * way_m.z > 0) return false;
  }
  return true;
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

TEST_CASE("a hand in the world is in its place from arrival on, whichever joint comes first",
          "[shapes]") {
  const auto arm_at = [](const std::vector<Frame>& frames, std::size_t tick) {
    return frames.at(tick).parent_from_joint[body::index_of(Joint::RightUpperArm)];
  };
  const auto plain = film(reach("", "world"));
  for (const char* const succession : {"100ms", "-100ms"}) {
    CAPTURE(succession);
    const auto chain = film("<sketch id=\"chain\"><timing succession=\"" + std::string(succession) +
                            "\"/></sketch>" + reach("sketch=\"chain\"", "world"));
    for (std::size_t tick = 90; tick <= 150; ++tick) {
      CHECK(length(place_of(chain[tick], Joint::RightHand) - Vec3{-0.25, 1.3, 0.3}) < 0.001);
    }
    CHECK(arm_at(chain, 60) != arm_at(plain, 60));
  }
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

TEST_CASE("hands that go ahead move the hips back under a sketch, and nobody without", "[shapes]") {
  const auto hips_back_m = [](const std::string& sketch) {
    const std::string ahead = R"(<position joint="rightHand" target="-0.2 1.3 0.5"/>
                                 <position joint="leftHand" target="0.2 1.3 0.5"/>)";
    const auto hips_m = [&](const std::string& hands) {
      const auto frames =
          film(sketch + R"(<sequence><pose time="1.5" hold="1">)" + hands + "</pose></sequence>");
      return place_of(frames[kHeld], Joint::Hips).z;
    };
    return hips_m("") - hips_m(ahead);
  };
  // Two arms weigh a tenth of a body, and their middle goes ahead by some 20 cm.
  CHECK(hips_back_m(R"(<character sketch="up"/>)") > 0.01);
  CHECK(hips_back_m("") == 0);
}

TEST_CASE("in every style the centre of mass stays over the feet, in every frame", "[shapes]") {
  const std::string gestures = R"(<gesture id="g1" lexeme="wave" start="1.5"/>
      <sequence start="4"><pose time="5.5" hold="1">
        <position joint="rightHand" target="-0.2 1.3 0.6"/>
        <position joint="leftHand" target="0.2 1.3 0.6"/></pose></sequence>)";
  for (const body::Body* body : {&test::ada(), &test::ben()}) {
    const auto cast = test::cast_named("somebody", *body);
    for (const auto& [style, numbers] : cast->vocabulary->styles) {
      const std::string text = "<script xmlns=\"urn:kinesphere:script:1\"><character sketch=\"" +
                               style + "\"/>" + gestures + "</script>";
      const auto shown =
          test::perform({.casts = {cast}, .scripts = {{.tick = 0, .text = text}}, .ticks = 480});
      CAPTURE(style, body->name);
      REQUIRE(shown.warnings.empty());
      REQUIRE(test::slid_m(shown.frames, *body) < 0.002);
      for (const Frame& frame : shown.frames) REQUIRE(is_supported(frame, *body));
    }
  }
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
    Shapes shapes(test::ada());
    add_block_shape(plan, shapes, block);
    return block.segments.size();
  };
  CHECK(segments(plan::kLiveSketch) == 0);
  CHECK(segments("weary") == 1);
}

}  // namespace kine::motion::shapes_test
