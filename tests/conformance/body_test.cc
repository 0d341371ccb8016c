// What arms and bodies do: gestures, pointing, postures, seen in the frames of the whole line.
#include <string>

#include "tests/conformance/counted_line.h"
#include "tests/conformance/found.h"
#include "tests/conformance/seen.h"
#include "tests/support/catch.h"

namespace kine::conformance::body_test {
namespace {

using body::Joint;

/// How far a joint is from where it was at first.
double moved_m(const Played& played, Joint joint, std::uint64_t tick) {
  return length(place_of(played.frame(tick), joint) - place_of(played.frame(0), joint));
}

TEST_CASE("a gesture is made by the hand that is asked for, and goes back", "[gesture]") {
  covers({"gesture@lexeme", "gesture@lexeme=BEAT", "gesture@mode", "gesture@mode=LEFT_HAND",
          "gesture@mode=RIGHT_HAND", "gesture@mode=BOTH_HANDS"});
  const auto beat = [](const std::string& mode) {
    return play_block("<gesture id='g' lexeme='BEAT' start='0' stroke='1' end='2' " + mode + "/>");
  };
  const auto moves = [&](const Played& played, Joint hand) {
    CHECK(moved_m(played, hand, ticks(2)) < 0.005);
    return moved_m(played, hand, ticks(1)) > 0.1;
  };
  const Played right = beat("mode='RIGHT_HAND'");
  CHECK(moves(right, Joint::RightHand));
  CHECK_FALSE(moves(right, Joint::LeftHand));

  const Played left = beat("mode='LEFT_HAND'");
  CHECK(moves(left, Joint::LeftHand));
  CHECK_FALSE(moves(left, Joint::RightHand));

  const Played both = beat("mode='BOTH_HANDS'");
  CHECK(moves(both, Joint::LeftHand));
  CHECK(moves(both, Joint::RightHand));

  const Played any = beat("");
  CHECK((moves(any, Joint::LeftHand) || moves(any, Joint::RightHand)));
}

TEST_CASE("an arm and its finger point at their target from ready to relax", "[pointing]") {
  covers({"pointing", "pointing@target", "pointing@mode", "pointing@mode=LEFT_HAND",
          "pointing@mode=RIGHT_HAND", "pointing@mode=BOTH_HANDS"});
  const auto point = [](const std::string& mode) {
    return play_block("<pointing id='p' target='camera' start='0' ready='1' relax='2' end='3' " +
                      mode + "/>");
  };
  const auto check_pointing = [](const Played& played, bool left) {
    for (std::uint64_t tick = ticks(1); tick <= ticks(2); tick += 10) {
      CHECK(finger_misses_deg(played.frame(tick), left, kCamera) < 3);
    }
    CHECK(moved_m(played, left ? Joint::LeftHand : Joint::RightHand, ticks(3)) < 0.005);
  };
  const Played right = point("mode='RIGHT_HAND'");
  check_pointing(right, false);
  CHECK(moved_m(right, Joint::LeftHand, ticks(1.5)) < 0.005);

  const Played left = point("mode='LEFT_HAND'");
  check_pointing(left, true);
  CHECK(moved_m(left, Joint::RightHand, ticks(1.5)) < 0.005);

  const Played both = point("mode='BOTH_HANDS'");
  check_pointing(both, false);
  check_pointing(both, true);

  // The camera stands to her left.
  check_pointing(point(""), true);
}

/// A part of a posture, and where somebody sees it.
struct Part {
  std::string part;
  std::string lexeme;
  std::vector<Joint> moves;
  std::vector<Joint> stays;
};

TEST_CASE("a posture is taken from ready to relax, and given back", "[posture]") {
  covers({"posture", "posture/pose", "pose", "pose@part", "pose@part=ARMS", "pose@part=LEFT_ARM",
          "pose@part=RIGHT_ARM", "pose@part=HEAD", "pose@lexeme", "pose@lexeme=ARMS_AKIMBO",
          "pose@lexeme=ARMS_CROSSED", "pose@lexeme=ARMS_OPEN", "pose@part=WHOLEBODY",
          "pose@lexeme=LEANING_FORWARD", "pose@lexeme=LEANING_BACKWARD"});
  const std::vector<Part> parts = {
      {"ARMS", "ARMS_CROSSED", {Joint::LeftHand, Joint::RightHand}, {Joint::LeftFoot}},
      {"ARMS", "ARMS_AKIMBO", {Joint::LeftHand, Joint::RightHand}, {Joint::LeftFoot}},
      {"LEFT_ARM", "ARMS_AKIMBO", {Joint::LeftHand}, {Joint::RightHand}},
      {"RIGHT_ARM", "ARMS_AKIMBO", {Joint::RightHand}, {Joint::LeftHand}},
      {"ARMS", "ARMS_OPEN", {Joint::LeftHand, Joint::RightHand}, {Joint::LeftFoot}},
      {"HEAD", "HEAD_BOWED", {Joint::LeftEye}, {Joint::LeftHand, Joint::RightHand}},
      {"WHOLEBODY", "LEANING_FORWARD", {Joint::Head, Joint::LeftHand}, {Joint::LeftFoot}},
      {"WHOLEBODY", "LEANING_BACKWARD", {Joint::Head, Joint::LeftHand}, {Joint::LeftFoot}},
  };
  for (const Part& part : parts) {
    CAPTURE(part.part, part.lexeme);
    const std::string pose = "<pose part='" + part.part + "' lexeme='" + part.lexeme + "'/>";
    const Played played =
        play_block("<posture id='p' start='0' ready='1' relax='2' end='3'>" + pose + "</posture>");
    for (const Joint joint : part.moves) {
      CHECK(moved_m(played, joint, ticks(1)) > 0.02);
      CHECK(moved_m(played, joint, ticks(2)) == Approx(moved_m(played, joint, ticks(1))));
      CHECK(moved_m(played, joint, ticks(3)) < 0.005);
    }
    for (const Joint joint : part.stays) CHECK(moved_m(played, joint, ticks(1.5)) < 0.005);
    CHECK(played.warned().empty());
  }
}

TEST_CASE("who leans forward goes forward, who opens the arms has the hands apart", "[posture]") {
  const auto posed = [](const std::string& pose) {
    return play_block("<postureShift id='p' end='2'>" + pose + "</postureShift>");
  };
  const auto head_z = [](const Played& played, std::uint64_t tick) {
    return place_of(played.frame(tick), Joint::Head).z;
  };
  const Played forward = posed("<pose part='WHOLEBODY' lexeme='LEANING_FORWARD'/>");
  CHECK(head_z(forward, ticks(2)) > head_z(forward, 0) + 0.03);
  const Played backward = posed("<pose part='WHOLEBODY' lexeme='LEANING_BACKWARD'/>");
  CHECK(head_z(backward, ticks(2)) < head_z(backward, 0) - 0.03);
  const Played open = posed("<pose part='ARMS' lexeme='ARMS_OPEN'/>");
  const auto apart = [&](std::uint64_t tick) {
    return length(place_of(open.frame(tick), Joint::LeftHand) -
                  place_of(open.frame(tick), Joint::RightHand));
  };
  CHECK(apart(ticks(2)) > apart(0) + 0.3);
}

TEST_CASE("a posture shift is the posture from then on, and gestures go back to it", "[posture]") {
  covers({"postureShift", "postureShift/pose", "postureShift/stance", "posture/stance", "stance",
          "stance@type", "stance@type=STANDING"});
  const Played played = play(
      {{0, block("<postureShift id='s' start='0' end='1'><stance type='STANDING'/>"
                 "<pose part='ARMS' lexeme='ARMS_AKIMBO'/></postureShift>")},
       {ticks(2), block("<gesture id='g' lexeme='BEAT' mode='RIGHT_HAND' end='2'/>", "id='b2'")},
       {ticks(5),
        block("<posture id='p' end='2'><stance type='STANDING'/></posture>", "id='b3'")}});
  CHECK(played.end_of("b1") == ticks(1));
  const double akimbo = moved_m(played, Joint::RightHand, ticks(1.5));
  CHECK(akimbo > 0.1);
  CHECK(moved_m(played, Joint::RightHand, ticks(4.5)) == Approx(akimbo).margin(0.005));
  CHECK(moved_m(played, Joint::LeftHand, ticks(4.5)) ==
        Approx(moved_m(played, Joint::LeftHand, ticks(1.5))).margin(0.005));
  CHECK(played.warned().empty());
}

TEST_CASE("a posture of neutral arms brings them down again", "[posture]") {
  covers({"pose@lexeme=ARMS_NEUTRAL"});
  const Played played =
      play({{0, block("<postureShift id='s' end='1'><pose part='ARMS' lexeme='ARMS_CROSSED'/>"
                      "</postureShift>")},
            {ticks(2), block("<postureShift id='s' end='1'><pose part='ARMS' "
                             "lexeme='ARMS_NEUTRAL'/></postureShift><wait id='w' duration='2'/>",
                             "id='b2'")}});
  CHECK(moved_m(played, Joint::LeftHand, ticks(1.5)) > 0.1);
  CHECK(moved_m(played, Joint::LeftHand, ticks(3.5)) < 0.01);
  CHECK(moved_m(played, Joint::RightHand, ticks(3.5)) < 0.01);
}

TEST_CASE("of the descriptions that can be done the one of highest priority takes the place",
          "[description]") {
  covers({"description", "description@priority", "description@type"});
  const auto wave = [](const std::string& priority, const std::string& hand) {
    return "<description priority='" + priority +
           "' type='urn:kinesphere:script:1'><k:gesture lexeme='wave' hand='" + hand +
           "'/></description>";
  };
  const auto beat = [](const std::string& descriptions) {
    return play_block("<gesture id='g' lexeme='BEAT' mode='RIGHT_HAND' stroke='1'>" + descriptions +
                      "</gesture>");
  };
  const auto is_left = [](const Played& played) {
    CHECK(played.at("g:stroke") == ticks(1));  // it keeps the id and the points of the core form
    const double left = moved_m(played, Joint::LeftHand, ticks(1));
    const double right = moved_m(played, Joint::RightHand, ticks(1));
    CHECK((left > 0.1) != (right > 0.1));
    return left > right;
  };
  CHECK(is_left(beat(wave("1", "right") + wave("2", "left"))));
  CHECK(is_left(beat(wave("2", "left") + wave("1", "right"))));
  CHECK_FALSE(is_left(beat(wave("1", "left") + wave("2", "right"))));
  // What nobody can do is passed over; where there is nothing else, the core form stays.
  const std::string strange = "<description priority='9' type='x-other'><dance/></description>";
  CHECK(is_left(beat(strange + wave("1", "left"))));
  CHECK_FALSE(is_left(beat(strange)));
}

}  // namespace
}  // namespace kine::conformance::body_test
