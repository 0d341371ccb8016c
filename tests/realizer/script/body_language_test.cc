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

TEST_CASE("a speech says which sections move, and how far hearing is ahead", "[body_language]") {
  using enum BodyLanguageMode;
  CHECK(read_element("mode='live'").mode == Live);
  CHECK(read_element("mode='planned' sections='head arms'").sections ==
        MovedSections{.head = true, .arms = true, .lower = false});
  CHECK(read_element("sections=' lower '").sections ==
        MovedSections{.head = false, .arms = false, .lower = true});
  CHECK(read_element("mode='delayed'").delay == Seconds(0.6));
  CHECK(read_element("mode='delayed' delay='350ms'").delay == Seconds(0.35));
}

TEST_CASE("a sound moves its character by itself", "[body_language]") {
  const auto read = test::read_block(
      "<k:bodylanguage id='m' start='1' audio='talks/talk.wav' mode='delayed' delay='1s'/>");
  CHECK(read.warnings.empty());
  CHECK(test::survives_writing(read));
  const Behaviour& behaviour = read.block().behaviours.at(0);
  const auto& sound = std::get<Speech>(behaviour.kind);
  CHECK(sound.voice.text == "file:talk");
  CHECK(sound.text.empty());
  CHECK(sound.body_language.mode == BodyLanguageMode::Delayed);
  CHECK(sound.body_language.delay == Seconds(1));
  CHECK(behaviour.appointments.at(0).point == "start");
  const auto without = test::read_block("<k:bodylanguage id='m' audio='talk.wav'/>");
  REQUIRE_FALSE(without.warnings.empty());
  CHECK(without.warnings.front().message.find("needs a mode: live, delayed or planned") !=
        std::string::npos);
}

TEST_CASE("what is no body language is refused", "[body_language]") {
  CHECK(loss_of("<k:bodylanguage mode='large'/>")
            .find("mode of <bodylanguage> must be none, small, live, delayed or planned, not "
                  "'large'") != std::string::npos);
  CHECK(loss_of("<k:bodylanguage amount='1.1'/>").find("from 0 to 1") != std::string::npos);
  CHECK(loss_of("<k:bodylanguage amount='nan'/>").find("amount") != std::string::npos);
  CHECK(loss_of("<k:bodylanguage sections='tail'/>").find("some of head, arms and lower") !=
        std::string::npos);
  CHECK(loss_of("<k:bodylanguage sections=' '/>").find("some of head, arms and lower") !=
        std::string::npos);
  CHECK(loss_of("<k:bodylanguage mode='delayed' delay='5s'/>").find("delay") != std::string::npos);
  CHECK(loss_of("<k:bodylanguage mode='live' delay='1s'/>").find("delay") != std::string::npos);
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
