#include "realizer/speech/said_text.h"

#include "realizer/speech/voice.h"
#include "tests/support/catch.h"

namespace kine::speech::said_text_test {
namespace {

/// As the silent voice says it, a fifth of a second a syllable.
SpeechTrack track_of(const std::string& text, bool ssml = false) {
  auto track = silent_voice().say({.text = text, .ssml = ssml, .marks = {}, .voice = {}});
  REQUIRE(track);
  track->text = text;
  track->ssml = ssml;
  return *std::move(track);
}

/// "done|left" when so many words had begun.
std::string cut(const SpeechTrack& track, std::size_t words) {
  const SaidText said = said_text(track, words);
  return said.done + "|" + said.left;
}

}  // namespace

TEST_CASE("a text is cut behind the word that had begun, its signs and its blanks", "[said_text]") {
  const SpeechTrack track = track_of("He said,  \"no no\n no!\" Well…");
  CHECK(cut(track, 0) == "|He said,  \"no no\n no!\" Well…");
  CHECK(cut(track, 1) == "He |said,  \"no no\n no!\" Well…");
  CHECK(cut(track, 2) == "He said,  |\"no no\n no!\" Well…");
  CHECK(cut(track, 3) == "He said,  \"no |no\n no!\" Well…");
  CHECK(cut(track, 4) == "He said,  \"no no\n |no!\" Well…");
  CHECK(cut(track, 6) == "He said,  \"no no\n no!\" Well…|");
}

TEST_CASE("words without a blank between them are cut where the next one begins", "[said_text]") {
  const SpeechTrack track = track_of("你好。世界");
  REQUIRE(track.words.size() == 2);
  CHECK(cut(track, 1) == "你好。|世界");
}

TEST_CASE("of SSML the words are told, not its elements", "[said_text]") {
  const SpeechTrack track = track_of(
      "<speak>R&amp;D <emphasis level=\"strong\">is hard</emphasis>,<break time=\"1s\"/>says "
      "<sub alias=\"World Wide Web\">WWW</sub> man</speak>",
      true);
  REQUIRE(track.words.size() == 6);
  const std::string all = "R&D is hard, says World Wide Web man";
  for (std::size_t words = 0; words <= 6; ++words) {
    const SaidText said = said_text(track, words);
    CHECK(said.done + said.left == all);
  }
  CHECK(cut(track, 1) == "R&D |is hard, says World Wide Web man");
  CHECK(cut(track, 2) == "R&D is |hard, says World Wide Web man");
  CHECK(cut(track, 3) == "R&D is hard, |says World Wide Web man");
  CHECK(cut(track, 4) == "R&D is hard, says |World Wide Web man");
  CHECK(cut(track, 5) == "R&D is hard, says World Wide Web |man");
  CHECK(word_text(track, 0) == "R&D");
  CHECK(word_text(track, 2) == "hard");
  CHECK(word_text(track, 4) == "World Wide Web");
}

TEST_CASE("a word has begun when some of it was heard", "[said_text]") {
  const SpeechTrack track = track_of("one two three");
  CHECK(words_begun(track, Seconds{0}) == 0);
  CHECK(words_begun(track, Seconds{0.001}) == 1);
  CHECK(words_begun(track, track.words[1].start) == 1);
  CHECK(words_begun(track, track.words[1].start + Seconds{0.001}) == 2);
  CHECK(words_begun(track, track.length) == 3);
}

TEST_CASE("places that are not in the text are its end", "[said_text]") {
  SpeechTrack track = track_of("one two");
  track.text = "on";
  CHECK(cut(track, 1) == "on|");
  CHECK(word_text(track, 1).empty());
}

}  // namespace kine::speech::said_text_test
