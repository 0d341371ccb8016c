// Tests for realizer/plan/names/dictionaries.h.
#include "realizer/plan/names/dictionaries.h"

#include "tests/support/catch.h"

namespace kine::plan::dictionaries_test {
namespace {

Vocabulary vocabulary() {
  Vocabulary vocabulary;
  vocabulary.lexemes["wave"] = {.name = "wave",
                                .hands = script::LexemeHands::One,
                                .tags = {},
                                .description = {},
                                .twin = {},
                                .poses = {}};
  vocabulary.dictionaries[""] = {{.name = {"greeting"}, .choices = {{.lexeme = {"wave"}}}}};
  vocabulary.dictionaries["shy"] = {{.name = {"greetings"}, .choices = {{.lexeme = {"wave"}}}}};
  return vocabulary;
}

Result<Done> checked(const script::Choice& choice) {
  return check_dictionary({{.name = {"m"}, .choices = {choice}}}, vocabulary());
}

}  // namespace

TEST_CASE("a dictionary keeps to the lexicon and to its hands", "[dictionaries]") {
  CHECK(checked({.lexeme = {"wave"}}));
  CHECK(checked({.lexeme = {"wave"}, .hand = script::Gesture::Hand::Left}));
  const auto unknown = checked({.lexeme = {"wafe", {3, 4}}});
  REQUIRE_FALSE(unknown);
  CHECK(unknown.error().message == "unknown gesture, near to it are wave: 'wafe'");
  CHECK(unknown.error().where == Where{3, 4});
  const auto both =
      checked({.lexeme = {"wave"}, .hand = script::Gesture::Hand::Both, .where = {5, 6}});
  REQUIRE_FALSE(both);
  CHECK(both.error().message == "the gesture 'wave' does not take this hand: 'both'");
  CHECK(both.error().where == Where{5, 6});
}

TEST_CASE("an unknown meaning has near ones, but not itself of another style", "[dictionaries]") {
  CHECK(unknown_meaning({"greting"}, vocabulary()).message ==
        "unknown meaning, near to it are greeting, greetings: 'greting'");
  CHECK(unknown_meaning({"greetings"}, vocabulary()).message ==
        "unknown meaning, near to it are greeting: 'greetings'");
}

}  // namespace kine::plan::dictionaries_test
