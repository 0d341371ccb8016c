// Tests for realizer/plan/make/meanings.h.
#include "realizer/plan/make/meanings.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "realizer/script/kinesphere/lexicon.h"
#include "tests/support/catch.h"
#include "tests/support/plan/documents.h"

namespace kine::plan::meanings_test {
namespace {

using script::Dictionary;
using script::LexemeHands;

script::Meaning meaning(const std::string& name, std::vector<script::Choice> choices) {
  return {.name = {name}, .choices = std::move(choices)};
}

/// wave and point take one hand, bow takes both. Everybody greets by a wave, shy people by a bow.
Vocabulary vocabulary() {
  Vocabulary vocabulary;
  for (const auto& [name, hands] :
       {std::pair("wave", LexemeHands::One), std::pair("point", LexemeHands::One),
        std::pair("bow", LexemeHands::Both)}) {
    vocabulary.lexemes[name] = {
        .name = name, .hands = hands, .tags = {}, .description = {}, .twin = {}, .poses = {}};
  }
  vocabulary.characters["Amber"] = "ada";
  for (const char* style : {"shy", "loud"}) vocabulary.styles[style] = {};
  vocabulary.dictionaries[""] = {
      meaning("greeting", {{.lexeme = {"wave"}}}),
      meaning("self", {{.lexeme = {"point"}, .weight = 3}, {.lexeme = {"bow"}, .weight = 1}})};
  vocabulary.dictionaries["shy"] = {meaning("greeting", {{.lexeme = {"bow"}}})};
  vocabulary.dictionaries["loud"] = {
      meaning("greeting", {{.lexeme = {"wave"}, .hand = script::Gesture::Hand::Left}}),
      meaning("cheer", {{.lexeme = {"wave"}}})};
  return vocabulary;
}

script::Document document_of(const std::string& elements) {
  return test::document_of("<script xmlns='urn:kinesphere:script:1' character='ada'>\n" + elements +
                           "</script>");
}

constexpr MeaningDraw kAda{.says = "ada", .character = "ada", .script_id = "s"};

Result<Meant> mean(const std::string& elements, const MeaningDraw& draw = kAda) {
  Diagnostics diagnostics;
  return with_meanings_as_lexemes(document_of(elements), vocabulary(), draw, diagnostics);
}

/// The lexeme of the first gesture.
std::string lexeme_of(const std::string& elements, const MeaningDraw& draw = kAda) {
  const auto meant = mean(elements, draw);
  if (!meant) return meant.error().message;
  return meant->document.gestures.at(0).lexeme.text;
}

/// Which of these lexemes `uses` gestures of one script become, drawn as that one draws.
std::vector<std::string> drawn(const std::string& meaning_name, int uses, const MeaningDraw& draw) {
  std::string elements;
  for (int i = 0; i < uses; ++i) elements += "<gesture meaning='" + meaning_name + "'/>";
  const auto meant = mean(elements, draw);
  REQUIRE(meant);
  std::vector<std::string> lexemes;
  for (const script::Gesture& each : meant->document.gestures) lexemes.push_back(each.lexeme.text);
  return lexemes;
}

}  // namespace

TEST_CASE("the narrowest dictionary that has the meaning counts", "[meanings]") {
  const std::string gesture = "<gesture meaning='greeting'/>";
  CHECK(lexeme_of(gesture) == "wave");
  CHECK(lexeme_of("<gesture meaning='greeting' sketch='shy'/>") == "bow");
  CHECK(lexeme_of("<character sketch='shy'/>" + gesture) == "bow");
  CHECK(lexeme_of("<character sketch='shy'/><gesture meaning='greeting' sketch='loud'/>") ==
        "wave");
  CHECK(lexeme_of("<sketch id='me' style='shy'/><gesture meaning='greeting' sketch='me'/>") ==
        "bow");
  CHECK(lexeme_of("<sketch id='me' style='shy'><dictionary><meaning name='greeting'>"
                  "<choice lexeme='point'/></meaning></dictionary></sketch>"
                  "<gesture meaning='greeting' sketch='me'/>") == "point");
  // A style given from outside counts after all that the script says.
  MeaningDraw given = kAda;
  given.style = "shy";
  CHECK(lexeme_of(gesture, given) == "bow");
  CHECK(lexeme_of("<character sketch='loud'/>" + gesture, given) == "wave");
  given.of_all = "loud";
  CHECK(lexeme_of(gesture, given) == "bow");
  given.style = {};
  CHECK(lexeme_of(gesture, given) == lexeme_of("<character sketch='loud'/>" + gesture));
}

TEST_CASE("a narrow dictionary without the meaning leaves it to wider ones", "[meanings]") {
  CHECK(lexeme_of("<gesture meaning='self' hand='left' sketch='shy'/>") == "point");
  CHECK(lexeme_of("<character sketch='loud'/><gesture meaning='cheer' sketch='shy'/>") == "wave");
}

TEST_CASE("a choice brings its hand where the script asks for none", "[meanings]") {
  const auto bare = mean("<gesture meaning='greeting' sketch='loud'/>");
  REQUIRE(bare);
  CHECK(bare->document.gestures[0].hand == script::Gesture::Hand::Left);
  CHECK(bare->document.gestures[0].meaning.empty());
  const auto asked = mean("<gesture meaning='greeting' sketch='loud' hand='right'/>");
  REQUIRE(asked);
  CHECK(asked->document.gestures[0].hand == script::Gesture::Hand::Right);
}

TEST_CASE("a hand that is asked for leaves the choices that take it", "[meanings]") {
  for (const std::string& each : drawn("self' hand='left", 50, kAda)) CHECK(each == "point");
  CHECK(lexeme_of("<gesture meaning='self' hand='both'/>") == "bow");
  // Nothing of the narrow dictionary takes it, so the wider one is asked.
  CHECK(lexeme_of("<gesture meaning='greeting' sketch='shy' hand='left'/>") == "wave");
}

TEST_CASE("what cannot be meant is refused at its place, with the nearest name", "[meanings]") {
  const auto unknown = mean("<gesture meaning='greting'/>");
  REQUIRE_FALSE(unknown);
  CHECK(unknown.error().message == "unknown meaning, near to it are greeting: 'greting'");
  CHECK(unknown.error().where == Where{2, 19});
  CHECK(mean("<gesture meaning='xyzzy'/>").error().message ==
        "unknown meaning, `kinesphere meanings` lists those there are: 'xyzzy'");
  const auto handless = mean("<gesture meaning='greeting' hand='both'/>");
  REQUIRE_FALSE(handless);
  CHECK(handless.error().message == "no gesture of the meaning 'greeting' takes this hand: 'both'");
  CHECK(handless.error().where == Where{2, 35});
  const auto gone = mean(
      "<sketch id='me'><dictionary><meaning name='m'><choice lexeme='fly'/></meaning></dictionary>"
      "</sketch><gesture meaning='m' sketch='me'/>");
  REQUIRE_FALSE(gone);
  CHECK(gone.error().message == "no gesture of the meaning 'm' is in the lexicon");
}

TEST_CASE("a dictionary of a script keeps to the lexicon", "[meanings]") {
  Diagnostics diagnostics;
  const auto checked = check_dictionaries(
      document_of("<sketch id='me'><dictionary><meaning name='m'><choice lexeme='wafe'/></meaning>"
                  "</dictionary></sketch>"),
      vocabulary(), diagnostics);
  REQUIRE_FALSE(checked);
  CHECK(checked.error().message == "unknown gesture, near to it are wave: 'wafe'");
  CHECK(checked.error().where == Where{2, 63});
}

TEST_CASE("who collects errors is told of each meaning, and the rest is there", "[meanings]") {
  Diagnostics diagnostics(Diagnostics::OnError::Collect);
  const auto meant = with_meanings_as_lexemes(
      document_of("<gesture meaning='a'/><gesture meaning='greeting'/><gesture meaning='b'/>"),
      vocabulary(), kAda, diagnostics);
  REQUIRE(meant);
  CHECK(diagnostics.errors().size() == 2);
  REQUIRE(meant->document.gestures.size() == 1);
  CHECK(meant->document.gestures[0].id.text == "g2");
}

TEST_CASE("gestures of others, and those with a lexeme, stay as they are", "[meanings]") {
  const auto meant = mean(
      "<gesture character='ben' meaning='nothing'/><gesture lexeme='bow'/>"
      "<gesture character='Amber' meaning='greeting'/>");
  REQUIRE(meant);
  REQUIRE(meant->document.gestures.size() == 3);
  CHECK(meant->document.gestures[0].meaning.text == "nothing");
  CHECK(meant->document.gestures[1].lexeme.text == "bow");
  CHECK(meant->document.gestures[2].lexeme.text == "wave");
  CHECK(meant->chosen.size() == 1);
}

TEST_CASE("the same draws the same; each part of the draw draws anew", "[meanings]") {
  constexpr int kUses = 64;
  const auto first = drawn("self", kUses, kAda);
  CHECK(drawn("self", kUses, kAda) == first);
  // A change of any leaves all 64 alike with a probability of (10/16)^64, about 1e-13.
  MeaningDraw other = kAda;
  other.seed = 1;
  CHECK(drawn("self", kUses, other) != first);
  other = kAda;
  other.script_id = "t";
  CHECK(drawn("self", kUses, other) != first);
  other = kAda;
  other.character = "eve";
  CHECK(drawn("self", kUses, other) != first);
  // Uses in one script are drawn one by one: not all are alike.
  CHECK(std::ranges::count(first, "bow") > 0);
  CHECK(std::ranges::count(first, "point") > 0);
}

TEST_CASE("a gesture of an id draws the same wherever it stands", "[meanings]") {
  const auto chosen = [](const std::string& elements, const std::string& id) {
    const auto meant = mean(elements);
    REQUIRE(meant);
    for (const ChosenMeaning& each : meant->chosen) {
      if (each.gesture == id) return each.lexeme;
    }
    return std::string();
  };
  for (int i = 0; i < 20; ++i) {
    const std::string id = "id" + std::to_string(i);
    const std::string gesture = "<gesture id='" + id + "' meaning='self'/>";
    const std::string lexeme = chosen(gesture, id);
    CHECK_FALSE(lexeme.empty());
    CHECK(chosen("<gesture meaning='greeting'/>\n" + gesture, id) == lexeme);
  }
}

// Pearson's chi-square of 3,000 draws with the weights 4, 3, 2 and 1: with 3 degrees of freedom it
// is above 16.27 once in 1,000 times, and the draws are always the same.
TEST_CASE("choices come as often as their weights say", "[meanings]") {
  constexpr std::array<double, 4> kWeights = {4, 3, 2, 1};
  constexpr int kDraws = 3000;
  std::array<int, 4> counts = {};
  for (std::uint64_t i = 0; i < kDraws; ++i) {
    ++counts[drawn_place(kWeights, Random({.seed = 5, .purpose = i}))];
  }
  double chi_square = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double expected = kDraws * kWeights[i] / 10;
    chi_square += (counts[i] - expected) * (counts[i] - expected) / expected;
  }
  CHECK(chi_square < 16.27);
}

// Likewise of the whole way, 3 to 1, by seeds and by uses: with 1 degree of freedom above 10.83
// once in 1,000 times.
TEST_CASE("meanings of a script become gestures as often as weights say", "[meanings]") {
  int points = 0;
  int all = 0;
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    MeaningDraw draw = kAda;
    draw.seed = seed;
    for (const std::string& each : drawn("self", 100, draw)) {
      points += each == "point" ? 1 : 0;
      ++all;
    }
  }
  REQUIRE(all == 3000);
  const double off = points - 2250;
  CHECK(off * off / 2250 + off * off / 750 < 10.83);
}

TEST_CASE("what was chosen says by which dictionary, with which weight", "[meanings]") {
  const auto meant = mean(
      "<character sketch='shy'/>\n<gesture id='a' meaning='greeting'/>\n"
      "<gesture id='b' meaning='self' hand='right'/>");
  REQUIRE(meant);
  REQUIRE(meant->chosen.size() == 2);
  const ChosenMeaning& of_style = meant->chosen[0];
  CHECK(of_style.gesture == "a");
  CHECK(of_style.meaning == "greeting");
  CHECK(of_style.lexeme == "bow");
  CHECK(of_style.scope == SketchScope::Script);
  CHECK(of_style.sketch.text == "shy");
  CHECK(of_style.style == "shy");
  const ChosenMeaning& general = meant->chosen[1];
  CHECK_FALSE(general.scope);
  CHECK(general.style.empty());
  CHECK(general.weight == 3);
  CHECK(general.weights == 3);  // bow takes both hands, so it is none of them
}

}  // namespace kine::plan::meanings_test
