// Blocks that espeak speaks: through the whole line, and on a server whose process is killed in the
// middle of an utterance.
#include <signal.h>

#include <chrono>
#include <cmath>
#include <fstream>
#include <string>

#include "realizer/body/channels.h"
#include "realizer/prepare/prepare.h"
#include "realizer/speech/visemes.h"
#include "server/offline/offline_stage.h"
#include "server/scene/casts.h"
#include "server/voices/espeak_voice.h"
#include "server/voices/external_voice.h"
#include "tests/support/catch.h"
#include "tests/support/server/espeak_program.h"
#include "tests/support/server/live_stage.h"
#include "tests/support/server/revising_program.h"
#include "tests/support/server/running_server.h"
#include "tests/support/server/wire_client.h"

namespace kine::server::spoken_blocks_test {
namespace {

using namespace std::chrono_literals;
using kinesphere::Feedback;

/// Minutes of speech in one sentence: espeak works on it for a while.
std::string long_speech() {
  std::string text = "Well then, <sync id='m'/>";
  for (int i = 0; i < 500; ++i) text += "another word ";
  return text + "ends.";
}

std::string block(const std::string& id, const std::string& text) {
  return "<bml xmlns='http://www.bml-initiative.org/bml/bml-1.0' id='" + id +
         "'><speech id='s'><text>" + text +
         "</text></speech><gesture id='g' lexeme='BEAT' stroke='s:m'/></bml>";
}

/// Waits until the process has forked for a sentence, as it does for each, and kills it.
bool kill_at_work(pid_t pid) {
  const std::string path =
      "/proc/" + std::to_string(pid) + "/task/" + std::to_string(pid) + "/children";
  for (const auto until = std::chrono::steady_clock::now() + 10s;
       std::chrono::steady_clock::now() < until;) {
    std::ifstream children(path);
    if (int child = 0; children >> child) return ::kill(pid, SIGKILL) == 0;
  }
  return false;
}

bool is_about(const kinesphere::Envelope& envelope, Feedback::Kind kind, const std::string& id) {
  return envelope.has_feedback() && envelope.feedback().kind() == kind &&
         envelope.feedback().id() == id;
}

/// How far the lips of the first character press each other, tick by tick at 60 a second.
std::vector<float> lips(const std::shared_ptr<const motion::Block>& block,
                        std::span<const std::shared_ptr<const Cast>> casts) {
  OfflineStage stage(casts, TickRate(60));
  REQUIRE(stage.play(block));
  const auto closed = body::find_channel("viseme_PP");
  std::vector<float> lips;
  do {
    stage.advance();
    lips.push_back(stage.frames().front().channels[closed->index]);
  } while (!stage.idle());
  return lips;
}

}  // namespace

TEST_CASE("the lips of every p, b and m that espeak says meet in the frames",
          "[espeak][spoken_blocks]") {
  if (test::espeak_program().empty()) return;
  const auto voice = EspeakVoice::start({.program = test::espeak_program()});
  REQUIRE(voice);
  const auto casts = make_casts(default_characters());
  REQUIRE(casts);
  for (const std::string text : {"Bob, my plump mum, popped up.", "A bumpy map: put pepper by me.",
                                 "Maybe people jump upon my bed, mumbling."}) {
    Diagnostics diagnostics;
    const auto prepared = prepare(
        "<bml xmlns='http://www.bml-initiative.org/bml/bml-1.0' id='b1'><speech id='s' start='0.5'>"
        "<text>" +
            text + "</text></speech><wait id='w' start='s:end' duration='0.5'/></bml>",
        {.casts = *casts, .script_id = "b1", .character = "ada", .voice = voice->get()},
        diagnostics);
    REQUIRE(prepared);
    REQUIRE(prepared->blocks.front()->utterances.size() == 1);
    const motion::Utterance& said = prepared->blocks.front()->utterances.front();
    const std::vector<float> closed = lips(prepared->blocks.front(), *casts);
    int sounds = 0;
    for (const speech::Phone& phone : said.track->phones) {
      if (speech::viseme_parts(phone.ipa)[0].viseme != speech::Viseme::PP) continue;
      ++sounds;
      const double middle_s = (said.start + (phone.start + phone.end) / 2).count();
      float most = 0;
      for (std::size_t i = 0; i < closed.size(); ++i) {
        const double apart_s = std::abs(static_cast<double>(i) / 60 - middle_s);
        if (apart_s <= 0.11) most = std::max(most, closed[i]);
      }
      CAPTURE(text, phone.ipa, middle_s);
      CHECK(most >= 0.95F);
    }
    CHECK(sounds >= 7);
  }
}

TEST_CASE("a voice that is killed in the middle of an utterance costs its sound and nothing else",
          "[espeak][spoken_blocks]") {
  if (test::espeak_program().empty()) return;
  auto voice = EspeakVoice::start({.program = test::espeak_program(), .processes = 1});
  REQUIRE(voice);
  const std::shared_ptr<const EspeakVoice> espeak = *std::move(voice);
  REQUIRE(espeak->processes().size() == 1);
  const pid_t first = espeak->processes()[0];
  Options options = test::server_options();
  options.voice = espeak;
  const auto server = test::start_server(std::move(options));
  test::WireClient client(server->port());
  client.say_hello();
  client.subscribe({kinesphere::PART_AUDIO, kinesphere::PART_EVENTS});

  client.submit(block("b1", long_speech()), "b1", "ada");
  REQUIRE(kill_at_work(first));

  // A warning; the gesture that goes with the words goes on, at the times that they would have.
  bool heard = false;
  bool warned = false;
  client.receive_until([&](const kinesphere::Envelope& envelope) {
    REQUIRE_FALSE(envelope.has_refused());
    heard = heard || envelope.has_audio_chunk();
    warned = warned || is_about(envelope, Feedback::WARNING, "b1:s");
    return is_about(envelope, Feedback::SYNC, "b1:g:stroke");
  });
  CHECK(warned);
  CHECK_FALSE(heard);
  client.interrupt("b1");

  // The next is said, by another process.
  client.submit(block("b2", "Here I <sync id='m'/>am again."), "b2", "ada");
  const auto open =
      client.receive_until([](const auto& envelope) { return envelope.has_audio_open(); });
  CHECK(open.audio_open().id() == "b2:s");
  client.receive_until([](const auto& envelope) { return envelope.has_audio_chunk(); });
  client.receive_until(
      [](const auto& envelope) { return is_about(envelope, Feedback::SYNC, "b2:g:stroke"); });
  REQUIRE(espeak->processes().size() == 1);
  CHECK(espeak->processes()[0] != first);
}

TEST_CASE("a voice that changes its words while it speaks is heard, seen and told of otherwise",
          "[spoken_blocks]") {
  // Two seconds of sound, and the second of two words a second later in a new one of three.
  const auto line = [](double start, const std::string& more) {
    return R"({"words": [{"start": 0, "end": 1}, {"start": )" + std::to_string(start) +
           ", \"end\": " + std::to_string(start + 1) + "}], " + more + "}";
  };
  const auto sound = [](std::size_t seconds) {
    return "\"rate_hz\": 8000, \"samples\": \"" + std::string(seconds * 8'000 / 3 * 8, 'B') + "\"";
  };
  test::RevisingProgram program(line(1, sound(2) + ", \"revises\": true"));
  Options options = test::server_options();
  options.voice = std::make_shared<const ExternalVoice>(
      ExternalVoice::Options{.host = "127.0.0.1", .port = program.port()});
  const auto server = test::start_server(std::move(options));
  test::WireClient client(server->port());
  client.say_hello();
  client.subscribe({kinesphere::PART_AUDIO, kinesphere::PART_EVENTS});
  client.submit(
      "<bml xmlns='http://www.bml-initiative.org/bml/bml-1.0' id='b1'><speech id='s'>"
      "<text>one <sync id='m'/>two</text></speech>"
      "<gesture id='g' lexeme='BEAT' stroke='s:m'/></bml>",
      "b1", "ada");
  const auto started = client.receive_until(
      [](const auto& envelope) { return is_about(envelope, Feedback::STARTED, "b1"); });
  program.say(line(1.8, "\"from\": 1, " + sound(2)));

  int opened = 0;
  bool was_called_back = false;
  const auto struck = client.receive_until([&](const kinesphere::Envelope& envelope) {
    opened += envelope.has_audio_open() ? 1 : 0;
    was_called_back =
        was_called_back || (envelope.audio_chunk().flags() & kinesphere::AudioChunk::DISCARD) != 0;
    CHECK_FALSE(is_about(envelope, Feedback::WARNING, "b1:s"));
    return is_about(envelope, Feedback::SYNC, "b1:g:stroke");
  });
  CHECK(struck.feedback().tick() == started.feedback().tick() + 108);
  CHECK(opened >= 1);
  CHECK((opened == 2) == was_called_back);
  client.interrupt("b1");
}

TEST_CASE("espeak says the rest faster when it is asked to, and gestures come with it",
          "[espeak][spoken_blocks]") {
  if (test::espeak_program().empty()) return;
  const auto voice = EspeakVoice::start({.program = test::espeak_program()});
  REQUIRE(voice);
  const std::string inside =
      "<speech id='s'><text>When everybody has come at last, we shall all of us go over <sync "
      "id='m'/>there.</text></speech><gesture id='g' lexeme='BEAT' stroke='s:m'/>";
  test::LiveStage plain(**voice);
  plain.submit("b", inside);
  plain.advance_to_the_end();
  test::LiveStage stage(**voice);
  stage.submit("b", inside);
  stage.advance_to(30);
  stage.submit("by",
               "<a:parametervaluechange id='c' target='b:s' paramId='rate'>"
               "<a:trajectory type='linear' targetValue='2'/></a:parametervaluechange>");
  stage.advance_to_the_end();

  CHECK(stage.warnings().empty());
  const auto said_s = static_cast<double>(stage.tick_of("sync b:s:m")) - 30;
  const auto plain_s = static_cast<double>(plain.tick_of("sync b:s:m")) - 30;
  CHECK(plain_s > 100);
  CHECK(said_s < 0.75 * plain_s);
  CHECK(said_s > 0.4 * plain_s);
  CHECK(stage.tick_of("sync b:g:stroke") == stage.tick_of("sync b:s:m"));
}

}  // namespace kine::server::spoken_blocks_test
