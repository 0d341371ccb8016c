// Tests for kinesphere_reader() of realizer/script/reader.h.
#include "realizer/script/reader.h"

#include <string>
#include <variant>

#include "tests/support/catch.h"
#include "tests/support/plan/documents.h"

namespace kine::script::kinesphere_reader_test {
namespace {

using test::document_of;
using test::refusal_of;

constexpr std::string_view kRoot = "<script xmlns='urn:kinesphere:script:1'>";

std::string in_script(std::string_view inside) {
  return std::string(kRoot) + "\n" + std::string(inside) + "</script>";
}
std::string in_sequence(std::string_view inside) {
  return in_script("<sequence>" + std::string(inside) + "</sequence>");
}

TEST_CASE("what a script does not say has its default", "[kinesphere_reader]") {
  const Document document = document_of(in_sequence("<pose time='1'/>"));

  CHECK(document.dialect == Dialect::Kinesphere);
  CHECK(document.id.empty());
  CHECK(document.character.empty());
  CHECK_FALSE(document.time_reset);
  REQUIRE(document.sequences.size() == 1);
  const Sequence& sequence = document.sequences[0];
  CHECK(sequence.id.empty());
  CHECK(sequence.start.seconds == Seconds(0));
  CHECK(sequence.start.from == Time::From::Block);
  CHECK(sequence.fade_in == Seconds(0));
  CHECK_FALSE(sequence.fade_out);
  CHECK(sequence.priority == 0);
  CHECK(sequence.frame == Space::Character);
  CHECK_FALSE(sequence.warp);
  REQUIRE(sequence.poses.size() == 1);
  CHECK(sequence.poses[0].time.seconds == Seconds(1));
  CHECK(sequence.poses[0].time.from == Time::From::Sequence);
  CHECK(sequence.poses[0].hold == Seconds(0));
  CHECK_FALSE(sequence.poses[0].phase);
}

TEST_CASE("every attribute of a script, its nuclei and tensions is kept", "[kinesphere_reader]") {
  const Document document = document_of(
      "<script xmlns='urn:kinesphere:script:1' id='hello' character='ada' time-reset='yes'>"
      "<nucleus id='big' spatial-extent='0.5' temporal-extent='-0.3' power='1' fluidity='-1'/>"
      "<tension id='tense' rest-error='5mm' zeta='0.3'/>"
      "<feedback-message text='all done'/></script>");

  CHECK(document.id.text == "hello");
  CHECK(document.character.text == "ada");
  CHECK(document.character.where == Where{1, 63});
  CHECK(document.time_reset);
  REQUIRE(document.nuclei.size() == 1);
  CHECK(document.nuclei[0].id.text == "big");
  CHECK(document.nuclei[0].parameters[kSpatialExtent] == 0.5);
  CHECK(document.nuclei[0].parameters[kTemporalExtent] == -0.3);
  CHECK(document.nuclei[0].parameters[kPower] == 1);
  CHECK(document.nuclei[0].parameters[kFluidity] == -1);
  REQUIRE(document.tensions.size() == 1);
  CHECK(document.tensions[0].id.text == "tense");
  REQUIRE(document.feedback_messages.size() == 1);
  CHECK(document.feedback_messages[0].text == "all done");
}

TEST_CASE("every attribute of a sequence, pose and clip is kept", "[kinesphere_reader]") {
  const Document document = document_of(in_script(
      "<sequence id='greet' start='2' fade-in='200ms' fade-out='0' priority='-3' frame='chest' "
      "warp='exp 3' tension='tense' character='ben'>\n"
      "<pose id='up' time='300ms' from='script' hold='0.1' phase='post-stroke-hold' nucleus='big' "
      "tension='slack'><feedback id='f1'/></pose>"
      "<clip name='nod' group='head' time='1' hold='2s' loop='yes' weight='0.25' speed='3'/>"
      "<clip name='stand' time='1'/></sequence>"));

  const Sequence& sequence = document.sequences.at(0);
  CHECK(sequence.id.text == "greet");
  CHECK(sequence.start.seconds == Seconds(2));
  CHECK(sequence.start.where == Where{2, 29});
  CHECK(sequence.fade_in == Seconds(0.2));
  CHECK(sequence.fade_out == Seconds(0));
  CHECK(sequence.priority == -3);
  CHECK(sequence.frame == Space::Chest);
  REQUIRE(sequence.warp);
  CHECK(sequence.warp->kind == TimeWarp::Kind::Exp);
  CHECK(sequence.warp->symmetry == 3);
  CHECK(sequence.tension.text == "tense");
  CHECK(sequence.character.text == "ben");
  const Pose& pose = sequence.poses.at(0);
  CHECK(pose.where == Where{3, 1});
  CHECK(pose.id.text == "up");
  CHECK(pose.time.seconds == Seconds(0.3));
  CHECK(pose.time.from == Time::From::Block);
  CHECK(pose.hold == Seconds(0.1));
  CHECK(pose.phase == Phase::PostStrokeHold);
  CHECK(pose.nucleus.text == "big");
  CHECK(pose.tension.text == "slack");
  CHECK(pose.feedback_ids.at(0).text == "f1");
  const Clip& clip = sequence.clips.at(0);
  CHECK(clip.clip.text == "nod");
  CHECK(clip.group.text == "head");
  CHECK(clip.time.seconds == Seconds(1));
  CHECK(clip.hold == Seconds(2));
  CHECK(clip.loop);
  CHECK(clip.weight == 0.25);
  CHECK(clip.speed == 3);
  const Clip& plain = sequence.clips.at(1);
  CHECK(plain.group.empty());
  CHECK(plain.hold == Seconds(0));
  CHECK_FALSE(plain.loop);
  CHECK(plain.weight == 1);
  CHECK(plain.speed == 1);
}

TEST_CASE("the manner of a script, a sequence and a pose is kept", "[kinesphere_reader]") {
  const Document document = document_of(
      "<script xmlns='urn:kinesphere:script:1' compat='embr-2010'>"
      "<character nucleus='a' tension='c'/><character name='ben' nucleus='b'/>"
      "<nucleus id='a' style='tired' power='0.2'/><nucleus id='b'/>"
      "<sequence nucleus='b'><pose time='1' tcb=' 0.4 0  -0.25 '/></sequence></script>");

  CHECK(document.compat == Compat::Embr2010);
  REQUIRE(document.characters.size() == 2);
  CHECK(document.characters[0].name.empty());
  CHECK(document.characters[0].nucleus.text == "a");
  CHECK(document.characters[0].tension.text == "c");
  CHECK(document.characters[1].tension.empty());
  CHECK(document.characters[1].name.text == "ben");
  CHECK(document.nuclei.at(0).style.text == "tired");
  CHECK(document.nuclei.at(0).parameters[kPower] == 0.2);
  CHECK(document.nuclei.at(1).style.empty());
  CHECK(document.sequences.at(0).nucleus.text == "b");
  const Tcb wanted{.tension = 0.4, .continuity = 0, .bias = -0.25};
  CHECK(document.sequences[0].poses.at(0).tcb == wanted);
}

struct Refused {
  std::string text;
  ErrorCode code;
  std::string quoted;  // what the message must quote
};

TEST_CASE("a wrong script is refused with the value that is wrong", "[kinesphere_reader]") {
  const auto refused = GENERATE(values<Refused>({
      {in_script("<sequence start='-1'/>"), ErrorCode::OutOfRange, "'-1'"},
      {in_script("<sequence start='600.1'/>"), ErrorCode::OutOfRange, "'600.1'"},
      {in_script("<sequence start='soon'/>"), ErrorCode::Syntax, "'soon'"},
      {in_script("<sequence fade-in='-1ms'/>"), ErrorCode::OutOfRange, "'-1ms'"},
      {in_script("<sequence fade-out='1e308'/>"), ErrorCode::OutOfRange, "'1e308'"},
      {in_script("<sequence priority='1.5'/>"), ErrorCode::Syntax, "'1.5'"},
      {in_script("<sequence priority='1001'/>"), ErrorCode::OutOfRange, "'1001'"},
      {in_script("<sequence priority='99999999999999999999'/>"), ErrorCode::Syntax, "'999999"},
      {in_script("<sequence frame='room'/>"), ErrorCode::UnknownName, "'room'"},
      {in_script("<sequence warp='exp'/>"), ErrorCode::OutOfRange, "'exp'"},
      {in_script("<sequence warp='exp3'/>"), ErrorCode::OutOfRange, "'exp3'"},
      {in_script("<sequence warp='exp 0'/>"), ErrorCode::OutOfRange, "'exp 0'"},
      {in_script("<sequence warp='tan 6'/>"), ErrorCode::OutOfRange, "'tan 6'"},
      {in_script("<sequence warp='tan 6' recoil='no'/>"), ErrorCode::OutOfRange, "'tan 6'"},
      {in_script("<sequence warp='exp 21' recoil='yes'/>"), ErrorCode::OutOfRange, "'exp 21'"},
      {in_script("<sequence warp='sin 1'/>"), ErrorCode::OutOfRange, "'sin 1'"},
      {in_script("<sequence id=''/>"), ErrorCode::Syntax, "''"},
      {in_script("<sequence id='a:b'/>"), ErrorCode::Syntax, "'a:b'"},
      {in_script("<sequence id='a'/><sequence id='a'/>"), ErrorCode::Syntax, "'a'"},
      {in_script("<nucleus id='a'/><nucleus id='a'/>"), ErrorCode::Syntax, "'a'"},
      {in_script("<nucleus/>"), ErrorCode::Syntax, "'id'"},
      {in_script("<nucleus id='a' power='1.01'/>"), ErrorCode::OutOfRange, "'1.01'"},
      {in_script("<character name='a'/><character name='a'/>"), ErrorCode::Syntax, "'a'"},
      {in_script("<sequence><pose time='1' tcb='0 0'/></sequence>"), ErrorCode::Syntax, "'0 0'"},
      {in_script("<sequence><pose time='1' tcb='0 0 1.1'/></sequence>"), ErrorCode::OutOfRange,
       "'0 0 1.1'"},
      {in_script("<tension id='a' manner='loose'/><tension id='a' manner='off'/>"),
       ErrorCode::Syntax, "'a'"},
      {in_script("<tension manner='loose'/>"), ErrorCode::Syntax, "'id'"},
      {in_script("<pose time='1'/>"), ErrorCode::UnknownName, "'pose'"},
      {in_script("words"), ErrorCode::Syntax, "'words'"},
      {in_script("<sequence begin='1'/>"), ErrorCode::UnknownName, "'begin'"},
      {in_sequence("<pose/>"), ErrorCode::Syntax, "'time'"},
      {in_sequence("<pose time=''/>"), ErrorCode::Syntax, "''"},
      {in_sequence("<pose time='NaN'/>"), ErrorCode::Syntax, "'NaN'"},
      {in_sequence("<pose time='inf'/>"), ErrorCode::Syntax, "'inf'"},
      {in_sequence("<pose time='0x10'/>"), ErrorCode::Syntax, "'0x10'"},
      {in_sequence("<pose time='1e309'/>"), ErrorCode::Syntax, "'1e309'"},
      {in_sequence("<pose time='601'/>"), ErrorCode::OutOfRange, "'601'"},
      {in_sequence("<pose time='1' hold='-0.1'/>"), ErrorCode::OutOfRange, "'-0.1'"},
      {in_sequence("<pose time='1' phase='stroek'/>"), ErrorCode::UnknownName, "'stroek'"},
      {in_sequence("<pose time='1' id='start'/>"), ErrorCode::Syntax, "'start'"},
      {in_sequence("<pose time='1' id='a'/><pose time='2' id='a'/>"), ErrorCode::Syntax, "'a'"},
      {in_sequence("<pose time='1'><sequence/></pose>"), ErrorCode::UnknownName, "'sequence'"},
      {in_sequence("<clip time='1'/>"), ErrorCode::Syntax, "'name'"},
      {in_sequence("<clip name='a' time='1' loop='on'/>"), ErrorCode::UnknownName, "'on'"},
      {in_sequence("<clip name='a' time='1' weight='1.1'/>"), ErrorCode::OutOfRange, "'1.1'"},
      {in_sequence("<clip name='a' time='1' speed='0'/>"), ErrorCode::OutOfRange, "'0'"},
      {"<script/>", ErrorCode::Unsupported, "'script'"},
      {"<sequence xmlns='urn:kinesphere:script:1'/>", ErrorCode::Unsupported, "'sequence'"},
      {"<script xmlns='urn:kinesphere:script:2'/>", ErrorCode::Unsupported, "'urn:kinesphere"},
      {in_script("<sequence id='" + std::string(129, 'x') + "'/>"), ErrorCode::LimitExceeded,
       "'129'"},
      {in_script("<sequence id='a&#9;b'/>"), ErrorCode::Syntax, "'a?b'"},
  }));
  CAPTURE(refused.text);

  const Error error = refusal_of(refused.text);

  CAPTURE(error.message);
  CHECK(error.code == refused.code);
  CHECK(error.message.find(refused.quoted) != std::string::npos);
  CHECK(error.where.line >= 1);
  CHECK(error.where.column >= 1);
}

TEST_CASE("a gesture has its lexeme, hand and points", "[kinesphere_reader]") {
  const Document document = document_of(in_script(
      "<gesture lexeme='beat' hand='left' tension='loose' start='1' stroke='1500ms' end='3'/>"));
  REQUIRE(document.gestures.size() == 1);
  const Gesture& gesture = document.gestures[0];
  CHECK(gesture.lexeme.text == "beat");
  CHECK(gesture.hand == Gesture::Hand::Left);
  CHECK(gesture.tension.text == "loose");
  CHECK(gesture.points[0]->seconds == Seconds(1));
  CHECK_FALSE(gesture.points[1]);
  CHECK(gesture.points[3]->seconds == Seconds(1.5));
  CHECK(gesture.points[6]->seconds == Seconds(3));
  CHECK_FALSE(gesture.fade_out);
}

TEST_CASE("gestures and sequences share their ids", "[kinesphere_reader]") {
  CHECK(refusal_of(in_script("<sequence id='a'/><gesture id='a' lexeme='beat'/>")).message ==
        "id of <gesture> must be another than those before it, not 'a'");
}

TEST_CASE("the points of a gesture do not run backwards", "[kinesphere_reader]") {
  CHECK(document_of(in_script("<gesture lexeme='a' ready='1' relax='1'/>")).gestures.size() == 1);
  CHECK(refusal_of(in_script("<gesture lexeme='a' relax='0.9' ready='1'/>")).message ==
        "relax of <gesture> must be no earlier than its ready, not '0.9'");
  CHECK(refusal_of(in_script("<gesture lexeme='a' start='601'/>")).code == ErrorCode::OutOfRange);
}

TEST_CASE("an error stands where the value does", "[kinesphere_reader]") {
  CHECK(refusal_of(in_sequence("\n  <pose hold='-1' time='1'/>")).where == Where{3, 15});
  CHECK(refusal_of(in_sequence("\n  <pose time='1' hald='1'/>")).where == Where{3, 18});
  CHECK(refusal_of(in_sequence("\n  <pose hold='1'/>")).where == Where{3, 3});
}

TEST_CASE("sequences and poses are counted", "[kinesphere_reader]") {
  const auto repeated = [](std::string_view piece, int times) {
    std::string text;
    for (int i = 0; i < times; ++i) text += piece;
    return text;
  };

  CHECK(document_of(in_script(repeated("<sequence/>", 2048))).sequences.size() == 2048);
  const Error sequences = refusal_of(in_script(repeated("<sequence/>", 2049)));
  CHECK(sequences.code == ErrorCode::LimitExceeded);
  CHECK(sequences.message ==
        "the sequences and gestures of a script must be at most 2048, not '2049'");
  CHECK(document_of(in_sequence(repeated("<pose time='1'/>", 4096))).sequences[0].poses.size() ==
        4096);
  const Error poses = refusal_of(in_sequence(repeated("<pose time='1'/>", 4097)));
  CHECK(poses.code == ErrorCode::LimitExceeded);
  CHECK(poses.message == "the poses and clips of a script must be at most 4096, not '4097'");
  CHECK(poses.where == Where{2, 11 + 4096 * 16});
  CHECK(refusal_of(in_sequence(repeated("<pose time='1'/>", 65'000))).code ==
        ErrorCode::LimitExceeded);
}

TEST_CASE("a converted script may have what its language has", "[kinesphere_reader]") {
  const Document document = document_of(
      "<script xmlns='urn:kinesphere:script:1' converted-from='animl'><sequence warp='exp 9'>"
      "<pose id='a:b' time='1'/><pose id='a:b' time='2'/>"
      "<pose time='3'><look-at target='0 1 2' with='headNeck'/></pose></sequence></script>");

  CHECK(document.dialect == Dialect::Animl);
  CHECK(document.sequences[0].warp->symmetry == 9);
  CHECK(document.sequences[0].poses.size() == 3);
}

TEST_CASE("the root decides whether a text is of our language", "[kinesphere_reader]") {
  CHECK(kinesphere_reader().accepts("{urn:kinesphere:script:1}script", ""));
  CHECK(kinesphere_reader().accepts("script", ""));  // told what it lacks
  CHECK_FALSE(kinesphere_reader().accepts("{urn:x}script", ""));
  CHECK_FALSE(kinesphere_reader().accepts("", "script"));
}

}  // namespace
}  // namespace kine::script::kinesphere_reader_test
