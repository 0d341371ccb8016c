// Tests for realizer/script/bml/bml_behaviour.h: ids, sync points and descriptions.
#include "realizer/script/bml/bml_behaviour.h"

#include <string>
#include <variant>

#include "realizer/core/limits.h"
#include "tests/support/catch.h"
#include "tests/support/plan/blocks.h"

namespace kine::script::bml_behaviour_test {
namespace {

using test::read_block;

TEST_CASE("every sync point of a behaviour may be an attribute", "[bml_behaviour]") {
  const auto read = read_block(
      "<gesture id='g' lexeme='BEAT' start='1' ready='g:start+0.2' strokeStart='2' stroke='3' "
      "strokeEnd='4' relax='5' end='b0:h:end'/>");
  CHECK(read.warnings.empty());
  CHECK(test::survives_writing(read));
  const Behaviour& gesture = read.behaviour("g");
  REQUIRE(gesture.appointments.size() == 7);
  CHECK(gesture.appointments[0].point == "start");
  CHECK(gesture.appointments[0].when.offset == Seconds(1));
  CHECK(gesture.appointments[1].point == "ready");
  CHECK(gesture.appointments[1].when.behaviour.text == "g");
  CHECK(gesture.appointments[6].point == "end");
  CHECK(gesture.appointments[6].when.block.text == "b0");
  CHECK(gesture.element == "gesture");
  CHECK_FALSE(gesture.required);
}

TEST_CASE("a point of the larger set is taken for that which the kind has", "[bml_behaviour]") {
  const auto read = read_block("<headDirectionShift id='h' target='t' start='1' relax='2'/>");
  CHECK(read.warnings.empty());
  REQUIRE(read.behaviour("h").appointments.size() == 2);
  CHECK(read.behaviour("h").appointments[1].point == "end");
}

TEST_CASE("a point that a kind has not got, or has twice, is passed over", "[bml_behaviour]") {
  const std::string element = GENERATE(values<std::string>(
      {"<wait id='x' stroke='2'/>", "<gazeShift id='x' target='t' ready='1'/>",
       "<headDirectionShift id='x' target='t' relax='1' end='2'/>",
       "<gaze id='x' target='t' attackPeak='1'/>", "<head id='x' lexeme='NOD' speed='9'/>",
       "<head id='x' lexeme='NOD' bmlt:param='9'/>"}));
  CAPTURE(element);
  const auto read = read_block(element);
  REQUIRE(read.warnings.size() == 1);
  CHECK(read.warnings[0].kind == WarningKind::CustomAttributeNotSupported);
  CHECK(read.warnings[0].about == "x");
  CHECK(read.block().behaviours.size() == 1);
}

TEST_CASE("our own elements are behaviours with all seven sync points", "[bml_behaviour]") {
  const auto read = read_block(
      "<k:nucleus id='big' spatial-extent='0.5'/><k:tension id='soft' manner='loose'/>"
      "<k:character nucleus='big'/>"
      "<k:sequence id='s' nucleus='big' fade-in='0.2' priority='3' frame='chest' strokeStart='1'>"
      "<k:pose id='up' time='0.3' phase='preparation'><k:morph name='jawOpen' weight='1'/></k:pose>"
      "</k:sequence>"
      "<k:gesture id='g' lexeme='wave' hand='left' tension='soft' stroke='s:strokeStart+1'/>");
  CHECK(read.warnings.empty());
  CHECK(test::survives_writing(read));
  CHECK(read.document->nuclei.size() == 1);
  CHECK(read.document->tensions.size() == 1);
  CHECK(read.document->characters.size() == 1);
  const Sequence sequence = std::get<Sequence>(read.behaviour("s").kind);
  CHECK(sequence.nucleus.text == "big");
  CHECK(sequence.priority == 3);
  CHECK(sequence.frame == Space::Chest);
  CHECK(sequence.poses.at(0).phase == Phase::Preparation);
  CHECK(read.behaviour("s").appointments.at(0).point == "strokeStart");
  const Gesture gesture = std::get<Gesture>(read.behaviour("g").kind);
  CHECK(gesture.tension.text == "soft");
  CHECK(gesture.hand == Gesture::Hand::Left);
}

TEST_CASE("what our own elements do not take costs the behaviour", "[bml_behaviour]") {
  const std::string element = GENERATE(values<std::string>(
      {"<k:sequence id='x' colour='red'/>", "<k:sequence id='x' character='ada'/>",
       "<k:sequence id='x'><k:pose time='1' from='script'/></k:sequence>",
       "<k:sequence id='x'><k:pose/></k:sequence>", "<k:sequence id='x'><head/></k:sequence>x",
       "<k:gesture id='x'/>", "<k:gesture id='x' lexeme='wave' fade-out='1' end='4'/>"}));
  CAPTURE(element);
  if (element.ends_with("x")) return;  // another namespace's are passed over
  const auto read = read_block(element);
  CHECK(read.block().behaviours.empty());
  REQUIRE(read.warnings.size() == 1);
  CHECK(read.warnings[0].about == "x");
}

constexpr const char* kOurs = "urn:kinesphere:script:1";

std::string described(const std::string& descriptions) {
  return "<head id='x' lexeme='NOD' start='1'>" + descriptions + "</head>";
}
std::string description(int priority, const std::string& type, const std::string& inside) {
  return "<description priority='" + std::to_string(priority) + "' type='" + type + "'>" + inside +
         "</description>";
}

TEST_CASE("the description of highest priority that we can do replaces the core form",
          "[bml_behaviour]") {
  const std::string wave = "<k:gesture lexeme='wave'/>";
  const std::string beat = "<k:gesture lexeme='beat'/>";
  const auto read = read_block(described(description(1, kOurs, wave) + description(7, kOurs, beat) +
                                         description(9, "application/msapi+xml", "<bmlt:foo/>")));
  CHECK(read.warnings.empty());
  CHECK(test::survives_writing(read));
  const Behaviour& behaviour = read.behaviour("x");
  CHECK(behaviour.element == "head");
  CHECK(behaviour.priority == 7);
  CHECK(std::get<Gesture>(behaviour.kind).lexeme.text == "beat");
  CHECK(behaviour.appointments.at(0).point == "start");
}

TEST_CASE("what stands in a description beside its gesture is told", "[bml_behaviour]") {
  const auto read = read_block(described(
      description(1, kOurs, "<k:sketch id='weary'/><k:gesture lexeme='wave' sketch='weary'/>")));
  CHECK(read.block().behaviours.empty());
  const auto after = read_block(
      described(description(1, kOurs, "<k:gesture lexeme='wave'/><k:sketch id='weary'/>")));
  CHECK(std::holds_alternative<Gesture>(after.behaviour("x").kind));
  REQUIRE(after.warnings.size() == 1);
  CHECK(after.warnings[0].message ==
        "a description has one <sequence> or <gesture>, so another element in it is ignored: "
        "'sketch'");
}

TEST_CASE("without a description that we can do the core form is used", "[bml_behaviour]") {
  const auto read = read_block(
      described(description(9, "application/msapi+xml", "") + description(8, kOurs, "<other/>")));
  CHECK(read.warnings.empty());
  CHECK(std::get<HeadMove>(read.behaviour("x").kind).lexeme.text == "NOD");
  CHECK(read.behaviour("x").priority == 0);
}

TEST_CASE("a description may help where the core form cannot", "[bml_behaviour]") {
  const std::string inside = description(0, kOurs, "<k:sequence id='y'/>");
  for (const std::string element : {"head", "bmlt:keyframe", "juggle"}) {
    const auto read = read_block("<" + element + " id='x'>" + inside + "</" + element + ">");
    CHECK(read.warnings.empty());
    CHECK(std::holds_alternative<Sequence>(read.behaviour("x").kind));
    CHECK(test::survives_writing(read));
  }
  const auto face = read_block("<face id='x' attackPeak='2'>" + inside + "</face>");
  CHECK(face.behaviour("x").appointments.at(0).point == "stroke");
  CHECK(test::survives_writing(face));
}

TEST_CASE("a bad description costs its behaviour", "[bml_behaviour]") {
  const auto bad = GENERATE_COPY(values<std::string>(
      {"<description type='x'/>", "<description priority='1'/>",
       "<description priority='high' type='x'/>", description(1, kOurs, "<k:gesture/>"),
       description(1, kOurs, "<k:nucleus id='n'/>")}));
  CAPTURE(bad);
  const auto read = read_block(described(bad));
  CHECK(read.block().behaviours.empty());
  CHECK(read.warnings.size() == 1);
}

TEST_CASE("a behaviour without an id gets one of its own, with a warning", "[bml_behaviour]") {
  const auto read = read_block("<head lexeme='NOD'/><head id='head1' lexeme='NOD'/>");
  REQUIRE(read.warnings.size() == 1);
  CHECK(read.warnings[0].about == "head2");
  CHECK(read.block().behaviours[0].id.text == "head2");
}

TEST_CASE("a behaviour that nobody knows is left out with one warning", "[bml_behaviour]") {
  struct Unknown {
    std::string element;
    WarningKind kind;
  };
  const auto unknown = GENERATE(values<Unknown>(
      {{"<juggle id='x' start='1' balls='3'/>", WarningKind::BehaviourTypeNotSupported},
       {"<Head id='x' lexeme='NOD'/>", WarningKind::BehaviourTypeNotSupported},
       {"<bmlt:procanimation id='x' name='n'/>", WarningKind::CustomBehaviourNotSupported},
       {"<a:head xmlns:a='urn:a' id='x'/>", WarningKind::CustomBehaviourNotSupported},
       {"<k:dance id='x'/>", WarningKind::CustomBehaviourNotSupported}}));
  CAPTURE(unknown.element);
  const auto read = read_block(unknown.element);
  CHECK(read.block().behaviours.empty());
  REQUIRE(read.warnings.size() == 1);
  CHECK(read.warnings[0].kind == unknown.kind);
  CHECK(read.warnings[0].about == "x");
  CHECK(read_block("<required>" + unknown.element + "</required>").error);
}

TEST_CASE("where something is missing, what stands there instead is named", "[bml_behaviour]") {
  struct Misspelt {
    std::string element;
    std::string message;
  };
  const auto misspelt = GENERATE(values<Misspelt>(
      {{"<gaze id='x' tarjet='camera'/>",
        "<gaze> needs the attribute 'target' (there is 'tarjet', which it does not know)"},
       {"<postureShift id='x' stance='SITTING'/>",
        "<postureShift> needs a <stance> or a <pose>, but there is neither (there is 'stance', "
        "which it does not know)"},
       {"<speech id='x' text='Hello'/>",
        "<speech> needs a <text> (there is 'text', which it does not know)"},
       {"<posture id='x'><stance typ='SITTING'/></posture>",
        "<stance> needs the attribute 'type' (there is 'typ', which it does not know)"},
       {"<gaze id='x' a='1' b='2' c='3' d='4'/>",
        "<gaze> needs the attribute 'target' (there is 'a', 'b', 'c', which it does not know)"},
       {"<gaze id='x'/>", "<gaze> needs the attribute 'target'"},
       {"<head id='x' lexeme='NOD' amount='3' speed='1'/>",
        "amount of <head> must be from 0 to 1, not '3'"}}));
  const auto read = read_block(misspelt.element);
  REQUIRE(read.warnings.size() == 1);
  CHECK(read.warnings[0].message == misspelt.message);
}

TEST_CASE("what BML has not got, but BMLA has, says which namespace that is", "[bml_behaviour]") {
  const auto read = read_block("<interrupt id='x' target='b'/>");
  REQUIRE(read.warnings.size() == 1);
  CHECK(read.warnings[0].kind == WarningKind::BehaviourTypeNotSupported);
  CHECK(read.warnings[0].message ==
        "<interrupt> is not of BML, but of the namespace http://www.asap-project.org/bmla "
        "(xmlns:bmla, <bmla:interrupt>)");
}

TEST_CASE("a block past a limit is refused", "[bml_behaviour]") {
  const auto many = [](std::size_t count, const std::string& element) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) text += element;
    return text;
  };
  const auto waits = [&](std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) text += "<wait id='w" + std::to_string(i) + "'/>";
    return read_block(text);
  };
  CHECK(waits(kSequencesMax).document);
  REQUIRE(waits(kSequencesMax + 1).error);
  CHECK(waits(kSequencesMax + 1).error->message ==
        "the behaviours of a block must be at most 2048, not '2049'");
  const auto marks = [&](std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) text += "<sync id='m" + std::to_string(i) + "'/>";
    return read_block("<speech id='s'><text>" + text + "</text></speech>");
  };
  CHECK(marks(kSyncPointsMax - 2).document);
  REQUIRE(marks(kSyncPointsMax - 1).error);
  CHECK(marks(kSyncPointsMax - 1).error->code == ErrorCode::LimitExceeded);
  const auto poses = read_block("<k:sequence id='s'>" + many(kPosesMax + 1, "<k:pose time='1'/>") +
                                "</k:sequence>");
  REQUIRE(poses.error);
  CHECK(poses.error->code == ErrorCode::LimitExceeded);
  CHECK(read_block("<wait id='w' start='601'/>").error->code == ErrorCode::LimitExceeded);
}

}  // namespace
}  // namespace kine::script::bml_behaviour_test
