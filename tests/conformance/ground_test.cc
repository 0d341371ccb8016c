// What bodies do below the waist: locomotion, stances and legs, seen in the frames of the whole
// line.
#include <array>
#include <cmath>
#include <numbers>
#include <string>

#include "tests/conformance/counted_line.h"
#include "tests/conformance/found.h"
#include "tests/conformance/seen.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/footprints.h"

namespace kine::conformance::ground_test {
namespace {

using body::Joint;

double hips_m(const Played& played, std::uint64_t tick) {
  return static_cast<double>(played.frame(tick).hips_m[1]);
}

TEST_CASE("who is to go to the camera is there at the end, and no foot slides", "[locomotion]") {
  covers({"locomotion", "locomotion@id", "locomotion@target", "locomotion@manner",
          "locomotion@manner=WALK"});
  const Played played = play_block(
      "<locomotion id='go' target='camera' manner='WALK' start='0.5' end='4'/>"
      "<head id='nod' lexeme='NOD' start='go:end'/>");
  CHECK(played.warned().empty());
  CHECK(played.points_of("go") == "start end");
  CHECK(played.at("go:end") == ticks(4));
  const Frame& there = played.frame(ticks(4));
  CHECK(std::hypot(there.root[0], there.root[2] - 3) < 0.001);
  CHECK(played.frames.back().root == there.root);
  CHECK(test::slid_m(played.frames, test::ada()) < 0.005);
}

double turned_deg(const Played& played, std::uint64_t tick) {
  return test::placement_of(played.frame(tick)).heading_rad * 180 / std::numbers::pi;
}

TEST_CASE("who looks with all of the body has turned when ready, hips and feet, and turns back",
          "[gaze]") {
  covers({"gaze@influence=WHOLE"});
  // Ben stands a quarter of a circle to her left: farther than her trunk turns in comfort.
  const Played played = play_block("<gaze id='g' target='ben' influence='WHOLE'/>");
  CHECK(played.warned().empty());
  const std::uint64_t ready = played.at("g:ready");
  CHECK(turned_deg(played, ready) == Approx(90).margin(1));
  CHECK(turned_deg(played, played.at("g:relax")) == Approx(90).margin(1));
  const auto side_deg = [](const Vec3& way) {
    return std::atan2(way.x, way.z) * 180 / std::numbers::pi;
  };
  for (const Joint joint : {Joint::Hips, Joint::LeftFoot, Joint::RightFoot}) {
    const Vec3 front = turn_of(played.frame(ready + 1), joint) * Vec3{0, 0, 1};
    CHECK(side_deg(front) == Approx(90).margin(6));
  }
  CHECK(test::slid_m(played.frames, test::ada()) < 0.005);
  CHECK(std::abs(turned_deg(played, played.frames.size() - 1)) < 0.1);
}

TEST_CASE("a gaze shift with all of the body stays turned", "[gaze]") {
  covers({"gazeShift@influence=WHOLE"});
  const Played played =
      play({{0, block("<gazeShift id='s' target='ben' influence='WHOLE'/>")},
            {ticks(4), block("<gaze id='g' target='camera' influence='HEAD'/>", "id='b2'")},
            {ticks(8), block("<wait id='w' duration='1'/>", "id='b3'")}});
  CHECK(played.warned().empty());
  CHECK(turned_deg(played, played.at("s:end")) == Approx(90).margin(1));
  CHECK(turned_deg(played, ticks(8.5)) == Approx(90).margin(1));
  CHECK(test::slid_m(played.frames, test::ada()) < 0.005);
}

TEST_CASE("whoever cannot go is a warning", "[locomotion]") {
  for (const std::string wrong : {"target='nowhere'", "target='camera' manner='FLY'"}) {
    const Played played = play_block("<locomotion id='go' " + wrong + "/>");
    CHECK(played.warned() == "b1:go");
    CHECK(played.points_of("go").empty());
  }
}

TEST_CASE("a stance is lower than standing, and is given back", "[posture]") {
  covers({"stance@type=SITTING", "stance@type=CROUCHING", "stance@type=LYING"});
  for (const std::string stance : {"SITTING", "CROUCHING", "LYING"}) {
    CAPTURE(stance);
    const Played played = play_block(
        "<posture id='p' start='0' ready='3' relax='4' end='7'>"
        "<stance type='" +
        stance + "'/></posture>");
    CHECK(played.warned().empty());
    CHECK(hips_m(played, ticks(3.5)) < 0.8 * hips_m(played, 0));
    CHECK(hips_m(played, ticks(3)) == Approx(hips_m(played, ticks(4))));
    CHECK(hips_m(played, ticks(7)) == Approx(hips_m(played, 0)));
    CHECK(test::slid_m(played.frames, test::ada()) < 0.005);
  }
  const Played shifted =
      play_block("<postureShift id='p' end='2'><stance type='SITTING'/></postureShift>");
  CHECK(hips_m(shifted, ticks(2)) < 0.6 * hips_m(shifted, 0));
  CHECK(shifted.frames.back().hips_m == shifted.frame(ticks(2)).hips_m);
}

TEST_CASE("legs are crossed, open and neutral again, both or one", "[posture]") {
  covers({"pose@part=LEGS", "pose@part=LEFT_LEG", "pose@part=RIGHT_LEG", "pose@lexeme=LEGS_CROSSED",
          "pose@lexeme=LEGS_NEUTRAL", "pose@lexeme=LEGS_OPEN"});
  const auto apart_m = [](const Frame& frame) {
    return place_of(frame, Joint::LeftToes).x - place_of(frame, Joint::RightToes).x;
  };
  for (const std::string part : {"LEGS", "LEFT_LEG", "RIGHT_LEG"}) {
    CAPTURE(part);
    const auto posed = [&](const std::string& lexeme) {
      return block("<postureShift id='p' end='2'><pose part='" + part + "' lexeme='" + lexeme +
                   "'/></postureShift>");
    };
    const Played crossed = play({{0, posed("LEGS_CROSSED")}});
    const double at_first_m = apart_m(crossed.frame(0));
    CHECK(apart_m(crossed.frames.back()) < 0);
    const Played opened = play({{0, posed("LEGS_OPEN")}});
    CHECK(apart_m(opened.frames.back()) > at_first_m + 0.08);
    const Played back = play({{0, posed("LEGS_OPEN")},
                              {ticks(3), block("<postureShift id='p' end='2'><pose part='LEGS' "
                                               "lexeme='LEGS_NEUTRAL'/></postureShift>",
                                               "id='b2'")}});
    CHECK(apart_m(back.frames.back()) == Approx(at_first_m).margin(0.001));
    CHECK(back.warned().empty());
  }
}

}  // namespace
}  // namespace kine::conformance::ground_test
