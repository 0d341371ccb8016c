// Tests for realizer/prepare/listening.h.
#include "realizer/prepare/listening.h"

#include <string>

#include "realizer/prepare/prepare.h"
#include "tests/support/catch.h"
#include "tests/support/gesture/repertoires.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/stage.h"
#include "tests/support/speech/syllables_voice.h"

namespace kine::listening_test {
namespace {

using test::SyllablesVoice;

struct PreparedOnce {
  std::shared_ptr<const motion::Block> block;
  std::vector<std::string> warnings;
};

PreparedOnce prepared(const std::string& how, const speech::Voice& voice,
                      std::shared_ptr<const PlayableRepertoire> repertoire) {
  Cast cast = *test::cast_named("ada", test::ada());
  cast.body_language = std::move(repertoire);
  const auto shared = std::make_shared<const Cast>(std::move(cast));
  Diagnostics diagnostics;
  const auto prepared = prepare(
      "<bml xmlns='http://www.bml-initiative.org/bml/bml-1.0' xmlns:k='urn:kinesphere:script:1' "
      "id='b'>" +
          how + "</bml>",
      {.casts = {&shared, 1}, .voice = &voice}, diagnostics);
  REQUIRE(prepared);
  PreparedOnce once{.block = prepared->blocks.front(), .warnings = {}};
  for (const Warning& each : diagnostics.warnings()) once.warnings.push_back(each.message);
  return once;
}

}  // namespace

TEST_CASE("a sound that moves its character is heard as it comes", "[listening]") {
  const auto once = prepared(
      "<k:bodylanguage id='m' start='1' audio='talk' mode='live' amount='0.5' "
      "sections='head'/>",
      SyllablesVoice(), test::playable_nodding());
  CHECK(once.warnings.empty());
  REQUIRE(once.block->listening != nullptr);
  const Listening& listening = *once.block->listening;
  CHECK(listening.repertoire == test::playable_nodding());
  REQUIRE(listening.speeches.size() == 1);
  CHECK(listening.speeches[0].id == "m");
  CHECK(listening.speeches[0].manner ==
        MannerOfSpeaker{.amount = 0.5, .sections = {true, false, false}});
  REQUIRE(listening.heard.size() >= 8);
  // The first syllable is loudest 0.125 s after the sound began; it is known as the next one is
  // found, which takes 42 ms and more.
  CHECK(listening.heard[0].at > Seconds(1 + 0.375));
  CHECK(listening.heard[0].at < Seconds(1 + 0.375 + 0.1));
  CHECK_FALSE(listening.heard[0].heard.next_peak_s);
}

TEST_CASE("a delayed sound is heard earlier, with the peaks that are to come", "[listening]") {
  const std::string how = "<k:bodylanguage id='m' start='1' audio='talk' mode='";
  const auto live = prepared(how + "live'/>", SyllablesVoice(), test::playable_nodding());
  const auto delayed =
      prepared(how + "delayed' delay='500ms'/>", SyllablesVoice(), test::playable_nodding());
  const auto& early = delayed.block->listening->heard;
  const auto& late = live.block->listening->heard;
  REQUIRE(early.size() == late.size());
  for (std::size_t i = 0; i < early.size(); ++i) {
    CHECK(early[i].at.count() == Approx(late[i].at.count() - 0.5));
    CHECK(early[i].heard.symbol == late[i].heard.symbol);
  }
  REQUIRE(early[0].heard.next_peak_s);
  CHECK(*early[0].heard.next_peak_s == Approx(1.375).margin(0.02));
}

TEST_CASE("what would be heard before its block is heard as that begins", "[listening]") {
  const auto once = prepared("<k:bodylanguage id='m' audio='talk' mode='delayed' delay='2s'/>",
                             SyllablesVoice(), test::playable_nodding());
  CHECK(once.block->listening->heard.front().at == Seconds{0});
}

TEST_CASE("a script that cannot be heard is told why", "[listening]") {
  const std::string live = "<speech id='s'><text>Yes.</text><k:bodylanguage mode='live'/></speech>";
  const auto without_model = prepared(live, SyllablesVoice(), nullptr);
  CHECK(without_model.block->listening == nullptr);
  REQUIRE(without_model.warnings.size() == 1);
  CHECK(without_model.warnings[0].find("no model of body language") != std::string::npos);
  const auto without_sound = prepared(live, speech::silent_voice(), test::playable_nodding());
  CHECK(without_sound.block->listening == nullptr);
  REQUIRE(without_sound.warnings.size() == 1);
  CHECK(without_sound.warnings[0].find("no sound that could be heard") != std::string::npos);
}

TEST_CASE("speech that moves in another way is not listened to", "[listening]") {
  for (const char* mode : {"none", "small", "planned"}) {
    const auto once = prepared("<speech id='s'><text>Yes, of course.</text><k:bodylanguage mode='" +
                                   std::string(mode) + "'/></speech>",
                               SyllablesVoice(), test::playable_nodding());
    CHECK(once.block->listening == nullptr);
    CHECK(once.warnings.empty());
  }
}

}  // namespace kine::listening_test
