#include "server/live/kept_voice.h"

#include "realizer/prepare/prepare.h"
#include "server/scene/casts.h"
#include "tests/support/catch.h"

namespace kine::server::kept_voice_test {
namespace {

speech::Utterance at(std::size_t byte, double rate, const std::string& id = "s") {
  return {.text = "one two three",
          .marks = {},
          .voice = {},
          .id = id,
          .pace = speech::Utterance::Pace{.byte = byte, .rate = rate}};
}

}  // namespace

TEST_CASE("what was said from a word on is kept for those behind it", "[kept_voice]") {
  const auto said = speech::silent_voice().say(at(4, 2));
  KeptVoice voice("slow", {KeptSpeech::of(at(4, 2), said)});
  CHECK(voice.name() == "slow");
  for (const std::size_t byte : {4U, 8U}) {
    const auto again = voice.say(at(byte, 2));
    REQUIRE(again);
    CHECK(again->words == said->words);
  }
  CHECK(voice.take_unknown().empty());
}

TEST_CASE("what was said otherwise is unknown, and to be asked for", "[kept_voice]") {
  KeptVoice voice("slow", {KeptSpeech::of(at(4, 2), speech::silent_voice().say(at(4, 2)))});
  const std::vector<speech::Utterance> others = {at(0, 2), at(4, 3), at(4, 2, "t")};
  for (const speech::Utterance& other : others) CHECK_FALSE(voice.say(other));
  CHECK(voice.take_unknown() == others);
  CHECK(voice.take_unknown().empty());
}

TEST_CASE("one preparation finds all speeches of a block that are to be asked for",
          "[kept_voice]") {
  std::string text = R"(<bml xmlns="http://www.bml-initiative.org/bml/bml-1.0" id="b">)";
  for (int i = 0; i < 40; ++i) {
    text += "<speech id=\"s" + std::to_string(i) + "\" start=\"9\"><text>one two</text></speech>";
  }
  text += "</bml>";
  const auto casts = *make_casts(default_characters());
  Diagnostics unsaid;
  PrepareContext context{.casts = casts, .script_id = "b", .character = "ada"};
  const auto playing = prepare(text, context, unsaid);
  REQUIRE(playing);
  PlayedSoFar so_far{.block = playing->blocks.front(), .from = Tick{60}, .rate = TickRate(60)};
  for (int i = 0; i < 40; ++i) so_far.changes.push_back({"s" + std::to_string(i), "rate", 2});
  KeptVoice voice("slow", {});
  context.voice = &voice;
  context.live.so_far = &so_far;
  REQUIRE(prepare(text, context, unsaid));
  CHECK(voice.take_unknown().size() == 40);
}

TEST_CASE("why a voice said nothing is kept as well", "[kept_voice]") {
  const KeptVoice voice("slow",
                        {KeptSpeech::of(at(4, 2), Error{ErrorCode::Unsupported, "it is hoarse"})});
  const auto said = voice.say(at(8, 2));
  REQUIRE_FALSE(said);
  CHECK(said.error().message == "it is hoarse");
}

}  // namespace kine::server::kept_voice_test
