#include "server/kept_voice.h"

#include "tests/support/catch.h"

namespace kine::server {
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

TEST_CASE("why a voice said nothing is kept as well", "[kept_voice]") {
  const KeptVoice voice("slow",
                        {KeptSpeech::of(at(4, 2), Error{ErrorCode::Unsupported, "it is hoarse"})});
  const auto said = voice.say(at(8, 2));
  REQUIRE_FALSE(said);
  CHECK(said.error().message == "it is hoarse");
}

}  // namespace kine::server
