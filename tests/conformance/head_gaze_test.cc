// What heads and eyes do: seen in the frames of the whole line.
#include <map>

#include "tests/conformance/counted_line.h"
#include "tests/conformance/found.h"
#include "tests/conformance/seen.h"
#include "tests/support/catch.h"

namespace kine::conformance::head_gaze_test {
namespace {

using body::Joint;

/// Where the face points to: x to her left, y up, of length 1.
Vec3 face_of(const Played& played, std::uint64_t tick) {
  return turn_of(played.frame(tick), Joint::Head) * Vec3{0, 0, 1};
}

/// How far the head goes down, and to either side, over a whole block.
struct Way {
  double down = 0;
  double left = 0;
  double right = 0;
  double tilt = 0;
};

Way way_of_head(const Played& played) {
  Way way;
  for (std::uint64_t tick = 0; tick < played.frames.size(); ++tick) {
    const Vec3 face = face_of(played, tick) - face_of(played, 0);
    const Vec3 up = turn_of(played.frame(tick), Joint::Head) * Vec3{0, 1, 0};
    way.down = std::max(way.down, -face.y);
    way.left = std::max(way.left, face.x);
    way.right = std::max(way.right, -face.x);
    way.tilt = std::max(way.tilt, std::abs(up.x));
  }
  return way;
}

Played head(const std::string& attributes) {
  return play_block("<head id='h' " + attributes + "/>");
}

TEST_CASE("a nod goes down, a shake to both sides, a tilt leans", "[head]") {
  covers({"head@lexeme", "head@lexeme=NOD", "head@lexeme=SHAKE"});
  const Way nod = way_of_head(head("lexeme='NOD' amount='1'"));
  CHECK(nod.down > 0.1);
  CHECK(nod.left + nod.right < 0.2 * nod.down);

  const Way shake = way_of_head(head("lexeme='SHAKE' amount='1'"));
  CHECK(shake.left > 0.1);
  CHECK(shake.right > 0.1);
  CHECK(shake.down < 0.3 * shake.left);

  CHECK(way_of_head(head("lexeme='TILT' amount='1'")).tilt > 0.1);
}

TEST_CASE("the amount of a nod is from tiny to as much as a neck likes", "[head]") {
  covers({"head@amount"});
  const double tiny = way_of_head(head("lexeme='NOD' amount='0'")).down;
  const double moderate = way_of_head(head("lexeme='NOD'")).down;
  const double half = way_of_head(head("lexeme='NOD' amount='0.5'")).down;
  const double maximal = way_of_head(head("lexeme='NOD' amount='1'")).down;
  CHECK(tiny > 0.01);
  CHECK(tiny < 0.5 * moderate);
  CHECK(moderate == half);  // the default
  CHECK(moderate < 0.7 * maximal);
}

TEST_CASE("a nod that is repeated goes down as often", "[head]") {
  covers({"head@repetition"});
  const auto count = GENERATE(1, 2, 5);
  const Played played = head("lexeme='NOD' repetition='" + std::to_string(count) + "'");
  int valleys = 0;
  for (std::uint64_t tick = 1; tick + 1 < played.frames.size(); ++tick) {
    const double y = face_of(played, tick).y;
    const bool lowest = y < face_of(played, tick - 1).y && y <= face_of(played, tick + 1).y;
    if (lowest && y < face_of(played, 0).y - 0.05) ++valleys;
  }
  CHECK(valleys == count);
}

TEST_CASE("a head that was turned stays so when its block has ended", "[head]") {
  covers({"headDirectionShift@target"});
  const Played played = play({{0, block("<headDirectionShift id='h' target='ben' end='1'/>")},
                              {ticks(2), block("<wait id='w' duration='1'/>", "id='b2'")}});
  // Ben stands to her left.
  CHECK(face_of(played, ticks(1)).x > 0.4);
  CHECK(face_of(played, ticks(3)).x == Approx(face_of(played, ticks(1)).x).margin(0.02));
}

Played gaze(const std::string& attributes) {
  return play_block("<gaze id='g' start='0' ready='1' relax='2' end='3' " + attributes + "/>");
}

TEST_CASE("a gaze is on its target from ready to relax, and goes back", "[gaze]") {
  covers({"gaze@target", "gaze:relax"});
  for (const std::string influence :
       {"", "influence='EYES'", "influence='HEAD'", "influence='SHOULDER'", "influence='WAIST'"}) {
    CAPTURE(influence);
    const Played played = gaze("target='camera' " + influence);
    for (std::uint64_t tick = ticks(1); tick <= ticks(2); tick += 10) {
      CHECK(sight_misses_deg(played.frame(tick), kCamera) < 3);
    }
    CHECK(angle_deg(sight(played.frame(ticks(3))), sight(played.frame(0))) < 1);
    CHECK(played.warned().empty());
  }
}

TEST_CASE("the influence of a gaze is how much of the body goes with it", "[gaze]") {
  covers({"gaze@influence", "gaze@influence=EYES", "gaze@influence=HEAD", "gaze@influence=SHOULDER",
          "gaze@influence=WAIST"});
  // Ben stands a quarter of a circle to her left: nobody's eyes alone go there.
  const auto turned = [](const Played& played, Joint joint) {
    return angle_deg(turn_of(played.frame(ticks(1.5)), joint), turn_of(played.frame(0), joint));
  };
  const Played eyes = gaze("target='camera' influence='EYES'");
  CHECK(turned(eyes, Joint::LeftEye) > 2);
  CHECK(turned(eyes, Joint::Head) < 0.1);
  const Played helped = gaze("target='ben' influence='EYES'");
  CHECK(turned(helped, Joint::LeftEye) > 10);
  CHECK(turned(helped, Joint::Head) > 10);
  CHECK(turned(helped, Joint::UpperChest) < 0.1);

  for (const std::string word : {"HEAD", "NECK"}) {
    const Played head = gaze("target='ben' influence='" + word + "'");
    CHECK(turned(head, Joint::Head) > 20);
    CHECK(turned(head, Joint::UpperChest) < 0.1);
  }
  const Played shoulder = gaze("target='ben' influence='SHOULDER'");
  CHECK(turned(shoulder, Joint::UpperChest) > 3);
  CHECK(turned(shoulder, Joint::Spine) < 0.1);

  const Played waist = gaze("target='ben' influence='WAIST'");
  CHECK(turned(waist, Joint::Spine) > 3);
  CHECK(turned(waist, Joint::LeftUpperLeg) < 0.1);
}

TEST_CASE("a gaze of the whole body goes at least as far as the waist", "[gaze]") {
  const Played played = gaze("target='ben' influence='WHOLE'");
  CHECK(angle_deg(turn_of(played.frame(ticks(1.5)), Joint::Spine),
                  turn_of(played.frame(0), Joint::Spine)) > 3);
  const Played shifted = play_block(
      "<gazeShift id='s' target='camera' influence='WHOLE' end='1'/><wait id='w' duration='2'/>");
  CHECK(sight_misses_deg(shifted.frame(ticks(1.5)), kCamera) < 3);
}

/// By how much a gaze is off, to her left and up, in degrees.
struct Off {
  double left = 0;
  double up = 0;
};

Off off(const Frame& aimed, const Frame& beside) {
  // In the terms of the sight that is not off: z along it, x to her left, y up.
  const Vec3 z = sight(aimed);
  const Vec3 x = unit(cross({0, 1, 0}, z));
  const Vec3 y = cross(z, x);
  const Vec3 other = sight(beside);
  const double angle = angle_deg(z, other);
  const Vec3 side = unit(rejected(other, z));
  return {angle * dot(side, x), angle * dot(side, y)};
}

TEST_CASE("a gaze looks past its target by the offset, in its direction", "[gaze]") {
  covers({"gaze@offsetAngle", "gaze@offsetDirection", "gaze@offsetDirection=RIGHT",
          "gaze@offsetDirection=LEFT", "gaze@offsetDirection=UP", "gaze@offsetDirection=DOWN",
          "gaze@offsetDirection=UPRIGHT", "gaze@offsetDirection=UPLEFT",
          "gaze@offsetDirection=DOWNLEFT", "gaze@offsetDirection=DOWNRIGHT"});
  const Frame aimed = gaze("target='camera'").frame(ticks(1.5));
  const double diagonal = 20 / std::sqrt(2.0);
  const std::map<std::string, Off> directions = {{"RIGHT", {-20, 0}},
                                                 {"LEFT", {20, 0}},
                                                 {"UP", {0, 20}},
                                                 {"DOWN", {0, -20}},
                                                 {"UPRIGHT", {-diagonal, diagonal}},
                                                 {"UPLEFT", {diagonal, diagonal}},
                                                 {"DOWNLEFT", {diagonal, -diagonal}},
                                                 {"DOWNRIGHT", {-diagonal, -diagonal}}};
  for (const auto& [word, expected] : directions) {
    CAPTURE(word);
    const Played played = gaze("target='camera' offsetAngle='20' offsetDirection='" + word + "'");
    const Off found = off(aimed, played.frame(ticks(1.5)));
    CHECK(found.left == Approx(expected.left).margin(3));
    CHECK(found.up == Approx(expected.up).margin(3));
  }
  const Played without = gaze("target='camera' offsetAngle='20'");
  CHECK(off(aimed, without.frame(ticks(1.5))).left == Approx(-20).margin(3));
}

TEST_CASE("a gaze shift stays, and a gaze goes back to it", "[gaze]") {
  covers({"gazeShift@target", "gazeShift@influence", "gazeShift@influence=EYES",
          "gazeShift@influence=HEAD", "gazeShift@influence=SHOULDER", "gazeShift@influence=WAIST"});
  for (const std::string influence :
       {"", "influence='EYES'", "influence='HEAD'", "influence='SHOULDER'", "influence='WAIST'"}) {
    CAPTURE(influence);
    const Played played =
        play({{0, block("<gazeShift id='s' target='camera' start='0' end='1' " + influence + "/>")},
              {ticks(2), block("<gaze id='g' target='ben' influence='HEAD' start='0' ready='1' "
                               "relax='2' end='3'/>",
                               "id='b2'")},
              {ticks(6), block("<wait id='w' duration='1'/>", "id='b3'")}});
    CHECK(played.end_of("b1") == ticks(1));
    CHECK(sight_misses_deg(played.frame(ticks(1.5)), kCamera) < 3);
    CHECK(sight_misses_deg(played.frame(ticks(3.5)), kCamera) > 20);
    CHECK(sight_misses_deg(played.frame(ticks(6.5)), kCamera) < 3);
  }
}

TEST_CASE("of two shifts the later one is the state from then on", "[gaze]") {
  const Played played = play(
      {{0, block("<gazeShift id='s' target='camera' influence='HEAD' end='1'/>")},
       {ticks(2), block("<gazeShift id='s' target='ben' influence='HEAD' end='1'/>", "id='b2'")},
       {ticks(4), block("<wait id='w' duration='1'/>", "id='b3'")}});
  CHECK(sight_misses_deg(played.frame(ticks(1.5)), kCamera) < 3);
  CHECK(sight_misses_deg(played.frame(ticks(4.5)), kCamera) > 20);
}

TEST_CASE("a gaze shift looks past its target by the offset", "[gaze]") {
  covers({"gazeShift@offsetAngle", "gazeShift@offsetDirection", "gazeShift@offsetDirection=RIGHT",
          "gazeShift@offsetDirection=LEFT", "gazeShift@offsetDirection=UP",
          "gazeShift@offsetDirection=DOWN", "gazeShift@offsetDirection=UPRIGHT",
          "gazeShift@offsetDirection=UPLEFT", "gazeShift@offsetDirection=DOWNLEFT",
          "gazeShift@offsetDirection=DOWNRIGHT"});
  const auto shifted = [](const std::string& offset) {
    return play_block("<gazeShift id='s' target='camera' end='1' " + offset +
                      "/><wait id='w' duration='2'/>")
        .frame(ticks(2));
  };
  const Frame aimed = shifted("");
  for (const std::string word :
       {"RIGHT", "LEFT", "UP", "DOWN", "UPRIGHT", "UPLEFT", "DOWNLEFT", "DOWNRIGHT"}) {
    CAPTURE(word);
    const Off found = off(aimed, shifted("offsetAngle='15' offsetDirection='" + word + "'"));
    const bool right = word.find("RIGHT") != std::string::npos;
    const bool left = word.find("LEFT") != std::string::npos;
    const bool up = word.starts_with("UP");
    const bool down = word.starts_with("DOWN");
    CHECK(std::hypot(found.left, found.up) == Approx(15).margin(3));
    CHECK((found.left > 5) == left);
    CHECK((found.left < -5) == right);
    CHECK((found.up > 5) == up);
    CHECK((found.up < -5) == down);
  }
}

}  // namespace
}  // namespace kine::conformance::head_gaze_test
