// Tests for realizer/plan/names/style.h.
#include "realizer/plan/names/style.h"

#include <cstdlib>
#include <set>

#include "realizer/core/number.h"
#include "realizer/script/composites.h"
#include "realizer/script/sketch.h"
#include "schemas/embedded.h"
#include "tests/support/catch.h"
#include "tests/support/source_files.h"

namespace kine::plan::style_test {
namespace {

Result<Style> read(const std::string& attributes, const std::string& inside = {}) {
  return read_style("<style xmlns='urn:kinesphere:style:1' " + attributes + ">" + inside +
                    "</style>");
}

TEST_CASE("a style is a name and four numbers, 0 where it has none", "[style]") {
  const auto style = read("name='bold' spatial-extent='0.5' power=' -1 '");
  REQUIRE(style);
  CHECK(style->name == "bold");
  CHECK(style->expressivity ==
        script::Expressivity{{script::kSpatialExtent, 0.5}, {script::kPower, -1}});
}

TEST_CASE("a style holds what sketches take beside the numbers of a nucleus", "[style]") {
  const auto style = read("name='bold' power='1'",
                          "<shape posture='0.5' com='0 -1' involvement='0.5'/>"
                          "<timing succession='40ms'/><idle amount='0'/>"
                          "<transition touch='0.5'/><transition phase='stroke' curve='linear'/>");
  REQUIRE(style);
  REQUIRE(style->transitions.size() == 2);
  CHECK(style->transitions[0].parameters[script::kTouch] == 0.5);
  CHECK(style->transitions[1].curve == TransitionCurve{1, 1, 1, 1});
  const script::Expressivity& said = style->expressivity;
  CHECK(said[script::kPower] == 1);
  CHECK(said[script::kPosture] == 0.5);
  CHECK(said[script::kComAhead] == -1);
  CHECK(said.says(script::kInvolvement));
  CHECK(said[script::kSuccession] == 0.04);
  CHECK(said[script::kIdleAmount] == 0);
}

TEST_CASE("a style has a tension and faces", "[style]") {
  const auto style = read("name='bold' tension=' tense '",
                          "<face name='SMILE' amount='0.25'/><face name='angry'/>");
  REQUIRE(style);
  CHECK(style->tension.text == "tense");
  REQUIRE(style->faces.size() == 2);
  CHECK(style->faces[0].name.text == "SMILE");
  CHECK(style->faces[0].amount == 0.25);
  CHECK(style->faces[1].amount == 1);
}

TEST_CASE("a style may say what moves its character", "[style]") {
  const auto style = read("name='bold' dynamics='torso'");
  REQUIRE(style);
  CHECK(style->dynamics == script::Dynamics::Torso);
  CHECK_FALSE(read("name='bold'")->dynamics);
  const auto refused = read("name='bold' dynamics='legs'");
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message == "dynamics of a style are none, torso or body: 'legs'");
}

TEST_CASE("a style may have a dictionary, and a dictionary alone is everybody's", "[style]") {
  const std::string meaning =
      "<meaning name='greeting'><choice lexeme='nod' weight='3'/><choice lexeme='wave'/></meaning>";
  const auto style = read("name='bold'", "<dictionary>" + meaning + "</dictionary>");
  REQUIRE(style);
  REQUIRE(style->dictionary.size() == 1);
  CHECK(style->dictionary[0].choices.size() == 2);
  const std::string open = "<dictionary xmlns='urn:kinesphere:style:1'>";
  const auto everybody = read_style(open + meaning + "</dictionary>");
  REQUIRE(everybody);
  CHECK(everybody->name.empty());
  CHECK(everybody->dictionary.size() == 1);
  CHECK_FALSE(read_style(open + meaning + meaning + "</dictionary>"));
  CHECK_FALSE(read_style("<dictionary/>"));
  CHECK_FALSE(read("name='a'", "<dictionary/><dictionary/>"));
}

TEST_CASE("a wrong style is refused with its place", "[style]") {
  CHECK(read("name='a'", "<shape posture='2'/>").error().where.column > 50);
  CHECK_FALSE(read("name='a'", "<shape/><shape/>"));
  CHECK_FALSE(read("name='a'", "<shape lean-to='apple'/>"));
  CHECK_FALSE(read("name='a'", "<nucleus/>"));
  CHECK(read("power='1'").error().message == "a style needs a name of at most 128 bytes: ''");
  CHECK(read("name='a' power='1.1'").error().where.column > 40);
  CHECK_FALSE(read("name='a' power='much'"));
  CHECK_FALSE(read("name='a' force='1'"));
  CHECK_FALSE(read("name='a'", "<style/>"));
  CHECK_FALSE(read("name='a'", "words"));
  CHECK_FALSE(read_style("<style name='a'/>"));
  CHECK_FALSE(read_style("<style"));
}

TEST_CASE("the styles of the thesis' further work are there, each in a file of its name",
          "[style]") {
  std::set<std::string> names;
  for (const schemas::EmbeddedFile& file : schemas::embedded_files()) {
    if (!file.path.starts_with("styles/")) continue;
    CAPTURE(file.path);
    const auto style = read_style(file.text);
    REQUIRE(style);
    CHECK(file.path == "styles/" + style->name + ".xml");
    CHECK_FALSE(style->expressivity == script::Expressivity{});
    names.insert(style->name);
  }
  for (const char* name : {"angry", "elegant", "nervous", "proud", "shy", "tired"}) {
    CHECK(names.count(name) == 1);
  }
}

// <effort time> 1 is temporal extent -0.8 and pause -0.4 (script/composites.cc).
TEST_CASE("a style may say composites, which its own numbers overrule", "[style]") {
  const auto style = read("name='hasty' temporal-extent='-0.1'", "<effort time='0.5'/>");
  REQUIRE(style);
  CHECK(style->expressivity[script::kTemporalExtent] == -0.1);
  CHECK(style->expressivity[script::kPause] == Approx(-0.2));
  CHECK_FALSE(style->expressivity.says(script::kEffortTime));
}

TEST_CASE("the table of styles/README.md says what the files say", "[style][reference]") {
  const std::string page = test::text_of(test::source_path("schemas/styles/README.md"));
  for (const schemas::EmbeddedFile& file : schemas::embedded_files()) {
    if (!file.path.starts_with("styles/")) continue;
    const auto style = read_style(file.text);
    REQUIRE(style);
    std::string row = "| `" + style->name + ".xml` |";
    for (const script::Parameter* const each : script::parameters(script::MannerElement::Nucleus)) {
      row += " " + format_number(style->expressivity[*each]) + " |";
    }
    CAPTURE(row);
    CHECK(page.find(row) != std::string::npos);
  }
}

// xmllint is in Debian's libxml2-utils, which nothing else of Kinesphere needs: without it this
// test says that it did nothing.
TEST_CASE("every style keeps to its schema", "[style][reference]") {
  if (std::system("xmllint --version >/dev/null 2>&1") != 0) {
    WARN("xmllint is not installed: the schema is not checked");
    return;
  }
  const std::string command = "xmllint --noout --nonet --schema '" +
                              test::source_path("schemas/style.xsd").string() + "' '" +
                              test::source_path("schemas/styles").string() + "'/*.xml '" +
                              test::source_path("schemas/meanings.xml").string() + "' >/dev/null";
  CHECK(std::system((command + " 2>&1").c_str()) == 0);
}

}  // namespace
}  // namespace kine::plan::style_test
