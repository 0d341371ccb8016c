// Tests for realizer/script/writing/writer.h: read(write(d)) == d but for the places.
#include "realizer/script/writing/writer.h"

#include <algorithm>
#include <filesystem>
#include <string>

#include "realizer/script/composites.h"
#include "realizer/script/reader.h"
#include "tests/support/catch.h"
#include "tests/support/plan/documents.h"
#include "tests/support/source_files.h"

namespace kine::script::writer_test {
namespace {

using test::document_of;
using test::without_places;

/// One that says everything, and one that says no more than it must.
std::vector<Clip> clips() {
  Clip full{{"nod", {}}, {"head", {}}, {}, Seconds(1), true, 0.25, 2.5, {}};
  full.time = {Seconds(2), Time::From::Sequence, {}};
  Clip plain;
  plain.clip = {"stand", {}};
  plain.time.from = Time::From::Sequence;
  return {full, plain};
}

/// A position in which every field has another value than its default.
Position far_position() {
  return {.joint = {"rightHand", {}},
          .group = {"rarm", {}},
          .target_m = {0.1, 1.0 / 7, -2},
          .offset_m = {0, 0, 0.01},
          .swivel_rad = 0.3,
          .chain = Chain::ArmSpine,
          .keep = true};
}

std::vector<Tension> tensions() {
  TensionPart loose_left;
  loose_left.phase = Phase::Retraction;
  loose_left.arms = ArmSet::Left;
  loose_left.manner = {"loose", {}};
  TensionPart firm;
  firm.value = kine::Tension{.rest_error_m = 0.005, .zeta = 1.0 / 3};
  return {{.id = {"tense", {}},
           .parts = {firm, loose_left},
           .over = Seconds(0.25),
           .lag = Lag::Keep,
           .frame = TensionFrame::World},
          {.id = {"slack", {}}, .parts = {loose_left}, .over = {}}};
}

std::vector<Nucleus> nuclei() {
  return {
      {.id = {"big", {}},
       .parameters = {{kSpatialExtent, 0.5}, {kTemporalExtent, -0.3}, {kPower, 1}, {kFluidity, -1}},
       .style = {"tired", {}}},
      {.id = {"none", {}}, .parameters = {}, .style = {}}};
}

std::vector<Sketch> sketches() {
  Sketch weary{.id = {"weary", {}}, .style = {"tired", {}}};
  weary.parameters.write(kPosture, -1.0 / 3);
  weary.parameters.write(kComSide, 0);
  weary.parameters.write(kComAhead, 0.4);
  weary.parameters.write(kInvolvement, 0.5);
  weary.parameters.write(kSuccession, -0.04);
  weary.parameters.write(kIdleAmount, 1);
  weary.transitions = {{},
                       {.phase = Phase::PostStrokeHold,
                        .group = {"rightArm", {}},
                        .curve = TransitionCurve{1, 1.0 / 3, 3, -1},
                        .parameters = {{kTouch, -1.0 / 3}, {kWaves, 1}},
                        .halt = Halt::Stop}};
  weary.transitions[0].parameters.write(kArc, 0);
  weary.composites = {{kEffortFlow, 1.0 / 3}, {kRising, -0.2}, {kHpmPower, 0.5}};
  weary.composites.write(kEffortTime, 0);
  return {weary, {.id = {"plain", {}}, .lean_to = {"apple", {}}}};
}

template <class Scope>
void name_manners(Scope& scope) {
  scope.nucleus = {"big", {}};
  scope.tension = {"tense", {}};
  scope.sketch = {"weary", {}};
  if constexpr (requires { scope.tension_from; }) scope.tension_from = {"slack", {}};
  if constexpr (requires { scope.dynamics; }) scope.dynamics = Dynamics::None;
}

/// A document in which every field has another value than its default.
Document everything() {
  Pose pose;
  pose.id = {"up", {}};
  pose.time = {Seconds(1.0 / 3), Time::From::Block, {}};
  pose.hold = Seconds(0.1);
  pose.phase = Phase::PreStrokeHold;
  name_manners(pose);
  pose.tcb = Tcb{.tension = 0.4, .continuity = 1.0 / 3, .bias = -0.2};
  pose.constraints = {
      far_position(),
      Position{.joint = {"rightHand", {}}, .touches = {"chin", {}}, .by = {"palm", {}}},
      Position{.joint = {"leftHand", {}}, .target_m = {}, .offset_m = {}, .chain = Chain::Arm},
      Orientation{{"leftHand", {}}, {"larm", {}}, {0, -1, 0}, {0.6, 0, -0.8}, {}},
      Swivel{{"rightArm", {}}, -1.2345, SwivelReference::Spine, {}},
      Swivel{{"lARM", {}}, 0, SwivelReference::Carried, {}},
      LookAt{Vec3{0, 1.6, 2}, {"head", {}}, {}},
      LookAt{Name{"camera", {}}, {}, {}},
      Shape{{"leftFingers", {}}, {"fist", {}}, 0.25, {}},
      Shape{{"other", {}}, {"a & \"b\" <c> 'd'", {}}, 1, {}},
      Shape{{}, {"arms-crossed", {}}, 0.5, {}},
      Morph{{"jawOpen", {}}, 1.5, {}},
      Shader{{"blushing", {}}, 0.7, {}},
      Autonomous{{"blink", {}}, -3e5, {}},
  };
  pose.feedback_ids = {{"f1", {}}, {"\xC3\xA9", {}}};
  Sequence sequence;
  sequence.id = {"greet", {}};
  sequence.character = {"ben", {}};
  sequence.start.seconds = Seconds(12.5);
  sequence.fade_in = Seconds(0.2);
  sequence.fade_out = Seconds(0);
  sequence.priority = -7;
  sequence.frame = Space::HipsAtRest;
  sequence.warp = TimeWarp{TimeWarp::Kind::Tan, 0.5, false, {}};
  pose.warp = TimeWarp{TimeWarp::Kind::Exp, 9.5, true, {}};
  name_manners(sequence);
  sequence.poses = {pose, Pose{}};
  sequence.clips = clips();
  sequence.poses[1].time.from = Time::From::Sequence;
  Document document;
  document.id = {"hello", {}};
  document.character = {"ada", {}};
  document.time_reset = true;
  document.compat = Compat::Embr2010;
  document.characters = {{{"ben", {}}, {"big", {}}, {"tense", {}}, {"weary", {}}}, {}};
  document.characters.back().dynamics = Dynamics::Torso;
  document.sketches = sketches();
  document.nuclei = nuclei();
  document.tensions = tensions();
  document.sequences = {sequence, Sequence{}};
  Gesture gesture;
  gesture.id = {"b", {}};
  gesture.character = {"ben", {}};
  gesture.lexeme = {"beat", {}};
  gesture.hand = Gesture::Hand::Both;
  name_manners(gesture);
  for (std::size_t i = 0; i + 1 < kGesturePointCount; ++i) {
    gesture.points[i] = Time{Seconds(1 + static_cast<double>(i) / 3), Time::From::Block, {}};
  }
  gesture.fade_in = Seconds(0.1);
  gesture.fade_out = Seconds(0.7);
  gesture.priority = 2;
  Gesture short_one;
  short_one.lexeme = {"wave", {}};
  short_one.points[6] = Time{Seconds(3), Time::From::Block, {}};
  document.gestures = {gesture, short_one};
  document.feedback_messages = {{"all done", {}}};
  return document;
}

TEST_CASE("every field of a document is written and read back", "[writer]") {
  Document document = everything();
  document.dialect = GENERATE(Dialect::Kinesphere, Dialect::EmbrScript, Dialect::Animl);

  CHECK(without_places(document_of(write(document))) == document);
}

TEST_CASE("what has its default is left out", "[writer]") {
  CHECK(write(Document{}) == "<script xmlns=\"urn:kinesphere:script:1\"/>\n");
  CHECK(write(document_of("<script xmlns='urn:kinesphere:script:1'><sequence priority='0' "
                          "fade-in='0'><pose time='300ms' hold='0'><position joint='leftHand' "
                          "target='20cm 1 0' swivel='35'/></pose></sequence></script>")) ==
        "<script xmlns=\"urn:kinesphere:script:1\">\n"
        "  <sequence>\n"
        "    <pose time=\"0.3s\">\n"
        "      <position joint=\"leftHand\" target=\"0.2 1 0\" swivel=\"35\"/>\n"
        "    </pose>\n"
        "  </sequence>\n"
        "</script>\n");
}

TEST_CASE("each sample script is written and read back, whatever its language", "[writer]") {
  const Reader* const readers[] = {&kinesphere_reader(), &embrscript_reader(), &animl_reader(),
                                   &bml_reader()};
  std::size_t count = 0;
  for (const auto& file :
       std::filesystem::directory_iterator(test::source_path("schemas/scripts"))) {
    if (!file.is_regular_file()) continue;
    CAPTURE(file.path().filename().string());
    Diagnostics diagnostics;
    const auto document = read(test::text_of(file.path()), readers, diagnostics);
    if (!document) continue;  // the tests of the program see to that
    ++count;
    const auto again = read(write(*document), readers, diagnostics);
    CHECK((again ? std::string() : again.error().message).empty());
    if (again) CHECK(without_places(*again) == without_places(*document));
  }
  CHECK(count >= 10);
}

TEST_CASE("a classic script is written so that it says the same", "[writer]") {
  const Reader* const readers[] = {&kinesphere_reader(), &embrscript_reader(), &animl_reader()};
  Diagnostics diagnostics;
  const auto document = read(
      "TIME_RESET\nBEGIN NUCLEUS\nNUCLEUS_ID:1\nPOWER:0.4\nEND\n"
      "BEGIN K_POSE_SEQUENCE\nCHARACTER:Amber\nSTART:asap\nFADE_IN:200\nTIME_WARP:EXP;9\n"
      "BEGIN K_POSE\nTIME_POINT:+300\nHOLD:100\nNUCLEUS:1\n"
      "BEGIN POSITION_CONSTRAINT\nBODY_GROUP:rarm\nJOINT:rhand\nTARGET:-0.20;-0.40;0.25\n"
      "FEEDBACK_ID:g1\nEND\n"
      "BEGIN SWIVEL_CONSTRAINT\nBODY_GROUP:rarm\nSWIVEL_ANGLE:35\nEND\n"
      "BEGIN ORIENTATION_CONSTRAINT\nBODY_GROUP:rarm\nJOINT:rhand\nDIRECTION:1;2;3\nEND\n"
      "BEGIN LOOK_AT_CONSTRAINT\nBODY_GROUP:headNeck\nTARGET:1;-10;2\nEND\n"
      "END\nEND\nFEEDBACK_MESSAGE:done\n",
      readers, diagnostics);
  REQUIRE(document);
  REQUIRE(document->dialect == Dialect::EmbrScript);
  REQUIRE(document->sequences.size() == 1);
  REQUIRE(document->sequences[0].poses.size() == 1);
  REQUIRE(document->sequences[0].poses[0].constraints.size() == 4);

  const auto again = read(write(*document), readers, diagnostics);

  CAPTURE(write(*document));
  REQUIRE(again);
  CHECK(without_places(*again) == without_places(*document));
}

}  // namespace
}  // namespace kine::script::writer_test
