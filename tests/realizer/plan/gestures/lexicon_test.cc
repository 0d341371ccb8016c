// Tests for realizer/plan/gestures/lexicon.h.
#include "realizer/plan/gestures/lexicon.h"

#include <string>
#include <utility>

#include "realizer/plan/make/make.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/plan/documents.h"
#include "tests/support/plan/examples.h"

namespace kine::plan::lexicon_test {
namespace {

using test::named;

/// knock: 0.4 s up, held for 0.1 s, 0.2 s down, held for 0.3 s. both: a pose of two hands. aside
/// and across are twins.
Vocabulary vocabulary() {
  const auto lexemes = script::read_lexicon(R"(<lexicon xmlns="urn:kinesphere:script:1">
    <lexeme name="knock" hands="any" tags="t" description="d" fade-out="500ms">
      <pose id="ready" time="400ms" hold="100ms" phase="preparation">
        <position joint="rightHand" target="-0.2 1.2 0.3" swivel="20"/>
        <orientation joint="head" axis="y" direction="0 1 0"/>
      </pose>
      <pose id="stroke-end" time="700ms" hold="300ms" phase="stroke">
        <position joint="rightHand" target="-0.2 1.0 0.3"/>
        <hand side="right" shape="fist"/>
      </pose>
    </lexeme>
    <lexeme name="both" hands="both" tags="t" description="d">
      <pose id="stroke-end" time="500ms">
        <hand side="right" shape="fist"/>
        <hand side="left" shape="open"/>
      </pose>
    </lexeme>
    <lexeme name="aside" hands="one" tags="t" description="d" twin="across">
      <pose id="stroke-end" time="1"><position joint="rightHand" target="-0.5 1.2 0.2"/></pose>
    </lexeme>
    <lexeme name="across" hands="one" tags="t" description="d" twin="aside">
      <pose id="stroke-end" time="1"><position joint="rightHand" target="0.1 1.2 0.3"/></pose>
    </lexeme>
  </lexicon>)");
  REQUIRE(lexemes);
  Vocabulary vocabulary;
  for (const script::Lexeme& lexeme : *lexemes) vocabulary.lexemes.emplace(lexeme.name, lexeme);
  vocabulary.characters.emplace("Amber", "ada");
  return vocabulary;
}

script::Document document_of(const std::string& gestures) {
  return test::document_of("<script xmlns='urn:kinesphere:script:1' character='ada'>\n" + gestures +
                           "\n</script>");
}

Result<script::Sequence> made(const std::string& attributes) {
  const script::Document document = document_of("<gesture " + attributes + "/>");
  return make_sequence_of(document.gestures.at(0), test::ada(), vocabulary());
}

script::Sequence sequence_of(const std::string& attributes) {
  const auto sequence = made(attributes);
  if (!sequence) UNSCOPED_INFO(sequence.error().message);
  REQUIRE(sequence);
  return *sequence;
}

/// "ready 0.4+0.1": the poses of a sequence, their times and holds to the millisecond.
std::string poses_of(const script::Sequence& sequence) {
  std::string text;
  for (const script::Pose& pose : sequence.poses) {
    const auto ms = [](Seconds time) {
      return std::to_string(static_cast<int>(std::round(time.count() * 1000)));
    };
    text += (text.empty() ? "" : ", ") + pose.id.text + " " + ms(pose.time.seconds);
    if (pose.hold > Seconds{0}) text += "+" + ms(pose.hold);
  }
  return text;
}

const script::Pose& pose_of(const script::Sequence& sequence, std::string_view id) {
  for (const script::Pose& pose : sequence.poses) {
    if (pose.id.text == id) return pose;
  }
  FAIL("no pose " << id);
  return sequence.poses.front();
}

std::vector<std::string> joints_of(const script::Pose& pose) {
  std::vector<std::string> joints;
  for (const script::Constraint& constraint : pose.constraints) {
    if (const auto* position = std::get_if<script::Position>(&constraint)) {
      joints.push_back(position->joint.text);
    } else if (const auto* shape = std::get_if<script::Shape>(&constraint)) {
      joints.push_back(shape->group.text);
    } else if (const auto* orientation = std::get_if<script::Orientation>(&constraint)) {
      joints.push_back(orientation->joint.text);
    }
  }
  return joints;
}

using Joints = std::vector<std::string>;

TEST_CASE("a gesture becomes a sequence with all its points as poses", "[lexicon]") {
  const script::Sequence sequence = sequence_of("id='k' lexeme='knock' start='2' priority='3'");
  CHECK(sequence.id.text == "k");
  CHECK(sequence.start.seconds == Seconds(2));
  CHECK(sequence.priority == 3);
  CHECK(sequence.fade_in == Seconds(0));
  CHECK(sequence.fade_out->count() == Approx(0.5));
  CHECK(poses_of(sequence) ==
        "ready 400+100, stroke-start 500, stroke 700, stroke-end 700+300, relax 1000");
  CHECK(pose_of(sequence, "ready").phase == script::Phase::Preparation);
  CHECK(pose_of(sequence, "stroke-start").constraints.empty());
}

TEST_CASE("what a gesture is given moves its poses", "[lexicon]") {
  CHECK(poses_of(sequence_of("lexeme='knock' start='1' ready='1.8' end='4'")) ==
        "ready 800+200, stroke-start 1000, stroke 1400, stroke-end 1400+600, relax 2000");
  CHECK(sequence_of("lexeme='knock' fade-out='0.2'").fade_out->count() == Approx(0.2));
}

TEST_CASE("a stroke is an appointment where the script times more than its start", "[lexicon]") {
  CHECK_FALSE(pose_of(sequence_of("lexeme='knock' start='2'"), "stroke-end").appointed);
  CHECK(pose_of(sequence_of("lexeme='knock' stroke-end='2'"), "stroke-end").appointed);
}

TEST_CASE("where the points of a single pose come apart it is held between them", "[lexicon]") {
  CHECK(poses_of(sequence_of("lexeme='both'")) ==
        "ready 500, stroke-start 500, stroke 500, stroke-end 500, relax 500");
  CHECK(poses_of(sequence_of("lexeme='both' ready='1' stroke='1.5' relax='2'")) ==
        "ready 500+1000, stroke-start 1000, stroke 1000, stroke-end 1000, relax 1500");
}

TEST_CASE("the stroke carries the nucleus, with the pose that it starts from", "[lexicon]") {
  const script::Sequence sequence = sequence_of("lexeme='knock' nucleus='big'");
  CHECK(pose_of(sequence, "ready").nucleus.text == "big");
  CHECK(pose_of(sequence, "stroke-end").nucleus.text == "big");
  CHECK(pose_of(sequence, "relax").nucleus.empty());
}

TEST_CASE("a gesture of one hand is the right one's, or mirrored the left one's", "[lexicon]") {
  const auto ready = [](const std::string& hand) {
    return pose_of(sequence_of("lexeme='knock'" + hand), "ready");
  };
  CHECK(joints_of(ready("")) == Joints{"rightHand", "head"});
  CHECK(joints_of(ready(" hand='right'")) == Joints{"rightHand", "head"});
  CHECK(joints_of(ready(" hand='left'")) == Joints{"leftHand", "head"});
  CHECK(joints_of(ready(" hand='both'")) == Joints{"rightHand", "leftHand", "head"});
  const auto left = std::get<script::Position>(ready(" hand='left'").constraints.at(0));
  CHECK(length(left.target_m - Vec3{0.2, 1.2, 0.3}) < 1e-12);
}

TEST_CASE("a gesture of both hands is as it was written", "[lexicon]") {
  CHECK(joints_of(pose_of(sequence_of("lexeme='both'"), "stroke-end")) ==
        Joints{"rightFingers", "leftFingers"});
}

TEST_CASE("the left hand makes the mirror image of a gesture's twin", "[lexicon]") {
  const auto target = [](const std::string& attributes) {
    const script::Sequence sequence = sequence_of(attributes);
    return std::get<script::Position>(pose_of(sequence, "stroke-end").constraints.at(0)).target_m;
  };
  CHECK(target("lexeme='aside'").x == Approx(-0.5));
  CHECK(target("lexeme='aside' hand='left'").x == Approx(-0.1));  // still to the right
}

TEST_CASE("what a gesture asks for stands where the script calls it", "[lexicon]") {
  const script::Sequence sequence = sequence_of("lexeme='knock'");
  CHECK(sequence.where == Where{2, 1});
  for (const script::Pose& pose : sequence.poses) {
    CHECK(pose.where == Where{2, 1});
    for (const script::Constraint& constraint : pose.constraints) {
      CHECK(std::visit([](const auto& kind) { return kind.where; }, constraint) == Where{2, 1});
    }
  }
}

TEST_CASE("an unknown gesture is refused, with those that are near", "[lexicon]") {
  const auto near = made("lexeme='knack'");
  REQUIRE_FALSE(near);
  CHECK(near.error().code == ErrorCode::UnknownName);
  CHECK(near.error().message == "unknown gesture, near to it are knock: 'knack'");
  CHECK(near.error().where == Where{2, 18});
  CHECK(made("lexeme='xyzzy'").error().message ==
        "unknown gesture, `kinesphere lexicon` lists those there are: 'xyzzy'");
}

TEST_CASE("a meaning that became no lexeme is refused by its name", "[lexicon]") {
  CHECK(made("meaning='greeting'").error().message ==
        "unknown meaning, `kinesphere meanings` lists those there are: 'greeting'");
}

TEST_CASE("gestures without an id are named, in their order, past the names there are",
          "[lexicon]") {
  const script::Document named =
      with_gestures_named(document_of("<gesture lexeme='knock'/><gesture id='g2' lexeme='knock'/>"
                                      "<gesture lexeme='knock'/><sequence id='g1'/>"));
  CHECK(named.gestures[0].id.text == "g3");
  CHECK(named.gestures[1].id.text == "g2");
  CHECK(named.gestures[2].id.text == "g4");
}

TEST_CASE("a hand that a gesture does not take is refused", "[lexicon]") {
  CHECK(made("lexeme='both' hand='left'").error().message ==
        "the gesture 'both' takes both hands, not 'left'");
  CHECK(made("lexeme='aside' hand='both'").error().message ==
        "the gesture 'aside' takes one hand, not 'both'");
  CHECK(made("lexeme='aside' hand='both'").error().where == Where{2, 31});
}

TEST_CASE("gestures get ids of their own, past those that are given", "[lexicon]") {
  const script::Document document = document_of(
      "<gesture lexeme='knock'/><gesture id='g1' lexeme='both'/><gesture lexeme='both'/>"
      "<sequence id='g2'/>");
  Diagnostics diagnostics;
  const auto expanded =
      with_gestures_as_sequences(document, "ada", test::ada(), vocabulary(), diagnostics);
  REQUIRE(expanded);
  CHECK(expanded->gestures.empty());
  std::vector<std::string> ids;
  for (const script::Sequence& sequence : expanded->sequences) ids.push_back(sequence.id.text);
  CHECK(ids == std::vector<std::string>{"g2", "g3", "g1", "g4"});
}

TEST_CASE("each character makes its own gestures", "[lexicon]") {
  const script::Document document = document_of(
      "<gesture lexeme='knock' character='ben'/><gesture lexeme='both' character='Amber'/>");
  CHECK(characters_of(document, vocabulary()) == std::vector<std::string>{"ben", "ada"});
  Diagnostics diagnostics;
  const auto of_ada =
      with_gestures_as_sequences(document, "ada", test::ada(), vocabulary(), diagnostics);
  REQUIRE(of_ada);
  REQUIRE(of_ada->sequences.size() == 1);
  CHECK(of_ada->sequences[0].id.text == "g2");
}

TEST_CASE("a plan has gestures as sequences, and their points as poses", "[lexicon]") {
  Diagnostics diagnostics;
  const auto plan = make(document_of("<gesture lexeme='knock' start='1'/>"), "ada", test::ada(),
                         vocabulary(), diagnostics);
  REQUIRE(plan);
  CHECK(diagnostics.warnings().empty());
  REQUIRE(plan->sequences.size() == 1);
  CHECK(plan->sequences[0].id == "g1");
  std::vector<std::string> ids;
  for (const Pose& pose : plan->sequences[0].poses) {
    if (!pose.goes_back) ids.push_back(pose.id);
  }
  CHECK(ids == std::vector<std::string>{"ready", "stroke-start", "stroke", "stroke-end", "relax"});
  CHECK(plan->sequences[0].end().count() == Approx(2.5));
  for (const Track& track : plan->sequences[0].tracks) CHECK(track.keys.size() <= 3);
}

TEST_CASE("the sequence of a gesture keeps its sketch", "[lexicon]") {
  CHECK(sequence_of("lexeme='knock' sketch='weary'").sketch.text == "weary");
  CHECK(sequence_of("lexeme='knock'").sketch.empty());
}

TEST_CASE("gestures are counted by their poses", "[lexicon]") {
  std::string many;
  for (int i = 0; i < 900; ++i) many += "<gesture lexeme='knock'/>";
  Diagnostics diagnostics;
  const auto expanded =
      with_gestures_as_sequences(document_of(many), "ada", test::ada(), vocabulary(), diagnostics);
  REQUIRE_FALSE(expanded);
  CHECK(expanded.error().message == "a script has at most 4096 poses: '4100'");
}

}  // namespace
}  // namespace kine::plan::lexicon_test
