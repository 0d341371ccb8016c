#include "realizer/speech/spliced.h"

#include <random>

#include "realizer/speech/voice.h"
#include "tests/support/catch.h"

using namespace std::chrono_literals;

namespace kine::speech::spliced_test {
namespace {

const Utterance kFour{.text = "one two three four", .marks = {{"m", 8}, {"z", 18}}, .voice = {}};

/// A word in a fifth of a second; or in less, at another rate from a word on.
SpeechTrack four(std::optional<Utterance::Pace> pace = {}) {
  Utterance utterance = kFour;
  utterance.pace = pace;
  auto track = silent_voice().say(utterance);
  REQUIRE(track);
  return *std::move(track);
}

/// Of samples that all have that value.
Audio sound(std::size_t samples, std::int16_t value) {
  return {.rate_hz = 1000, .samples = std::vector<std::int16_t>(samples, value)};
}

}  // namespace

TEST_CASE("from a byte on an utterance is said at its pace", "[spliced]") {
  const SpeechTrack track = four({{.byte = 8, .rate = 2}});
  CHECK(track.words[1].end.count() == Approx(0.4));
  CHECK(track.words[2].end.count() == Approx(0.5));
  CHECK(track.length.count() == Approx(0.6));
}

TEST_CASE("what has been said stays and the rest comes anew", "[spliced]") {
  const SpeechTrack before = four();
  SpeechTrack after = four();
  for (std::size_t i = 1; i < 4; ++i) {  // each half a second later than it was
    after.words[i].start += 500ms;
    after.words[i].end += 500ms;
    for (std::size_t p = after.words[i].phone_begin; p < after.words[i].phone_end; ++p) {
      after.phones[p].start += 500ms;
      after.phones[p].end += 500ms;
    }
  }
  after.length += 500ms;
  for (Mark& mark : after.marks) mark.at += 500ms;

  const auto track = spliced(before, after, {.word = 2, .earliest = 250ms, .sound_from = 250ms});

  REQUIRE(track);
  CHECK(track->valid());
  CHECK(track->words[1] == before.words[1]);
  CHECK(track->words[2].start.count() == Approx(0.9));
  CHECK(track->marks[0].at == track->words[2].start);
  CHECK(track->length.count() == Approx(1.3));
  CHECK(track->marks[1].at == track->length);
  CHECK(track->phones.size() == before.phones.size());
  CHECK(track->phones[track->words[3].phone_begin].start == track->words[3].start);
}

TEST_CASE("what is to come earlier than now comes now", "[spliced]") {
  const SpeechTrack before = four();
  const SpeechTrack after = four({{.byte = 0, .rate = 4}});  // all is over at 0.2

  const auto track = spliced(before, after, {.word = 2, .earliest = 350ms, .sound_from = 350ms});

  REQUIRE(track);
  CHECK(track->words[1].end == 350ms);
  for (const std::size_t word : {2, 3}) CHECK(track->words[word].start == 350ms);
  CHECK(track->length == 350ms);
}

TEST_CASE("sound goes over from one into the other without a step", "[spliced]") {
  SpeechTrack before = four();
  SpeechTrack after = four();
  before.audio = sound(800, 1000);
  after.audio = sound(800, 2000);

  const auto track = spliced(before, after, {.word = 2, .earliest = 300ms, .sound_from = 300ms});

  REQUIRE(track);
  REQUIRE(track->audio.samples.size() == 800);
  CHECK(track->audio.samples[299] == 1000);
  CHECK(track->audio.samples[305] == 2000);
  for (std::size_t i = 300; i < 306; ++i) {
    CHECK(track->audio.samples[i] > track->audio.samples[i - 1] - 1);
    CHECK(track->audio.samples[i] - track->audio.samples[i - 1] < 250);
  }
}

TEST_CASE("a rest that comes later is heard later", "[spliced]") {
  SpeechTrack before = four();
  SpeechTrack after = four();
  before.audio = sound(800, 1);
  after.audio = sound(800, 2);
  const auto track =
      spliced(before, after, {.word = 2, .earliest = 600ms, .sound_from = 600ms, .later = 200ms});
  REQUIRE(track);
  CHECK(track->audio.samples.size() == 1000);
  CHECK(track->words[2].start.count() == Approx(0.6));
}

TEST_CASE("other words or another rate of samples are an error", "[spliced]") {
  auto other = silent_voice().say({.text = "other words", .marks = {}, .voice = {}});
  REQUIRE(other);
  CHECK_FALSE(spliced(four(), *other, {}));
  SpeechTrack fast = four();
  SpeechTrack slow = four();
  fast.audio = sound(10, 0);
  slow.audio = sound(10, 0);
  slow.audio.rate_hz = 500;
  CHECK_FALSE(spliced(fast, slow, {}));
}

TEST_CASE("where all is said only the end may move", "[spliced]") {
  const SpeechTrack before = four();
  SpeechTrack after = four({{.byte = 0, .rate = 0.5}});
  CHECK(first_word_from(before, 700ms) == 4);
  const auto track = spliced(before, after, {.word = 4, .earliest = 700ms, .sound_from = 700ms});
  REQUIRE(track);
  CHECK(track->words == before.words);
  CHECK(track->length == after.length);
  CHECK(track->marks[0] == before.marks[0]);
  CHECK(track->marks[1].at == after.length);
}

TEST_CASE("the mark of a word that is said stays, even where all comes at the end now",
          "[spliced]") {
  const SpeechTrack before = four();
  SpeechTrack after = four();
  for (Word& word : after.words) word.start = word.end = Seconds{2};
  for (Phone& phone : after.phones) phone.start = phone.end = Seconds{2};
  for (Mark& mark : after.marks) mark.at = Seconds{2};
  after.length = Seconds{2};
  const auto track = spliced(before, after, {.word = 3, .earliest = 500ms, .sound_from = 500ms});
  REQUIRE(track);
  CHECK(track->marks[0] == before.marks[0]);
  CHECK(track->marks[1].at == Seconds{2});
}

TEST_CASE("whatever times come anew, what was said stays and nothing comes before now",
          "[spliced]") {
  std::mt19937 random(11);
  const auto pick = [&](double most) {
    return Seconds(std::uniform_real_distribution<double>(0, most)(random));
  };
  const SpeechTrack before = four();
  for (int run = 0; run < 500; ++run) {
    SpeechTrack after = four();
    Seconds at{0};
    for (Word& word : after.words) {
      word.start = at + pick(0.3);
      at = word.end = word.start + (run % 3 == 0 ? Seconds{0} : pick(0.4));
      Seconds phone_at = word.start;
      const auto count = static_cast<double>(word.phone_end - word.phone_begin);
      for (std::size_t i = word.phone_begin; i < word.phone_end; ++i) {
        after.phones[i].start = phone_at;
        phone_at += (word.end - word.start) / (count + 1);
        after.phones[i].end = phone_at;
      }
    }
    after.length = at + pick(0.2);
    after.marks[0].at = after.words[2].start;
    after.marks[1].at = after.length;
    REQUIRE(after.valid());
    const Seconds now = pick(1);
    const std::size_t word = first_word_from(before, now);
    INFO(run << ": " << now.count());

    const auto track = spliced(before, after, {.word = word, .earliest = now, .sound_from = now});

    REQUIRE(track);
    for (std::size_t i = 0; i < 4; ++i) {
      if (i < word) CHECK(track->words[i].start == before.words[i].start);
      if (i >= word) CHECK(track->words[i].start == std::max(after.words[i].start, now));
    }
    CHECK(track->marks[0].at == track->words[2].start);
  }
}

TEST_CASE("words that are new behind those that there were are said as well", "[spliced]") {
  SpeechTrack before = four();
  before.words.resize(2);
  before.phones.resize(before.words[1].phone_end);
  before.marks.clear();
  before.length = before.words[1].end;
  SpeechTrack after = four();
  after.marks.clear();

  // While the second is said, and when all that there was is over.
  for (const Seconds now : {Seconds(0.25), before.length}) {
    const auto track = spliced(
        before, after, {.word = first_word_from(before, now), .earliest = now, .sound_from = now});
    REQUIRE(track);
    CHECK(track->valid());
    REQUIRE(track->words.size() == 4);
    for (std::size_t i = 0; i < 4; ++i) {
      CHECK(track->words[i].start.count() == Approx(after.words[i].start.count()));
    }
    CHECK(track->length.count() == Approx(after.length.count()));
  }
  // Fewer are others.
  CHECK_FALSE(spliced(after, before, {.word = 0}));
}

TEST_CASE("a sound that ended goes on where it comes again", "[spliced]") {
  SpeechTrack before = four();
  before.audio = sound(300, 1);
  SpeechTrack after = four();
  after.audio = sound(300, 1);
  after.audio.samples.resize(500);
  after.audio.samples.resize(800, 2);

  const auto track = spliced(before, after, {.word = 2, .earliest = 400ms, .sound_from = 400ms});

  REQUIRE(track);
  CHECK(track->audio.samples == after.audio.samples);
}

}  // namespace kine::speech::spliced_test
