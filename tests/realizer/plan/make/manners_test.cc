// Tests for realizer/plan/make/manners.h.
#include "realizer/plan/make/manners.h"

#include "tests/support/catch.h"
#include "tests/support/plan/documents.h"
#include "tests/support/plan/examples.h"

namespace kine::plan::manners_test {
namespace {

Vocabulary with_styles() {
  Vocabulary vocabulary = test::example_vocabulary();
  vocabulary.styles["tired"].expressivity = {{script::kSpatialExtent, -0.5},
                                             {script::kPower, -0.75}};
  return vocabulary;
}

script::Document in_script(const std::string& elements) {
  return test::document_of("<script xmlns='urn:kinesphere:script:1' character='Amber'>" + elements +
                           "</script>");
}

TEST_CASE("what a nucleus says is added to what its style says", "[manners]") {
  const script::Document document = in_script(
      "<nucleus id='a' style='tired' power='0.5'/><nucleus id='b' style='tired' power='-0.5'/>"
      "<nucleus id='c' fluidity='1'/>");
  Diagnostics diagnostics;
  Faults faults(document.dialect, diagnostics);
  const auto nuclei = make_nuclei(document, with_styles(), faults);
  REQUIRE(nuclei);
  REQUIRE(nuclei->size() == 3);
  CHECK((*nuclei)[0].id == "a");
  CHECK((*nuclei)[0].expressivity ==
        script::Expressivity{{script::kSpatialExtent, -0.5}, {script::kPower, -0.25}});
  CHECK((*nuclei)[1].expressivity ==
        script::Expressivity{{script::kSpatialExtent, -0.5}, {script::kPower, -1}});
  CHECK((*nuclei)[2].expressivity == script::Expressivity{{script::kFluidity, 1}});
  CHECK(diagnostics.warnings().empty());
}

TEST_CASE("an unknown style refuses our own dialect, at its place", "[manners]") {
  script::Document document = in_script("<nucleus id='a' style='bored'/>");
  Diagnostics diagnostics;
  Faults faults(document.dialect, diagnostics);
  const auto nuclei = make_nuclei(document, with_styles(), faults);
  REQUIRE_FALSE(nuclei);
  CHECK(nuclei.error().message == "there is no style 'bored'");
  CHECK(nuclei.error().where == document.nuclei[0].style.where);
}

TEST_CASE("a character's nucleus and tension are found under any of its names", "[manners]") {
  const Vocabulary vocabulary = with_styles();
  const script::Document document = in_script(
      "<character nucleus='mine' tension='loose' dynamics='torso'/><character name='Alfonse' "
      "nucleus='his'/>"
      "<character name='eve'/>");
  CHECK(nucleus_of("ada", document, vocabulary).text == "mine");
  CHECK(nucleus_of("ben", document, vocabulary).text == "his");
  CHECK(nucleus_of("eve", document, vocabulary).empty());
  CHECK(nucleus_of("", document, vocabulary).empty());
  CHECK(tension_of("ada", document, vocabulary).text == "loose");
  CHECK(dynamics_of("ada", document, vocabulary) == script::Dynamics::Torso);
  CHECK_FALSE(dynamics_of("ben", document, vocabulary));
  CHECK(tension_of("ben", document, vocabulary).empty());
  CHECK(tension_of("", document, vocabulary).empty());
}

TEST_CASE("a character has muscles where it says so, or a sequence of its own", "[manners]") {
  const Vocabulary vocabulary = with_styles();
  const script::Document document = in_script(
      "<character dynamics='none'/><character name='eve' dynamics='body'/>"
      "<sequence character='Alfonse' dynamics='torso'/><sequence dynamics='none'/>");
  CHECK(most_dynamics("eve", document, vocabulary) == script::Dynamics::Body);
  CHECK(most_dynamics("ben", document, vocabulary) == script::Dynamics::Torso);
  CHECK(most_dynamics("ada", document, vocabulary) == script::Dynamics::None);
}

TEST_CASE("a tension is given to a character that has none, under any of its names", "[manners]") {
  const Vocabulary vocabulary = with_styles();
  script::Document document =
      in_script("<character nucleus='mine'/><character name='Alfonse' tension='loose'/>");
  for (const char* character : {"ada", "ben", "eve"}) {
    give_tension(character, {"tense"}, vocabulary, document);
  }
  CHECK(tension_of("ada", document, vocabulary).text == "tense");
  CHECK(nucleus_of("ada", document, vocabulary).text == "mine");
  CHECK(tension_of("ben", document, vocabulary).text == "loose");
  CHECK(tension_of("eve", document, vocabulary).text == "tense");
  CHECK(document.characters.size() == 3);
}

TEST_CASE("sketches from outside lie under that of the script", "[manners]") {
  const Vocabulary vocabulary = with_styles();
  script::Document document = in_script("<character sketch='mine'/>");
  give_sketches("ada", {.of_server = "calm", .of_character = "tired"}, vocabulary, document);
  give_sketches("ben", {}, vocabulary, document);
  CHECK(document.characters.size() == 1);
  const auto found = sketches_of("ada", document, vocabulary);
  CHECK(found[0].scope == SketchScope::Server);
  CHECK(found[0].name.text == "calm");
  CHECK(found[1].scope == SketchScope::Character);
  CHECK(found[1].name.text == "tired");
  CHECK(found[2].scope == SketchScope::Script);
  CHECK(found[2].name.text == "mine");
  CHECK(sketches_of("ben", document, vocabulary)[2].name.empty());
}

}  // namespace
}  // namespace kine::plan::manners_test
