// Tests for realizer/plan/behaviours/lexeme_motion.h.
#include "realizer/plan/behaviours/lexeme_motion.h"

#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"

namespace kine::plan::lexeme_motion_test {
namespace {

/// One lexeme, as a lexicon has it.
Vocabulary vocabulary() {
  auto lexemes = script::read_lexicon(R"(<lexicon xmlns="urn:kinesphere:script:1">
    <lexeme name="so-so" hands="any" tags="t" description="d" fade-out="500ms">
      <pose id="ready" time="400ms"><hand side="right" shape="flat"/></pose>
      <pose id="stroke-end" time="700ms" hold="200ms"><hand side="right" shape="open"/></pose>
    </lexeme></lexicon>)");
  REQUIRE(lexemes);
  Vocabulary vocabulary;
  for (script::Lexeme& lexeme : *lexemes) {
    const std::string name = lexeme.name;
    vocabulary.lexemes.emplace(name, std::move(lexeme));
  }
  return vocabulary;
}

}  // namespace

TEST_CASE("BML's name of a lexeme is ours in capitals with underscores", "[lexeme_motion]") {
  CHECK(lexeme_name("SO_SO", vocabulary()) == "so-so");
  CHECK(lexeme_name("so-so", vocabulary()) == "so-so");
  CHECK(lexeme_name("NO_SUCH", vocabulary()) == "no-such");
}

TEST_CASE("other systems' names of a lexeme count however they are written", "[lexeme_motion]") {
  const auto names = read_vocabulary(
      "<vocabulary xmlns='urn:kinesphere:vocabulary:1'>"
      "<gesture name='greta_Beat4' means='so-so'/></vocabulary>");
  REQUIRE(names);
  Vocabulary with_names = vocabulary();
  with_names.gestures = names->gestures;
  CHECK(lexeme_name("greta_beat4", with_names) == "so-so");
  CHECK(lexeme_name("GRETA-BEAT4", with_names) == "so-so");
  CHECK(lexeme_name("SO_SO", with_names) == "so-so");
  CHECK(lexeme_name("greta_beat5", with_names) == "greta-beat5");
}

TEST_CASE("a lexeme has the seven points, at its own times", "[lexeme_motion]") {
  script::Gesture call;
  call.lexeme = {"SO_SO"};
  call.points[0] = script::Time{Seconds{3}};
  const auto motion = make_lexeme_motion(call, test::ada(), vocabulary());
  REQUIRE(motion);
  CHECK(motion->points == std::vector<std::string>{"start", "ready", "strokeStart", "stroke",
                                                   "strokeEnd", "relax", "end"});
  REQUIRE(motion->times.size() == 7);
  CHECK(motion->times[0].count() == Approx(0));
  CHECK(motion->times[1].count() == Approx(0.4));
  CHECK(motion->times[2].count() == Approx(0.4));
  CHECK(motion->times[4].count() == Approx(0.7));
  CHECK(motion->times[5].count() == Approx(0.9));
  CHECK(motion->times[6].count() == Approx(1.4));
}

TEST_CASE("a lexeme that nobody has is refused by its name", "[lexeme_motion]") {
  script::Gesture call;
  call.lexeme = {"WALTZ", {3, 7}};
  const auto motion = make_lexeme_motion(call, test::ada(), vocabulary());
  REQUIRE_FALSE(motion);
  CHECK(motion.error().message.find("'WALTZ'") != std::string::npos);
  CHECK(motion.error().where == Where{3, 7});
}

TEST_CASE("a lexeme that there is not is told as it is written", "[lexeme_motion]") {
  script::Gesture call;
  call.lexeme = {"JUGGLE_IT"};
  const auto motion = make_lexeme_motion(call, test::ada(), vocabulary());
  REQUIRE_FALSE(motion);
  CHECK(motion.error().message.ends_with(": 'JUGGLE_IT'"));
}

}  // namespace kine::plan::lexeme_motion_test
