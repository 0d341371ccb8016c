#include "server/voices/labelled_track.h"

#include "tests/support/catch.h"

namespace kine::server::labelled_track_test {
namespace {

using Found = std::vector<std::ptrdiff_t>;

speech::Audio audio_of(double seconds) {
  return {.rate_hz = 8'000,
          .samples = std::vector<std::int16_t>(static_cast<std::size_t>(8'000 * seconds))};
}

LabelledWord word(const std::string& text, double start, double end) {
  return {text, Seconds(start), Seconds(end)};
}

}  // namespace

TEST_CASE("words are what they say, without signs and capitals", "[labelled_track]") {
  CHECK(bare_word("Don't!") == "dont");
  CHECK(bare_word("\"Über,\"") == "über");
  CHECK(bare_word("...").empty());
}

TEST_CASE("as many words as can be are found, in order", "[labelled_track]") {
  CHECK(matched({"a", "b", "c"}, {"a", "b", "c"}) == Found{0, 1, 2});
  CHECK(matched({"a", "x", "c"}, {"a", "b1", "b2", "c"}) == Found{0, -1, 3});
  CHECK(matched({"a", "b"}, {}) == Found{-1, -1});
  CHECK(matched({"b", "a"}, {"a", "b"}).size() == 2);
}

TEST_CASE("each word has the time of its label, and sounds are spread over it",
          "[labelled_track]") {
  const speech::Utterance asked{.text = "Hello, you!", .marks = {{"m", 7}, {"e", 11}}, .voice = {}};
  const Labels labels{{word("hello", 0.2, 0.7), word("you", 0.9, 1.1)}, {}};

  const auto track = labelled_track(asked, labels, audio_of(1.5));

  REQUIRE(track);
  CHECK(track->valid());
  CHECK(track->timing == speech::Timing::Aligned);
  CHECK(track->length.count() == Approx(1.5));
  REQUIRE(track->words.size() == 2);
  CHECK(track->words[0].start.count() == Approx(0.2));
  CHECK(track->words[1].end.count() == Approx(1.1));
  CHECK(track->words[1].byte_begin == 7);
  CHECK(track->marks[0].at.count() == Approx(0.9));
  CHECK(track->marks[1].at.count() == Approx(1.5));
  REQUIRE(track->words[0].phone_end > track->words[0].phone_begin);
  CHECK(track->phones[track->words[0].phone_begin].start.count() == Approx(0.2));
  CHECK(track->phones[track->words[0].phone_end - 1].end.count() == Approx(0.7));
}

TEST_CASE("a word that is labelled otherwise lies between its neighbours", "[labelled_track]") {
  const Labels labels{
      {word("buy", 0, 0.2), word("forty", 0.3, 0.5), word("two", 0.5, 0.6), word("apples", 0.7, 1)},
      {}};

  const auto track =
      labelled_track({.text = "Buy 42 apples", .marks = {}, .voice = {}}, labels, audio_of(1));

  REQUIRE(track);
  CHECK(track->words[1].start.count() == Approx(0.3));
  CHECK(track->words[1].end.count() == Approx(0.6));
  CHECK(track->words[2].start.count() == Approx(0.7));
}

TEST_CASE("words that nobody labelled share the time that there is", "[labelled_track]") {
  const auto track = labelled_track({.text = "one two three four", .marks = {}, .voice = {}},
                                    {{word("four", 0.9, 1)}, {}}, audio_of(1));

  REQUIRE(track);
  CHECK(track->words[0].start.count() == Approx(0));
  CHECK(track->words[1].start.count() == Approx(0.3));
  CHECK(track->words[3].start.count() == Approx(0.9));

  const auto none = labelled_track({.text = "one two", .marks = {}, .voice = {}}, {}, audio_of(1));
  REQUIRE(none);
  CHECK(none->timing == speech::Timing::Estimated);
  CHECK(none->words[1].end.count() == Approx(1));
}

TEST_CASE("labelled sounds are those of the words in which they begin", "[labelled_track]") {
  Labels labels{{word("a", 0, 0.5), word("b", 0.5, 1)}, {}};
  labels.phones = {{"x", Seconds(0), Seconds(0.4), 1},
                   {"y", Seconds(0.4), Seconds(0.6), 0},
                   {"z", Seconds(0.6), Seconds(1), 0},
                   {"", Seconds(1), Seconds(3), 0}};

  const auto track =
      labelled_track({.text = "a b", .marks = {}, .voice = {}}, labels, audio_of(1.5));

  REQUIRE(track);
  CHECK(track->timing == speech::Timing::Aligned);
  CHECK(track->words[0].phone_end == 2);
  CHECK(track->words[1].phone_begin == 2);
  CHECK(track->words[1].phone_end == 3);
  REQUIRE(track->phones.size() == 4);
  CHECK(track->phones[3].end.count() == Approx(1.5));
}

TEST_CASE("labels behind the end of their sound end with it", "[labelled_track]") {
  const auto track = labelled_track({.text = "a b", .marks = {}, .voice = {}},
                                    {{word("a", 0, 5), word("b", 6, 7)}, {}}, audio_of(1));
  REQUIRE(track);
  CHECK(track->valid());
}

TEST_CASE("a recording is ten minutes at most", "[labelled_track]") {
  const speech::Utterance hello{.text = "Hello", .marks = {}, .voice = {}};
  speech::Audio audio = audio_of(600);
  CHECK(labelled_track(hello, {}, audio));
  audio.samples.push_back(0);
  CHECK_FALSE(labelled_track(hello, {}, audio));
}

}  // namespace kine::server::labelled_track_test
