#include "server/voices/given_track.h"

#include "tests/support/catch.h"

namespace kine::server::given_track_test {
namespace {

using speech::Timing;

speech::Audio sound(double length_s) {
  return {.rate_hz = 8'000,
          .samples = std::vector<std::int16_t>(static_cast<std::size_t>(length_s * 8'000), 100)};
}

WordTimes::Word word(const std::string& text, double start_s, double end_s) {
  return {text, Seconds(start_s), Seconds(end_s)};
}

speech::Utterance utterance(const std::string& text) {
  return {.text = text, .marks = {}, .voice = {}};
}

GivenTrack track_of(const std::string& text, const GivenWords& words, double length_s,
                    bool is_whole = true) {
  const auto made = given_track(utterance(text), words, sound(length_s), is_whole);
  INFO((made ? "" : made.error().message));
  REQUIRE(made);
  CHECK(made->track.valid());
  return *made;
}

std::string error_of(const std::string& text, const GivenWords& words, double length_s) {
  const auto made = given_track(utterance(text), words, sound(length_s), true);
  return made ? "" : made.error().message;
}

}  // namespace

TEST_CASE("words have the times that were given, and the track says of what class they are",
          "[given_track]") {
  const GivenTrack made =
      track_of("Hello, you!",
               {.words = {word(" Hello,", 0.25, 0.5), word("you", 0.5, 0.875), word("!", 1, 1)},
                .timing = Timing::Aligned},
               1);
  CHECK(made.track.words[0].start.count() == Approx(0.25));
  CHECK(made.track.words[0].end.count() == Approx(0.5));
  CHECK(made.track.words[1].start.count() == Approx(0.5));
  CHECK(made.track.words[1].end.count() == Approx(0.875));
  CHECK(made.track.length.count() == Approx(1));
  CHECK(made.track.timing == Timing::Aligned);
  CHECK(made.untimed.empty());
}

TEST_CASE("words that nobody gave a time lie between their neighbours and are named",
          "[given_track]") {
  const GivenTrack made =
      track_of("In 2025 we met",
               {.words = {word("In", 0, 0.25), word("we", 0.75, 1), word("met", 1, 1.5)},
                .timing = Timing::Aligned},
               1.5);
  CHECK(made.track.words[1].start.count() == Approx(0.25));
  CHECK(made.track.words[1].end.count() == Approx(0.75));
  CHECK(made.untimed == std::vector<std::string>{"2025"});
}

TEST_CASE("ends that overlap or lack are where the next word begins", "[given_track]") {
  const GivenTrack made = track_of(
      "One two three",
      {.words = {word("one", 0, 0.5), {"two", Seconds(0.375), {}}, {"three", Seconds(0.75), {}}},
       .timing = Timing::Measured},
      1);
  CHECK(made.track.words[0].end.count() == Approx(0.375));
  CHECK(made.track.words[1].end.count() == Approx(0.75));
  CHECK(made.track.words[2].end.count() == Approx(1));
}

TEST_CASE("without words they are spread over their sound, and that is said", "[given_track]") {
  const GivenTrack made = track_of("One two", {}, 2);
  CHECK(made.track.timing == Timing::Estimated);
  CHECK(made.track.words[0].start.count() == Approx(0));
  CHECK(made.track.words[1].end.count() == Approx(2));
}

TEST_CASE("a mark a word says when it begins; a speech's own marks say it of some words",
          "[given_track]") {
  const GivenTrack each =
      track_of("One two",
               {.marks = {{"a", Seconds(0.25)}, {"b", Seconds(0.75)}}, .timing = Timing::Marks}, 1);
  CHECK(each.track.words[0].start.count() == Approx(0.25));
  CHECK(each.track.words[1].start.count() == Approx(0.75));
  CHECK(each.track.timing == Timing::Marks);

  const auto own =
      given_track({.text = "One two", .marks = {{"here", 4}}, .voice = {}},
                  {.marks = {{"here", Seconds(0.75)}}, .timing = Timing::Marks}, sound(1), true);
  REQUIRE(own);
  CHECK(own->track.words[0].start.count() == Approx(0));
  CHECK(own->track.marks[0].at.count() == Approx(0.75));
}

TEST_CASE("words that do not belong to their text or their sound are refused", "[given_track]") {
  CHECK(error_of("Hello you", {.words = {word("good", 0, 1)}}, 1) ==
        "words: none of them is in the text, from 'good' on");
  CHECK(error_of("Hello you", {.words = {word("hello", 0.5, 1), word("you", 0.25, 1)}}, 1) ==
        "words: 'you' begins before 'hello', which stands before it");
  CHECK(error_of("Hello you", {.words = {word("hello", 0, 1), word("you", 250, 500)}}, 1) ==
        "words: 'you' begins at 250 s, behind the end of its sound at 1 s (is its unit another "
        "one?)");
  CHECK(error_of("Hello you", {.marks = {{"x", Seconds(0)}}}, 1) ==
        "words: marks that are neither the <sync>s of the speech nor one for each word: 'x'");
}

TEST_CASE("without a sound the mouth moves by the words, or by the text alone", "[given_track]") {
  const GivenTrack made = track_of(
      "One two", {.words = {word("one", 0.25, 0.5), word("two", 1, 2)}, .timing = Timing::Measured},
      0);
  CHECK(made.track.length.count() == Approx(2));
  CHECK(made.track.words[0].start.count() == Approx(0.25));
  const GivenTrack silent = track_of("One two", {}, 0);
  CHECK(silent.track.length > Seconds(0.2));
  CHECK(silent.track.timing == Timing::Estimated);
}

TEST_CASE("while more is to come, words without a sound wait behind what has one",
          "[given_track]") {
  const GivenTrack made = track_of(
      "One two three", {.words = {word("one", 0, 0.5)}, .timing = Timing::Measured}, 0.5, false);
  const Seconds end = Seconds(0.5) + kGivenWaitMax;
  CHECK(made.track.words[0].end.count() == Approx(0.5));
  CHECK(made.track.words[1].start == end);
  CHECK(made.track.words[2].start == end);
  CHECK(made.track.length.count() == Approx(end.count()));
  CHECK(made.track.audio.length().count() == Approx(0.5));
  CHECK(made.untimed.empty());

  // Those of whom nobody says anything go by the pace of the text, as far as there is sound.
  const GivenTrack estimated = track_of("One two three four five six", {}, 0.5, false);
  CHECK(estimated.track.words.front().start.count() == Approx(0));
  CHECK(estimated.track.words.front().end <= Seconds(0.5));
  CHECK(estimated.track.words.back().start == end);
}

TEST_CASE("a repeated word is the first that has no time yet", "[given_track]") {
  const GivenTrack made = track_of(
      "no no no", {.words = {word("no", 0, 0.25)}, .timing = Timing::Measured}, 0.5, false);
  CHECK(made.track.words[0].start.count() == Approx(0));
  CHECK(made.track.words[1].start == Seconds(0.5) + kGivenWaitMax);
}

}  // namespace kine::server::given_track_test
