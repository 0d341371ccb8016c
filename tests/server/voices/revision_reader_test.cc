#include "server/voices/revision_reader.h"

#include <chrono>
#include <thread>

#include "server/live/voice_changes.h"
#include "server/voices/external_voice.h"
#include "tests/support/catch.h"
#include "tests/support/server/revising_program.h"

namespace kine::server::revision_reader_test {
namespace {

using namespace std::chrono_literals;

const speech::Utterance kTwo{.text = "one two", .marks = {{"m", 4}}, .voice = {}};
const std::string kFirst =
    R"({"words": [{"start": 0, "end": 0.2}, {"start": 0.2, "end": 0.4}], "revises": true, )"
    R"("rate_hz": 8000, "samples": "AQABAAEA"})";
const std::string kLater = R"({"words": [{"start": 0, "end": 0.2}, {"start": 0.5, "end": 0.7}]})";

bool comes_true(const std::function<bool()>& done) {
  const auto until = std::chrono::steady_clock::now() + 10s;
  while (!done() && std::chrono::steady_clock::now() < until) std::this_thread::yield();
  return done();
}

/// A voice on a program, and what it changes.
struct Conversation {
  Conversation() {
    speech::Utterance utterance = kTwo;
    utterance.revisions = changes;
    auto track = voice.say(utterance);
    REQUIRE(track);
    said = *std::move(track);
  }

  VoiceChanges::Latest after(const std::string& line) {
    const std::size_t before = changes->count();
    program.say(line);
    REQUIRE(comes_true([&] { return changes->count() > before; }));
    return changes->latest();
  }

  test::RevisingProgram program{kFirst};
  ExternalVoice voice{{.host = "127.0.0.1", .port = program.port()}};
  std::shared_ptr<VoiceChanges> changes = std::make_shared<VoiceChanges>();
  speech::SpeechTrack said;
};

}  // namespace

TEST_CASE("a line more is the utterance anew", "[revision_reader]") {
  Conversation talk;
  REQUIRE(talk.changes->may_come());
  const auto latest = talk.after(kLater);
  REQUIRE(latest.track);
  CHECK(latest.refused.empty());
  CHECK(latest.track->words[1].start.count() == Approx(0.5));
  CHECK(latest.track->marks[0].at.count() == Approx(0.5));
  CHECK(talk.after(kFirst).track->words[1].start.count() == Approx(0.2));
}

TEST_CASE("a line that comes together with the answer is heard", "[revision_reader]") {
  test::RevisingProgram program(kFirst + "\n" + kLater);
  const ExternalVoice voice({.host = "127.0.0.1", .port = program.port()});
  const auto changes = std::make_shared<VoiceChanges>();
  speech::Utterance utterance = kTwo;
  utterance.revisions = changes;
  REQUIRE(voice.say(utterance));
  REQUIRE(comes_true([&] { return changes->count() > 0; }));
  CHECK(changes->latest().track->words[1].start.count() == Approx(0.5));
}

TEST_CASE("sound goes on where it says, and is silent up to the last word", "[revision_reader]") {
  Conversation talk;
  CHECK(talk.said.audio.samples.size() == 3'200);  // 0.4 s, of which three samples are made
  CHECK(talk.said.audio.samples[2] == 1);
  CHECK(talk.said.audio.samples[3] == 0);
  const std::string more = R"(, "rate_hz": 8000, "from": 0.000375, "samples": "AgACAA=="})";
  const auto latest = talk.after(kLater.substr(0, kLater.size() - 1) + more);
  REQUIRE(latest.track);
  const auto& samples = latest.track->audio.samples;
  CHECK(samples.size() == 5'600);
  CHECK(std::vector(samples.begin(), samples.begin() + 6) ==
        std::vector<std::int16_t>{1, 1, 1, 2, 2, 0});
}

TEST_CASE("what is no revision is the last word", "[revision_reader]") {
  Conversation talk;
  CHECK(talk.after("{\"words\": 3}").refused == "it has no word times");
  CHECK(talk.changes->latest().track == nullptr);
  talk.program.say(kLater);
  talk.program.go();
  // Another utterance is answered by then: nobody reads the first one's line any more.
  speech::Utterance other = kTwo;
  other.revisions = std::make_shared<VoiceChanges>();
  REQUIRE(talk.voice.say(other));
  CHECK(talk.changes->count() == 1);
}

TEST_CASE("a sound at another rate is refused", "[revision_reader]") {
  Conversation talk;
  const std::string more = R"(, "rate_hz": 16000, "samples": "AgACAA=="})";
  CHECK(talk.after(kLater.substr(0, kLater.size() - 1) + more).refused ==
        "its rate_hz is another one than before");
}

TEST_CASE("who wants to hear no more ends the connection", "[revision_reader]") {
  Conversation talk;
  talk.changes->over();
  talk.changes.reset();
  // The program finds out as it sends; the reader goes on with the next.
  talk.program.say(kLater);
  talk.program.go();
  auto changes = std::make_shared<VoiceChanges>();
  speech::Utterance other = kTwo;
  other.revisions = changes;
  REQUIRE(talk.voice.say(other));
  CHECK(changes->may_come());
}

TEST_CASE("where nobody listens a voice that may change is a voice like others",
          "[revision_reader]") {
  test::RevisingProgram program(kFirst);
  const ExternalVoice voice({.host = "127.0.0.1", .port = program.port()});
  const auto said = voice.say(kTwo);
  REQUIRE(said);
  CHECK(said->words.size() == 2);
}

}  // namespace kine::server::revision_reader_test
