#include "server/voices/given_speech.h"

#include "server/live/voice_changes.h"
#include "tests/support/catch.h"
#include "tests/support/motion/waves.h"

namespace kine::server::given_speech_test {
namespace {

using speech::Timing;
using std::chrono::microseconds;

constexpr std::uint32_t kRate = 8'000;
constexpr microseconds kSecond{1'000'000};

std::string pcm(double length_s, std::int16_t value = 100) {
  const std::vector<std::int16_t> samples(static_cast<std::size_t>(length_s * kRate), value);
  return test::pcm16_of(samples);
}

std::shared_ptr<GivenSpeech> opened(const GivenSpeech::Opening& opening = {.rate_hz = kRate}) {
  auto given = GivenSpeech::open(opening);
  REQUIRE(given);
  return *given;
}

std::string error_of(GivenSpeech& given, const GivenSpeech::Piece& piece) {
  const auto added = given.add(piece, kSecond);
  return added ? "" : added.error().message;
}

/// A speech that is being said, and what its block hears of it.
struct Said {
  std::shared_ptr<GivenSpeech> given;
  std::shared_ptr<VoiceChanges> changes = std::make_shared<VoiceChanges>();

  speech::SpeechTrack begin() {
    auto track = given->say({.text = given->text(), .voice = {}, .id = "s", .revisions = changes});
    REQUIRE(track);
    return *track;
  }
  const speech::SpeechTrack& latest() const {
    const auto& track = changes->latest().track;
    REQUIRE(track);
    return *track;
  }
};

}  // namespace

TEST_CASE("a speech in one piece is whole, with its own sound and times", "[given_speech]") {
  Said said{opened()};
  REQUIRE(said.given->add(
      {.text = "Hello you", .audio = pcm(1), .words = R"([{"text": "Hello", "start": 0, "end": 0.5},
                                        {"text": "you", "start": 0.5, "end": 0.75}])"},
      kSecond));
  CHECK(said.given->can_begin());
  const auto track = said.begin();
  CHECK(track.words[1].start.count() == Approx(0.5));
  CHECK(track.audio.samples == std::vector<std::int16_t>(kRate, 100));
  CHECK(track.timing == Timing::Measured);
  CHECK_FALSE(said.changes->may_come());
  CHECK(error_of(*said.given, {.text = "more"}) == "its last piece has come already");
}

TEST_CASE("pieces of a .wav are the same samples wherever they are cut", "[given_speech]") {
  std::vector<std::int16_t> samples;
  for (int i = 0; i < 200; ++i) samples.push_back(static_cast<std::int16_t>(i * 7 - 100));
  const std::string wave = test::wave_of(samples, 16'000, 2) + "LIST and what else there is";
  std::vector<std::int16_t> mixed;
  for (std::size_t i = 0; i < samples.size(); i += 2) {
    mixed.push_back(static_cast<std::int16_t>((samples[i] + samples[i + 1]) / 2));
  }
  for (std::size_t cut = 0; cut <= wave.size(); ++cut) {
    Said said{opened({.rate_hz = 0})};
    REQUIRE(said.given->add({.text = "Oh", .audio = wave.substr(0, cut), .last = false}, kSecond));
    REQUIRE(said.given->add({.audio = wave.substr(cut)}, kSecond));
    const auto track = said.begin();
    CHECK(track.audio.rate_hz == 16'000);
    CHECK(track.audio.samples == mixed);
  }
}

TEST_CASE("what is no sound, or no rate, is refused, and says what to give", "[given_speech]") {
  CHECK(GivenSpeech::open({.rate_hz = 4'000}).error().message ==
        "rate_hz is not within 8000 and 48000: '4000'");
  CHECK_FALSE(GivenSpeech::open({.rate_hz = 96'000}));
  CHECK(error_of(*opened({.rate_hz = 0}), {.text = "Oh", .audio = "ID3 and an mp3 behind it"}) ==
        "audio: no .wav file; give rate_hz with samples of 16 bits");
  CHECK(error_of(*opened(), {.text = "Oh", .audio = test::wave_of({1, 2}, kRate)}) ==
        "audio is a .wav, which says its rate itself: leave rate_hz out");
  CHECK(error_of(*opened(), {.text = std::string(kGivenTextBytesMax + 1, 'a')}) ==
        "past given_text_bytes_max of 65536");
}

TEST_CASE("a speech is charged for what it remembers, and for nothing when it is over",
          "[given_speech]") {
  Limits limits;
  limits.memory_bytes_per_address_max = 40'000;
  MemoryAccount account(limits);
  Said said{opened({.rate_hz = kRate, .memory = account.holder({}, {})})};
  REQUIRE(said.given->add({.text = "Hello", .audio = pcm(1), .last = false}, kSecond));
  CHECK(account.bytes() >= pcm(1).size());
  const std::size_t before = account.bytes();
  CHECK(error_of(*said.given, {.audio = pcm(2), .last = false})
            .starts_with("busy: past memory_bytes_per_address_max of 40000"));
  CHECK_FALSE(said.given->add({.words = R"([{"begin": 1}])", .last = false}, kSecond));
  CHECK(account.bytes() == before);
  said.given->let_go();
  CHECK(account.bytes() == std::string("Hello").size());
  CHECK(error_of(*said.given, {.audio = pcm(1)}) == "it is over: nobody hears more of it");
  said.given.reset();
  CHECK(account.bytes() == 0);
}

TEST_CASE("a piece that is refused leaves nothing behind", "[given_speech]") {
  Said said{opened()};
  REQUIRE(said.given->add({.text = "Hello", .audio = pcm(0.5), .last = false}, kSecond));
  CHECK_FALSE(said.given->add(
      {.text = " you", .audio = pcm(0.5), .words = R"([{"begin": 1}])", .last = false}, kSecond));
  CHECK(said.given->text() == "Hello");
  CHECK(said.given->sound_bytes() == pcm(0.5).size());
}

TEST_CASE("a speech begins with 0.4 s of sound, and grows as more comes", "[given_speech]") {
  Said said{opened()};
  const auto add = [&](const char* text, double length_s, const char* words, int at_s, bool last) {
    REQUIRE(said.given->add({.text = text, .audio = pcm(length_s), .words = words, .last = last},
                            at_s * kSecond));
  };
  add("One ", 0.25, R"([{"text": "One", "start": 0, "end": 0.25}])", 1, false);
  CHECK_FALSE(said.given->can_begin());
  add("two ", 0.25, R"([{"text": "two", "start": 0.25, "end": 0.5}])", 1, false);
  CHECK(said.given->can_begin());
  const auto begun = said.begin();
  CHECK(begun.words.size() == 2);
  CHECK(begun.length.count() == Approx(0.5 + kGivenWaitMax.count()));
  CHECK(begun.audio.length().count() == Approx(0.5));
  CHECK(said.changes->may_come());

  add("three", 0.5, R"([{"text": "three", "start": 0.5, "end": 0.75}])", 2, false);
  CHECK(said.latest().text == "One two three");
  CHECK(said.latest().words[2].start.count() == Approx(0.5));
  CHECK(said.latest().audio.length().count() == Approx(1));

  add(" four", 0, "", 2, true);
  CHECK(said.latest().length.count() == Approx(1));
  CHECK(said.latest().words[3].start.count() == Approx(0.75));
}

TEST_CASE("what comes at once is handed on in one", "[given_speech]") {
  Said said{opened()};
  REQUIRE(said.given->add({.text = "Hello", .audio = pcm(0.5), .last = false}, kSecond));
  said.begin();
  for (int i = 0; i < 10; ++i) {
    REQUIRE(said.given->add({.audio = pcm(0.02), .last = false}, 2 * kSecond));
  }
  CHECK(said.changes->count() == 1);
  REQUIRE(said.given->add({.audio = pcm(0.02), .last = false}, 3 * kSecond));
  CHECK(said.changes->count() == 2);
  CHECK(said.latest().audio.length().count() == Approx(0.72));
}

TEST_CASE("sound that comes too late is heard later, with its words, and nothing of it is lost",
          "[given_speech]") {
  Said said{opened()};
  REQUIRE(said.given->add({.text = "One two",
                           .audio = pcm(0.5),
                           .words = R"([{"text": "One", "start": 0, "end": 0.25}])",
                           .last = false},
                          kSecond));
  said.begin();
  // A second has been said, of which half was silent.
  REQUIRE(said.given->add(
      {.audio = pcm(0.5, 200), .words = R"([{"text": "two", "start": 0.5, "end": 1}])"},
      2 * kSecond, Seconds(1)));

  const speech::SpeechTrack& track = said.latest();
  const double begins_s = 1 + kGivenLead.count();
  CHECK(track.words[1].start.count() == Approx(begins_s));
  CHECK(track.length.count() == Approx(begins_s + 0.5));
  const auto loud = std::ranges::count(track.audio.samples, 200);
  CHECK(loud == kRate / 2);
  CHECK(std::ranges::count(track.audio.samples, 100) == kRate / 2);
}

TEST_CASE("what is planned too late for its sound comes when the block goes on, each time",
          "[given_speech]") {
  Said said{opened()};
  REQUIRE(said.given->add({.text = "One two", .audio = pcm(0.5), .last = false}, kSecond));
  const auto begun = said.begin();
  REQUIRE(said.given->add({.audio = pcm(0.25, 200),
                           .words = R"([{"text": "two", "start": 0.5, "end": 0.75}])",
                           .last = false},
                          2 * kSecond));

  // One plan is late itself, and another is made.
  for (const double now_s : {0.625, 0.75}) {
    const auto track = said.given->catch_up(begun, Seconds(now_s));
    REQUIRE(track);
    CHECK(track->words[1].start.count() == Approx(now_s));
    CHECK(track->audio.length().count() == Approx(now_s + 0.25));
    CHECK(std::ranges::count(track->audio.samples, 200) == kRate / 4);
  }
  // What it has gone on with stays, and what comes is behind it.
  const auto played = said.given->catch_up(begun, Seconds(0.75));
  REQUIRE(played);
  REQUIRE(said.given->add({.audio = pcm(0.25, 300)}, 3 * kSecond));
  const auto more = said.given->catch_up(*played, Seconds(1.25));
  REQUIRE(more);
  CHECK(more->audio.length().count() == Approx(1.5));
  CHECK(more->audio.samples[static_cast<std::size_t>(0.75 * kRate)] == 200);
  CHECK(more->audio.samples[static_cast<std::size_t>(1.25 * kRate)] == 300);
  CHECK(more->words[1].start.count() == Approx(0.75));

  // In time, nothing is later.
  CHECK(said.given->catch_up(*more, Seconds(1))->audio == more->audio);
}

TEST_CASE("characters of pieces are words of the whole, counted from their pieces",
          "[given_speech]") {
  Said said{opened()};
  REQUIRE(said.given->add({.text = "Hello you",
                           .audio = pcm(0.5),
                           .words = R"({"alignment": {"chars": ["H", "e", "l"],
                               "charStartTimesMs": [0, 100, 200],
                               "charDurationsMs": [100, 100, 100]}})",
                           .last = false},
                          kSecond));
  said.begin();
  REQUIRE(said.given->add(
      {.audio = pcm(0.5), .words = R"({"alignment": {"chars": ["l", "o", " ", "y", "o", "u"],
                               "charStartTimesMs": [0, 100, 200, 250, 300, 400],
                               "charDurationsMs": [100, 100, 50, 50, 100, 50]}})"},
      2 * kSecond));
  CHECK(said.latest().words[0].start.count() == Approx(0));
  CHECK(said.latest().words[0].end.count() == Approx(0.7));
  CHECK(said.latest().words[1].start.count() == Approx(0.75));
  CHECK(said.latest().words[1].end.count() == Approx(0.95));
}

TEST_CASE("a caller may say what its times are called, but not that of words that it has not",
          "[given_speech]") {
  Said said{opened({.rate_hz = kRate, .timing = Timing::Aligned})};
  REQUIRE(said.given->add(
      {.text = "Hi", .audio = pcm(0.5), .words = R"([{"text": "Hi", "start": 0, "end": 0.5}])"},
      kSecond));
  CHECK(said.begin().timing == Timing::Aligned);
  CHECK(error_of(*opened({.rate_hz = kRate, .timing = Timing::Measured}),
                 {.text = "Hi", .audio = pcm(0.5)}) ==
        "its timing is said to be measured, and no words came");
}

TEST_CASE("words that lie between others are remarked on", "[given_speech]") {
  Said said{opened()};
  REQUIRE(said.given->add({.text = "In 2025 we met",
                           .audio = pcm(1),
                           .words = R"([{"word": "In", "start": 0, "end": 0.25}, {"word": "2025"},
                                        {"word": "we", "start": 0.5, "end": 0.75},
                                        {"word": "met", "start": 0.75, "end": 1}])"},
                          kSecond));
  said.begin();
  CHECK(said.given->remark() ==
        "1 of its words have no time and lie between their neighbours: '2025'");
}

TEST_CASE("one that is over takes no more, and what is wrong with a piece is told",
          "[given_speech]") {
  Said said{opened()};
  REQUIRE(said.given->add({.text = "Hello", .audio = pcm(0.5), .last = false}, kSecond));
  said.begin();
  said.given->refuse("no sound");
  CHECK(said.changes->latest().refused == "no sound");
  CHECK(said.latest().length.count() == Approx(0.5));

  Said other{opened()};
  REQUIRE(other.given->add({.text = "Hello", .audio = pcm(0.5), .last = false}, kSecond));
  other.begin();
  other.changes->over();
  CHECK(other.given->is_over());
  CHECK(error_of(*other.given, {.audio = pcm(0.5)}) == "it is over: nobody hears more of it");
}

TEST_CASE("a given voice says the first speech of a script, and lets another say the others",
          "[given_speech]") {
  const auto given = opened();
  REQUIRE(given->add({.text = "Hi", .audio = pcm(0.5)}, kSecond));
  const GivenVoice voice(given, speech::silent_voice());
  CHECK_FALSE(voice.was_asked());
  const auto first = voice.say({.text = "Hi", .voice = {}, .id = "a"});
  const auto second = voice.say({.text = "Hi", .voice = {}, .id = "b"});
  REQUIRE(first);
  REQUIRE(second);
  CHECK(first->audio.samples.size() == kRate / 2);
  CHECK(second->audio.samples.empty());
  CHECK_FALSE(voice.say({.text = "Hi", .voice = {}, .id = "a", .pace = {{.byte = 0, .rate = 2}}}));
}

TEST_CASE("what is said is text, whatever signs it has", "[given_speech]") {
  CHECK(bml_to_say("a", "1 < 2 & \"so\"", "APPEND") ==
        "<bml xmlns=\"http://www.bml-initiative.org/bml/bml-1.0\" id=\"a\" "
        "composition=\"APPEND\"><speech id=\"s\"><text>1 &lt; 2 &amp; &quot;so&quot;</text>"
        "</speech></bml>");
}

}  // namespace kine::server::given_speech_test
