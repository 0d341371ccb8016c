// Tests for realizer/script/bml/bml_behaviours.h: each element with its attributes and their
// defaults, as the standard's table has them.
#include "realizer/script/bml/bml_behaviours.h"

#include <numbers>
#include <string>
#include <variant>

#include "tests/support/catch.h"
#include "tests/support/plan/blocks.h"

namespace kine::script::bml_behaviours_test {
namespace {

using test::read_block;

/// The behaviour that a block asks for, which is read without a warning and survives writing.
template <class Kind>
Kind only(const std::string& element) {
  CAPTURE(element);
  const auto read = read_block(element);
  CHECK(read.warnings.empty());
  REQUIRE(read.block().behaviours.size() == 1);
  CHECK(read.block().behaviours[0].where == Where{2, 1});
  CHECK(test::survives_writing(read));
  return std::get<Kind>(read.block().behaviours[0].kind);
}

TEST_CASE("head has a lexeme, a repetition of 1 and a moderate amount", "[bml_behaviours]") {
  const auto bare = only<HeadMove>("<head id='h' lexeme='NOD'/>");
  CHECK(bare.lexeme.text == "NOD");
  CHECK(bare.repetition == 1);
  CHECK(bare.amount == 0.5);
  const auto full = only<HeadMove>("<head id='h' lexeme='SHAKE' repetition='3' amount='1'/>");
  CHECK(full.repetition == 3);
  CHECK(full.amount == 1);
  CHECK(only<HeadMove>("<head id='h' type='NOD'/>").lexeme.text == "NOD");
}

TEST_CASE("what looks, points or walks has a target", "[bml_behaviours]") {
  CHECK(only<HeadDirectionShift>("<headDirectionShift id='h' target='camera'/>").target.text ==
        "camera");
  CHECK(only<Gaze>("<gaze id='g' target='camera'/>").target.text == "camera");
  CHECK(only<Pointing>("<pointing id='p' target='table'/>").target.text == "table");
  const auto walk = only<Locomotion>("<locomotion id='l' target='door'/>");
  CHECK(walk.target.text == "door");
  CHECK(walk.manner.empty());
  CHECK(only<Locomotion>("<locomotion id='l' target='door' manner='RUN'/>").manner.text == "RUN");
}

TEST_CASE("a walk may say how near it comes, in words or metres", "[bml_behaviours]") {
  const auto near = [](const std::string& distance) {
    return only<Locomotion>(
               "<locomotion id='l' target='ben' xmlns:k='urn:kinesphere:script:1' k:distance='" +
               distance + "'/>")
        .distance;
  };
  CHECK_FALSE(only<Locomotion>("<locomotion id='l' target='ben'/>").distance);
  CHECK(near("intimate") == Distance(Nearness::Intimate));
  CHECK(near("personal") == Distance(Nearness::Personal));
  CHECK(near("social") == Distance(Nearness::Social));
  CHECK(near("80cm") == Distance(0.8));
}

TEST_CASE("gaze has an influence and an offset from its target", "[bml_behaviours]") {
  const auto bare = only<Gaze>("<gaze id='g' target='t'/>");
  CHECK_FALSE(bare.influence);
  CHECK(bare.offset_rad == 0);
  CHECK(bare.offset_direction == OffsetDirection::Right);
  CHECK_FALSE(bare.shift);
  const auto full = only<Gaze>(
      "<gazeShift id='g' target='t' influence='SHOULDER' offsetAngle='30' "
      "offsetDirection='UPLEFT'/>");
  CHECK(full.influence == Influence::Shoulder);
  CHECK(full.offset_rad == Approx(std::numbers::pi / 6));
  CHECK(full.offset_direction == OffsetDirection::UpLeft);
  CHECK(full.shift);
}

TEST_CASE("both spellings of what sources spell differently are taken", "[bml_behaviours]") {
  const auto influence = [](const std::string& word) {
    return only<Gaze>("<gaze id='g' target='t' influence='" + word + "'/>").influence;
  };
  CHECK(influence("EYES") == Influence::Eyes);
  CHECK(influence("EYE") == Influence::Eyes);
  CHECK(influence("NECK") == Influence::Head);
  CHECK(influence("waist") == Influence::Waist);
  const auto none =
      only<Gaze>("<gaze id='g' target='t' offsetAngle='9' offsetDirection=' NONE '/>");
  CHECK(none.offset_rad == 0);
  CHECK(only<Wait>("<wait id='w' max-wait='2'/>").longest == Seconds(2));
  CHECK(only<Wait>("<wait id='w' duration='3' max-wait='2'/>").length == Seconds(3));
  CHECK(only<Wait>("<wait id='w' max-wait='-1'/>") == Wait{});
  CHECK_FALSE(only<Wait>("<wait id='w'/>").length);
}

TEST_CASE("gesture and pointing choose a hand, or leave it", "[bml_behaviours]") {
  const auto bare = only<Gesture>("<gesture id='g' lexeme='BEAT'/>");
  CHECK(bare.lexeme.text == "BEAT");
  CHECK_FALSE(bare.hand);
  CHECK(only<Gesture>("<gesture id='g' lexeme='BEAT' mode='BOTH_HANDS'/>").hand ==
        Gesture::Hand::Both);
  CHECK(only<Pointing>("<pointing id='p' target='t' mode='LEFT_HAND'/>").hand ==
        Gesture::Hand::Left);
  CHECK_FALSE(only<Pointing>("<pointing id='p' target='t' mode='UNSPECIFIED'/>").hand);
}

TEST_CASE("posture has a stance and a pose for each part", "[bml_behaviours]") {
  const auto posture = only<Posture>(
      "<posture id='p'><stance type='SITTING'/><pose part='ARMS' lexeme='ARMS_CROSSED'/>"
      "<pose part='HEAD' lexeme='LEANING_FORWARD'/></posture>");
  CHECK(posture.stance.text == "SITTING");
  REQUIRE(posture.parts.size() == 2);
  CHECK(posture.parts[0].part.text == "ARMS");
  CHECK(posture.parts[1].lexeme.text == "LEANING_FORWARD");
  CHECK_FALSE(posture.shift);
  const auto shift = only<Posture>("<postureShift id='p'><stance type='STANDING'/></postureShift>");
  CHECK(shift.shift);
}

TEST_CASE("drafts before 1.0 say some heads and gestures in other words", "[bml_behaviours]") {
  const auto head = only<HeadMove>("<head id='h' action='rotation' rotation='SHAKE' amount='.2'/>");
  CHECK(head.lexeme.text == "SHAKE");
  CHECK(head.amount == 0.2);
  CHECK(only<HeadMove>("<head id='h' rotation='NOD'/>").lexeme.text == "NOD");
  CHECK(only<HeadMove>("<head id='h' type='NOD'/>").lexeme.text == "NOD");
  CHECK(only<HeadMove>("<head id='h' type='ROTATION' lexeme='TILT'/>").lexeme.text == "TILT");

  const auto beat = only<Gesture>("<gesture id='g' type='BEAT' mode='LEFT_HAND'/>");
  CHECK(beat.lexeme.text == "BEAT");
  CHECK(beat.hand == Gesture::Hand::Left);
  CHECK(only<Gesture>("<gesture id='g' type='LEXICALIZED' lexeme='wave'/>").lexeme.text == "wave");
  CHECK(only<Pointing>("<gesture id='g' type='POINT' target='ben'/>").target.text == "ben");
}

TEST_CASE("BMLT's emitters have a pace, and its sounds the name of a recording",
          "[bml_behaviours]") {
  const auto blinks = only<Emitter>("<bmlt:blinkemitter id='e' start='0' avgwaitingtime='4.5'/>");
  CHECK(blinks.what == Emitter::What::Blinks);
  CHECK(blinks.every == Seconds(4.5));
  const auto breaths = only<Emitter>("<bmlt:breathingemitter id='e'/>");
  CHECK(breaths.what == Emitter::What::Breaths);
  CHECK_FALSE(breaths.every);

  for (const char* file : {"laugh", "laugh.wav", "audio/laugh.wav", "file:/c:/audio/laugh.wav",
                           "C:\\audio\\laugh.wav"}) {
    CAPTURE(file);
    const auto sound =
        only<Speech>("<bmlt:audiofile id='a' fileName='" + std::string(file) + "'/>");
    CHECK(sound.voice.text == "file:laugh");
    CHECK(sound.text.empty());
  }
}

TEST_CASE("BMLA starts, interrupts and changes what is there", "[bml_behaviours]") {
  CHECK(only<Activate>("<bmla:activate id='a' target='b2'/>").block.text == "b2");
  const auto interrupt =
      only<InterruptBlock>("<bmla:interrupt id='i' target='b2' include='g1, g2' exclude='g3'/>");
  REQUIRE(interrupt.include.size() == 2);
  CHECK(interrupt.include[1].text == "g2");
  CHECK(interrupt.exclude[0].text == "g3");
  CHECK(only<InterruptBlock>("<bmlt:interrupt id='i' target='b2'/>").block.text == "b2");
  const auto change = only<ChangeParameter>(
      "<bmla:parametervaluechange id='c' target='b2:s1' paramId='volume'>"
      "<bmla:trajectory type='linear' initialValue='0' targetValue='90'/>"
      "</bmla:parametervaluechange>");
  CHECK(change.behaviour.text == "b2:s1");
  CHECK(change.parameter.text == "volume");
  CHECK(change.trajectory.text == "linear");
  CHECK(change.from == 0.0);
  CHECK(change.to == 90);
}

TEST_CASE("a behaviour that cannot be made is one warning, and the rest plays",
          "[bml_behaviours]") {
  const auto bad = GENERATE(values<std::string>({
      "<head id='x'/>",
      "<head id='x' action='ROTATION'/>",
      "<head id='x' action='TRANSLATION' rotation='NOD'/>",
      "<gesture id='x' type='DEPICT'/>",
      "<gesture id='x' type='POINT'/>",
      "<bmlt:blinkemitter id='x' avgwaitingtime='0'/>",
      "<bmlt:blinkemitter id='x' avgwaitingtime='soon'/>",
      "<bmlt:audiofile id='x'/>",
      "<bmlt:audiofile id='x' fileName='audio/.wav'/>",
      "<head id='x' lexeme='NOD' amount='1.1'/>",
      "<head id='x' lexeme='NOD' amount='much'/>",
      "<head id='x' lexeme='NOD' repetition='0'/>",
      "<head id='x' lexeme='NOD' repetition='1.5'/>",
      "<headDirectionShift id='x'/>",
      "<gaze id='x'/>",
      "<gaze id='x' target='t' influence='TOES'/>",
      "<gaze id='x' target='t' offsetDirection='POLAR'/>",
      "<gaze id='x' target='t' offsetAngle='181'/>",
      "<gesture id='x'/>",
      "<gesture id='x' lexeme='BEAT' mode='FOOT'/>",
      "<pointing id='x'/>",
      "<locomotion id='x'/>",
      "<posture id='x'/>",
      "<posture id='x'><stance/></posture>",
      "<posture id='x'><stance type='A'/><stance type='B'/></posture>",
      "<posture id='x'><pose part='ARMS' lexeme='a'/><pose part='ARMS' lexeme='b'/></posture>",
      "<posture id='x'><pose part='ARMS'/></posture>",
      "<wait id='x' duration='-2'/>",
      "<bmla:activate id='x'/>",
      "<bmla:interrupt id='x' target='b2' include='a,,b'/>",
      "<bmla:parametervaluechange id='x' target='a' paramId='p'/>",
      "<gesture id='x' lexeme='BEAT' start='soon'/>",
      "<gesture id='x' lexeme='BEAT' start='nod1:relax:2'/>",
  }));
  CAPTURE(bad);

  const auto read = read_block(bad + "<head id='good' lexeme='NOD'/>");

  REQUIRE(read.warnings.size() == 1);
  CHECK(read.warnings[0].kind == WarningKind::CannotCreateBehaviour);
  CHECK(read.warnings[0].about == "x");
  CHECK(read.warnings[0].where.line == 2);
  REQUIRE(read.block().behaviours.size() == 1);
  CHECK(read.block().behaviours[0].id.text == "good");
  const auto required = read_block("<required>" + bad + "</required>");
  REQUIRE(required.error);
  CHECK(required.error->where.line == 2);
}

TEST_CASE("a point that a kind has not got may mean one that it has", "[bml_behaviours]") {
  Face shift;
  shift.shift = true;
  CHECK(point_meant(HeadDirectionShift{}, "strokeEnd") == "end");
  CHECK(point_meant(shift, "attackPeak") == "end");
  CHECK(point_meant(Locomotion{}, "ready") == "start");
  CHECK(point_meant(Locomotion{}, "relax") == "end");
  CHECK(point_meant(Sequence{}, "attackPeak") == "stroke");
  CHECK(point_meant(HeadMove{}, "relax") == "relax");
  CHECK(point_meant(Wait{}, "ready").empty());
  CHECK(point_meant(Gaze{}, "stroke").empty());
  CHECK(point_meant(HeadMove{}, "Stroke").empty());
}

TEST_CASE("a row is found by its name in its language", "[bml_behaviours]") {
  CHECK(find_bml_row("gazeShift", Tongue::Core) != nullptr);
  CHECK(find_bml_row("gazeShift", Tongue::Bmla) == nullptr);
  CHECK(find_bml_row("interrupt", Tongue::Core) == nullptr);
  CHECK(find_bml_row("Gaze", Tongue::Core) == nullptr);
}

}  // namespace
}  // namespace kine::script::bml_behaviours_test
