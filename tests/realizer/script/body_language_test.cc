// Tests for realizer/script/body_language.h: how both places that say it are read and written.
#include "realizer/script/body_language.h"

#include <string>
#include <variant>

#include "realizer/script/writing/bml_writer.h"
#include "tests/support/catch.h"
#include "tests/support/plan/blocks.h"
#include "tests/support/plan/documents.h"

namespace kine::script::body_language_test {
namespace {

test::ReadBlock read_spoken(const std::string& beside_the_text) {
  return test::read_block("<speech id='s'><text>Yes.</text>" + beside_the_text + "</speech>");
}

BodyLanguage read_element(const std::string& attributes) {
  CAPTURE(attributes);
  const auto read = read_spoken("<k:bodylanguage " + attributes + "/>");
  CHECK(read.warnings.empty());
  CHECK(test::survives_writing(read));
  return std::get<Speech>(read.block().behaviours.at(0).kind).body_language;
}

/// The first warning of a block of which nothing is left.
std::string loss_of(const std::string& elements) {
  const auto read = read_spoken(elements);
  CHECK(read.block().behaviours.empty());
  REQUIRE_FALSE(read.warnings.empty());
  return read.warnings.front().message;
}

}  // namespace

TEST_CASE("a speech that says nothing leaves its mode to the character", "[body_language]") {
  const auto read = read_spoken("");
  const auto& speech = std::get<Speech>(read.block().behaviours.at(0).kind);
  CHECK_FALSE(speech.body_language.mode);
  CHECK(speech.body_language.amount == 1);
  CHECK(write_bml(*read.document).find("bodylanguage") == std::string::npos);
}

TEST_CASE("a speech says its mode, or how much of it", "[body_language]") {
  CHECK(read_element("mode='none'").mode == BodyLanguageMode::None);
  CHECK(read_element("mode='small'").mode == BodyLanguageMode::Small);
  CHECK(read_element("amount='0.7'").amount == 0.7);
  CHECK_FALSE(read_element("amount='0.7'").mode);
}

TEST_CASE("a speech in SSML says it as well", "[body_language]") {
  const auto read = test::read_block(
      "<speech id='s'><text>Yes.</text><description priority='1' type='application/ssml+xml'>"
      "<speak>Yes</speak></description><k:bodylanguage mode='none' amount='0.25'/></speech>");
  CHECK(read.warnings.empty());
  CHECK(test::survives_writing(read));
  const auto& speech = std::get<Speech>(read.block().behaviours.at(0).kind);
  CHECK(speech.ssml);
  CHECK(speech.body_language.mode == BodyLanguageMode::None);
  CHECK(speech.body_language.amount == 0.25);
}

TEST_CASE("modes that are not built yet are refused by their names", "[body_language]") {
  for (const std::string_view word : kBodyLanguageToCome) {
    const std::string mode = "<k:bodylanguage mode='" + std::string(word) + "'/>";
    CHECK(
        loss_of(mode).find("mode of <bodylanguage> must be none or small, for the other modes are "
                           "not built yet, not '" +
                           std::string(word) + "'") != std::string::npos);
  }
}

TEST_CASE("what is no body language is refused", "[body_language]") {
  CHECK(loss_of("<k:bodylanguage mode='large'/>")
            .find("mode of <bodylanguage> must be none or small, not 'large'") !=
        std::string::npos);
  CHECK(loss_of("<k:bodylanguage amount='1.1'/>").find("from 0 to 1") != std::string::npos);
  CHECK(loss_of("<k:bodylanguage amount='nan'/>").find("amount") != std::string::npos);
  CHECK(loss_of("<k:bodylanguage size='1'/>").find("'size'") != std::string::npos);
  CHECK(loss_of("<k:bodylanguage/><k:bodylanguage/>")
            .find("<speech> has more than one <bodylanguage>") != std::string::npos);
}

TEST_CASE("a character says the mode of all its speeches", "[body_language]") {
  const auto mode_of = [](const std::string& word) {
    const auto read =
        test::read_block("<k:character bodylanguage='" + word + "'/><wait id='w' duration='1'/>");
    CHECK(test::survives_writing(read));
    return read.document->characters.at(0).body_language;
  };
  CHECK(mode_of("none") == BodyLanguageMode::None);
  CHECK(mode_of("small") == BodyLanguageMode::Small);
}

}  // namespace kine::script::body_language_test
