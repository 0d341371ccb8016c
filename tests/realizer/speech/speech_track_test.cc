// Tests for realizer/speech/speech_track.h.
#include "realizer/speech/speech_track.h"

#include "tests/support/catch.h"

using namespace std::chrono_literals;

namespace kine::speech::speech_track_test {
namespace {

/// "oh no", with a mark before the second word.
SpeechTrack example() {
  return {.length = 600ms,
          .words = {{.byte_begin = 0,
                     .byte_end = 2,
                     .start = 0s,
                     .end = 200ms,
                     .phone_begin = 0,
                     .phone_end = 1},
                    {.byte_begin = 3,
                     .byte_end = 5,
                     .start = 300ms,
                     .end = 600ms,
                     .phone_begin = 2,
                     .phone_end = 4}},
          .phones = {{.ipa = "oʊ", .start = 0s, .end = 200ms},
                     {.ipa = "", .start = 200ms, .end = 300ms},
                     {.ipa = "n", .start = 300ms, .end = 400ms},
                     {.ipa = "oʊ", .start = 400ms, .end = 600ms}},
          .marks = {{.id = "s1", .at = 300ms}, {.id = "s2", .at = 600ms}}};
}

}  // namespace

TEST_CASE("a track is valid where all follows each other within its length", "[speech_track]") {
  CHECK(example().valid());
  CHECK(SpeechTrack{}.valid());
}

TEST_CASE("a track is not valid where something is out of its order or place", "[speech_track]") {
  SpeechTrack track = example();
  SECTION("words overlap") { track.words[1].start = 100ms; }
  SECTION("a word ends before it starts") { track.words[1].end = 250ms; }
  SECTION("a word ends after all") { track.words[1].end = 700ms; }
  SECTION("phones overlap") { track.phones[2].start = 250ms; }
  SECTION("a phone starts before all") { track.phones[0].start = -1ms; }
  SECTION("marks are not in order") { track.marks[0].at = 601ms; }
  SECTION("a mark lies after all") { track.marks[1].at = 601ms; }
  SECTION("a word has phones that there are not") { track.words[1].phone_end = 5; }
  SECTION("a word's bytes run backwards") { track.words[0].byte_begin = 3; }
  CHECK_FALSE(track.valid());
}

TEST_CASE("audio is as long as its samples at its rate", "[speech_track]") {
  CHECK(Audio{.rate_hz = 16'000, .samples = std::vector<std::int16_t>(4'000)}.length() == 250ms);
  CHECK(Audio{}.length() == 0s);
}

TEST_CASE("each class of timing has its word, the best first", "[speech_track]") {
  CHECK(word_of(Timing::Measured) == "measured");
  CHECK(word_of(Timing::Marks) == "marks");
  CHECK(word_of(Timing::Aligned) == "aligned");
  CHECK(word_of(Timing::Estimated) == "estimated");
  CHECK(Timing::Measured < Timing::Marks);
  CHECK(Timing::Aligned < Timing::Estimated);
}

}  // namespace kine::speech::speech_track_test
