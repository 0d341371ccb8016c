// What every voice promises (realizer/speech/voice.h), asked of each kind there is.
#include <algorithm>
#include <iterator>
#include <memory>
#include <sstream>
#include <thread>

#include "realizer/speech/voice.h"
#include "server/base/json_text.h"
#include "server/voices/espeak_voice.h"
#include "server/voices/external_voice.h"
#include "server/voices/file_voice.h"
#include "server/voices/flite_voice.h"
#include "server/voices/json_object.h"
#include "tests/support/catch.h"
#include "tests/support/motion/waves.h"
#include "tests/support/server/espeak_program.h"
#include "tests/support/server/speaking_socket.h"
#include "tests/support/temporary_folder.h"

namespace kine::server::voice_contract_test {
namespace {

struct Kind {
  std::string name;
  std::shared_ptr<const speech::Voice> voice;
  bool knows_its_voices = true;  // and refuses others
  bool waits = true;             // where SSML has it wait; a recording is as it is
};

/// All that is said in these tests, for the voice that must have it beforehand.
const std::vector<std::string> kTexts = {"Hello there, my friend.",
                                         "Don't buy 42 apples: they cost $3.50; ok?",
                                         "One is here. Two is there! Is three, too?",
                                         "Hello there.",
                                         "Number 0 is said at once.",
                                         "Another one."};

template <class Started>
void add(std::vector<Kind>& kinds, Started started, bool knows_its_voices = true) {
  REQUIRE(started);
  const std::string name((*started)->name());
  kinds.push_back({name, *std::move(started), knows_its_voices});
}

/// A word takes 0.3 seconds, in a recording and on a socket.
constexpr double kWord_s = 0.3;

std::string labels_of(std::size_t words, double waits_s, const std::vector<std::string>& texts) {
  std::string json;
  for (std::size_t i = 0; i < words; ++i) {
    const double start = kWord_s * static_cast<double>(i) + (i > 0 ? waits_s : 0);
    json += std::string(i > 0 ? ", " : "") + "{\"start\": " + std::to_string(start) +
            ", \"end\": " + std::to_string(start + kWord_s);
    if (!texts.empty()) json += ", \"text\": " + json_quoted(texts[i]);
    json += "}";
  }
  return "\"words\": [" + json + "]";
}

std::unique_ptr<FileVoice> recorded(const test::TemporaryFolder& folder) {
  for (std::size_t i = 0; i < kTexts.size(); ++i) {
    std::istringstream text(kTexts[i]);
    std::vector<std::string> words;
    for (std::string word; text >> word;) words.push_back(word);
    const auto samples =
        static_cast<std::size_t>(8'000 * kWord_s * static_cast<double>(words.size()));
    folder.write(std::to_string(i) + ".wav",
                 test::wave_of(std::vector<std::int16_t>(samples, 9), 8'000));
    folder.write(std::to_string(i) + ".json", "{" + labels_of(words.size(), 0, words) + "}");
  }
  auto voice = FileVoice::open(folder.path().string());
  REQUIRE(voice);
  REQUIRE((*voice)->recording_count() == kTexts.size());
  return *std::move(voice);
}

/// What the program on the socket answers.
std::string spoken(const std::string& request) {
  const auto asked = JsonObject::read(request);
  if (!asked || asked->text("voice") == "xx-nobody") return "{\"error\": \"nobody\"}\n";
  std::istringstream text(asked->text("text"));
  const auto words = static_cast<std::size_t>(std::distance(
      std::istream_iterator<std::string>(text), std::istream_iterator<std::string>()));
  const bool waits = asked->text("ssml").find("<break time=\"800ms\"/>") != std::string::npos;
  const double length = kWord_s * static_cast<double>(words) + (waits ? 0.8 : 0);
  // Four signs are three bytes: samples of silence.
  const auto signs = static_cast<std::size_t>(length * 8'000 * 2 / 3) * 4;
  return "{\"rate_hz\": 8000, \"samples\": \"" + std::string(signs / 8 * 8, 'A') + "\", " +
         labels_of(words, waits ? 0.8 : 0, {}) + "}\n";
}

std::vector<Kind> kinds() {
  static const test::TemporaryFolder folder;
  static test::SpeakingSocket socket(spoken);
  std::vector<Kind> all;
  all.push_back({"file", recorded(folder), true, false});
  all.push_back({"external", std::make_shared<const ExternalVoice>(ExternalVoice::Options{
                                 .host = "127.0.0.1", .port = socket.port()})});
  all.push_back({"silent", {std::shared_ptr<void>(), &speech::silent_voice()}, false});
  if (!test::espeak_program().empty()) {
    add(all, EspeakVoice::start({.program = test::espeak_program()}));
  }
  if (auto flite = FliteVoice::start()) add(all, std::move(flite));
  return all;
}

/// Marks before these words of the text.
speech::Utterance marked(const std::string& text, const std::vector<std::string>& words) {
  speech::Utterance utterance{.text = text, .marks = {}, .voice = {}};
  for (const std::string& word : words) utterance.marks.push_back({word, text.find(word)});
  return utterance;
}

/// Every letter and digit of the text is in a word, and the words are in order.
void check_cover(const std::string& text, const speech::SpeechTrack& track) {
  std::size_t at = 0;
  for (const speech::Word& word : track.words) {
    REQUIRE(word.byte_begin >= at);
    CHECK(text.substr(at, word.byte_begin - at).find_first_not_of(" .,;:!?-\"'") ==
          std::string::npos);
    at = word.byte_end;
  }
  REQUIRE(at <= text.size());
  CHECK(text.substr(at).find_first_not_of(" .,;:!?-\"'") == std::string::npos);
}

void check_track(const speech::Utterance& asked, const speech::SpeechTrack& track) {
  CHECK(track.valid());
  check_cover(asked.text, track);
  REQUIRE(track.marks.size() == asked.marks.size());
  for (std::size_t i = 0; i < asked.marks.size(); ++i) {
    CHECK(track.marks[i].id == asked.marks[i].id);
    const auto word =
        std::ranges::find(track.words, asked.marks[i].byte, &speech::Word::byte_begin);
    CHECK(track.marks[i].at == (word == track.words.end() ? track.length : word->start));
  }
  if (!track.audio.samples.empty()) {
    CHECK(track.audio.rate_hz >= 8'000);
    CHECK(track.audio.length().count() == Approx(track.length.count()).margin(0.001));
  }
}

}  // namespace

TEST_CASE("every voice says sentences whole, with words and marks where they stand",
          "[voices][contract]") {
  const std::vector<speech::Utterance> utterances = {
      marked(kTexts[0], {"there", "friend"}),
      marked(kTexts[1], {"Don't", "42", "apples", "$3.50", "ok"}),
      marked(kTexts[2], {"One", "Two", "Is three"})};
  for (const Kind& kind : kinds()) {
    for (const speech::Utterance& asked : utterances) {
      CAPTURE(kind.name, asked.text);
      const auto said = kind.voice->say(asked);
      REQUIRE(said);
      check_track(asked, *said);
      CHECK(said->length > Seconds(0.5));
      CHECK(said->length < Seconds(15));
      for (const speech::Word& word : said->words) CHECK(word.end > word.start);
    }
  }
}

TEST_CASE("every voice puts a mark behind all words at the end", "[voices][contract]") {
  for (const Kind& kind : kinds()) {
    CAPTURE(kind.name);
    auto asked = marked("Hello there.", {});
    asked.marks = {{"end", asked.text.size()}};
    const auto said = kind.voice->say(asked);
    REQUIRE(said);
    REQUIRE(said->marks.size() == 1);
    CHECK(said->marks[0].at == said->length);
  }
}

TEST_CASE("every voice says nothing in no time", "[voices][contract]") {
  for (const Kind& kind : kinds()) {
    CAPTURE(kind.name);
    const auto said = kind.voice->say(marked("", {}));
    REQUIRE(said);
    CHECK(said->valid());
    CHECK(said->words.empty());
    CHECK(said->length < Seconds(0.5));
  }
}

TEST_CASE("every voice waits where SSML has it wait", "[voices][contract]") {
  for (const Kind& kind : kinds()) {
    if (!kind.waits) continue;
    CAPTURE(kind.name);
    auto asked = marked("Hello there.", {});
    asked.ssml = true;
    const auto at_once = kind.voice->say(asked);
    asked.text = "Hello <break time=\"800ms\"/> there.";
    const auto later = kind.voice->say(asked);
    REQUIRE(at_once);
    REQUIRE(later);
    CHECK(later->valid());
    const auto waited = later->words[1].start - at_once->words[1].start;
    // A word before a pause is drawn out, by some voices more than by others.
    CHECK(waited > Seconds(0.6));
    CHECK(waited < Seconds(1.2));
  }
}

TEST_CASE("every voice waits though it has no words to say", "[voices][contract]") {
  for (const Kind& kind : kinds()) {
    CAPTURE(kind.name);
    auto asked = marked("<break time=\"800ms\"/>", {});
    asked.ssml = true;
    asked.marks = {{"end", asked.text.size()}};
    const auto said = kind.voice->say(asked);
    REQUIRE(said);
    CHECK(said->valid());
    CHECK(said->length == Seconds(0.8));
    CHECK(said->marks.at(0).at == said->length);
  }
}

TEST_CASE("no voice has more than ten minutes of breaks", "[voices][contract]") {
  std::string breaks;
  for (int i = 0; i < 5'000; ++i) breaks += "<break time=\"60s\"/>";
  for (const Kind& kind : kinds()) {
    CAPTURE(kind.name);
    auto asked = marked("Hello there. " + breaks, {});
    asked.ssml = true;
    CHECK_FALSE(kind.voice->say(asked));
    asked.text = breaks + "Hello there.";
    CHECK_FALSE(kind.voice->say(asked));
  }
}

TEST_CASE("every voice refuses a voice that it does not have, and goes on", "[voices][contract]") {
  for (const Kind& kind : kinds()) {
    CAPTURE(kind.name);
    auto asked = marked("Hello there.", {});
    asked.voice = "xx-nobody";
    CHECK(kind.voice->say(asked).has_value() != kind.knows_its_voices);
    asked.voice.clear();
    CHECK(kind.voice->say(asked));
  }
}

TEST_CASE("every voice says the same for the same, from four threads at once",
          "[voices][contract]") {
  for (const Kind& kind : kinds()) {
    CAPTURE(kind.name);
    const auto first = kind.voice->say(marked("Number 0 is said at once.", {"said"}));
    REQUIRE(first);
    std::vector<std::vector<Result<speech::SpeechTrack>>> tracks(4);
    std::vector<std::thread> threads;
    for (auto& own : tracks) {
      threads.emplace_back([&own, &kind] {
        for (const char* const text :
             {"Number 0 is said at once.", "Another one.", "Number 0 is said at once."}) {
          own.push_back(kind.voice->say(marked(text, {"said"})));
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    for (const auto& own : tracks) {
      for (const std::size_t i : {0U, 2U}) {
        REQUIRE(own[i]);
        CHECK((*own[i] == *first));
      }
    }
  }
}

}  // namespace kine::server::voice_contract_test
