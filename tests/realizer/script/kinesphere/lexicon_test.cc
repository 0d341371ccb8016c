// Tests for realizer/script/kinesphere/lexicon.h.
#include "realizer/script/kinesphere/lexicon.h"

#include <string>

#include "realizer/core/limits.h"
#include "tests/support/catch.h"

namespace kine::script::lexicon_test {
namespace {

constexpr std::string_view kReach = R"(<position joint="rightHand" target="-0.2 1.1 0.3"/>)";

std::string lexicon_of(const std::string& lexemes) {
  return "<lexicon xmlns='urn:kinesphere:script:1'>\n" + lexemes + "\n</lexicon>";
}

std::string lexeme_of(const std::string& poses, const std::string& attributes = "hands='one'") {
  return lexicon_of("<lexeme name='nod' tags='yes' description='A nod.' " + attributes + ">\n" +
                    poses + "\n</lexeme>");
}

Error refused(const std::string& xml) {
  const auto lexemes = read_lexicon(xml);
  REQUIRE_FALSE(lexemes);
  return lexemes.error();
}

TEST_CASE("a lexeme has its name, hands, tags and poses", "[lexicon]") {
  const auto lexemes = read_lexicon(
      lexicon_of("<lexeme name='beat' hands='any' tags='beat  emphasis' description='Down once.'"
                 " contact='yes' fade-out='500ms'>"
                 "<pose id='ready' time='400ms' phase='preparation'>" +
                 std::string(kReach) +
                 "</pose>"
                 "<pose id='stroke-end' time='600ms' hold='0.2' phase='stroke'>" +
                 std::string(kReach) + "</pose></lexeme>"));

  REQUIRE(lexemes);
  REQUIRE(lexemes->size() == 1);
  const Lexeme& beat = lexemes->front();
  CHECK(beat.name == "beat");
  CHECK(beat.hands == LexemeHands::Any);
  CHECK(beat.tags == std::vector<std::string>{"beat", "emphasis"});
  CHECK(beat.description == "Down once.");
  CHECK(beat.contact);
  CHECK(beat.fade_out == Seconds(0.5));
  REQUIRE(beat.poses.size() == 2);
  CHECK(beat.poses[1].id.text == "stroke-end");
  CHECK(beat.poses[1].hold == Seconds(0.2));
  CHECK(beat.poses[1].phase == Phase::Stroke);
  CHECK(std::get<Position>(beat.poses[0].constraints.at(0)).target_m == Vec3{-0.2, 1.1, 0.3});
}

TEST_CASE("the words for hands are those of the files", "[lexicon]") {
  CHECK(word_of(LexemeHands::One) == "one");
  CHECK(word_of(LexemeHands::Any) == "any");
  CHECK(word_of(LexemeHands::Both) == "both");
}

TEST_CASE("a lexeme without a stroke-end is refused", "[lexicon]") {
  const Error error = refused(lexeme_of("<pose id='ready' time='1'/>"));
  CHECK(error.message == "a lexeme needs a pose stroke-end, and there is none in 'nod'");
  CHECK(error.where == Where{2, 1});
}

TEST_CASE("the points of a lexeme come in their order", "[lexicon]") {
  const Error error =
      refused(lexeme_of("<pose id='stroke-end' time='1'/>\n<pose id='ready' time='2'/>"));
  CHECK(error.message ==
        "the poses of a lexeme go from ready over stroke-start and stroke to stroke-end, but not "
        "on to 'ready'");
  CHECK(error.where == Where{4, 11});
  CHECK(refused(lexeme_of("<pose id='stroke-end' time='1'/><pose id='relax' time='2'/>"))
            .message.ends_with("'relax'"));
}

TEST_CASE("each pose of a lexeme comes after the one before and its hold", "[lexicon]") {
  CHECK(read_lexicon(lexeme_of("<pose time='1' hold='1'/><pose id='stroke-end' time='2.1'/>")));
  CHECK(refused(lexeme_of("<pose time='1' hold='1'/><pose id='stroke-end' time='1.9'/>"))
            .message.ends_with("not at '1.9'"));
  CHECK(refused(lexeme_of("<pose id='stroke-end' time='0'/>")).message.ends_with("not at '0'"));
  CHECK(refused(lexeme_of("<pose id='stroke-end' time='1' from='script'/>"))
            .message.ends_with("not at '1'"));
}

TEST_CASE("a lexeme of one hand is written for the right one", "[lexicon]") {
  const std::string left = "<pose id='stroke-end' time='1'><hand side='left' shape='fist'/></pose>";
  CHECK(refused(lexeme_of(left)).message ==
        "a lexeme of one hand is written for the right one, not 'leftFingers'");
  CHECK(read_lexicon(lexeme_of(left, "hands='both'")));
}

TEST_CASE("a lexeme's name is given once, and its twin is a lexeme", "[lexicon]") {
  const std::string one =
      "<lexeme name='a' hands='one' tags='t' description='d'><pose id='stroke-end' time='1'/>"
      "</lexeme>";
  CHECK(refused(lexicon_of(one + one)).message ==
        "name of <lexeme> must be another than those before it, not 'a'");
  CHECK(refused(lexeme_of("<pose id='stroke-end' time='1'/>", "hands='one' twin='b'")).message ==
        "unknown gesture: 'b'");
  CHECK(refused(lexeme_of("<pose id='stroke-end' time='1'/>", "hands='any' twin='nod'")).message ==
        "twin of <lexeme> must be left to lexemes of one hand, not 'nod'");
}

TEST_CASE("a lexeme has no more poses than its limit", "[lexicon]") {
  std::string poses;
  for (std::size_t i = 1; i < kLexemePosesMax; ++i) {
    poses += "<pose time='" + std::to_string(i) + "'/>";
  }
  CHECK(read_lexicon(lexeme_of(poses + "<pose id='stroke-end' time='90'/>")));
  CHECK(refused(lexeme_of(poses + "<pose time='80'/><pose id='stroke-end' time='90'/>")).message ==
        "the poses of a lexeme must be at most 64, not '65'");
}

TEST_CASE("what is no lexicon is refused", "[lexicon]") {
  CHECK(refused("<lexicon/>").code == ErrorCode::Unsupported);
  CHECK(refused("<script xmlns='urn:kinesphere:script:1'/>").code == ErrorCode::Unsupported);
  CHECK(refused("nothing").code == ErrorCode::Syntax);
  CHECK(refused(lexicon_of("<sequence/>")).code == ErrorCode::UnknownName);
  CHECK(refused(lexeme_of("<pose id='stroke-end' time='1'/><clip name='x' time='2'/>")).code ==
        ErrorCode::UnknownName);
  CHECK(refused(lexeme_of("<pose id='stroke-end' time='1'/>", "hands='three'")).message ==
        "hands of <lexeme> must be one, any or both, not 'three'");
  const Error blank =
      refused(lexicon_of("<lexeme name='a' hands='one' tags='t' description=' '>"
                         "<pose id='stroke-end' time='1'/></lexeme>"));
  CHECK(blank.message == "description of <lexeme> must be one line of at most 256 bytes, not ' '");
}

}  // namespace
}  // namespace kine::script::lexicon_test
