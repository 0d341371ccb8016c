// From a spoken sentence's last byte sent to when it is heard and seen, with espeak, on loopback.
//
// Protects the way through the server with a voice in it: a worker process says the sentence while
// the script is prepared, and the block starts at the next tick. Sound is sent ahead of its time:
// it is heard with the frame of the tick that it is due at. p95 is to stay under 60 ms.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "realizer/core/pcm16.h"
#include "server/voices/espeak_voice.h"
#include "tests/bench/measure/clocks.h"
#include "tests/support/server/espeak_program.h"
#include "tests/support/server/running_server.h"
#include "tests/support/server/wire_client.h"

namespace {

using namespace kine;
using Clock = std::chrono::steady_clock;

constexpr int kSentences = 200;
constexpr std::uint32_t kAda = 1;

/// What came of one sentence, in milliseconds after its last byte.
struct Latency {
  double sound = 0;   // its first piece of sound was there
  double heard = 0;   // the frame of the tick at which the sound begins was there
  double voiced = 0;  // the same for the first sample that is no silence
};

double first_voiced_s(const kinesphere::AudioChunk& chunk) {
  constexpr int kSilence = 200;
  const std::string& bytes = chunk.samples();
  for (std::size_t i = 0; i + 1 < bytes.size(); i += 2) {
    if (std::abs(pcm16_at(bytes, i)) > kSilence)
      return static_cast<double>(i / 2) / chunk.rate_hz();
  }
  return -1;
}

Latency latency_of(test::WireClient& client, int number, double tick_rate) {
  const std::string id = "b" + std::to_string(number);
  const std::string script = "<bml xmlns='http://www.bml-initiative.org/bml/bml-1.0' id='" + id +
                             "'><speech id='s'><text>Number " + std::to_string(number) +
                             " is what I wanted to tell you about today.</text></speech>"
                             "<gesture id='g' lexeme='BEAT' start='s:start'/></bml>";
  client.receive_until([](const auto& envelope) { return envelope.has_frame(); });
  // Spread over the tick: each begins some other part of it after a frame.
  const auto begin = Clock::now() + std::chrono::microseconds(number * 331 % 16'667);
  while (Clock::now() < begin) {
  }
  const auto start = Clock::now();
  const auto now_ms = [&] {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
  };
  client.submit(script, id, "ada");
  Latency latency;
  std::optional<double> heard_s;
  std::optional<double> voiced_s;
  client.receive_until([&](const kinesphere::Envelope& envelope) {
    if (envelope.has_audio_chunk()) {
      const kinesphere::AudioChunk& chunk = envelope.audio_chunk();
      if (!heard_s) {
        latency.sound = now_ms();
        heard_s = chunk.pts();
      }
      const double voiced = first_voiced_s(chunk);
      if (!voiced_s && voiced >= 0) voiced_s = chunk.pts() + voiced;
    }
    if (!envelope.has_frame() || envelope.frame().character_id() != kAda) return false;
    const double time_s = static_cast<double>(envelope.frame().tick()) / tick_rate;
    if (heard_s && latency.heard == 0 && time_s >= *heard_s) latency.heard = now_ms();
    if (voiced_s && latency.voiced == 0 && time_s >= *voiced_s) latency.voiced = now_ms();
    return latency.voiced > 0;
  });
  client.interrupt(id, 0);
  client.receive_until([](const auto& envelope) {
    return envelope.feedback().kind() == kinesphere::Feedback::INTERRUPTED;
  });
  return latency;
}

void print(const char* what, std::vector<double> times_ms) {
  std::printf("%-58s p50 %6.1f  p95 %6.1f  most %6.1f ms\n", what, bench::quantile(times_ms, 0.5),
              bench::quantile(times_ms, 0.95), bench::quantile(times_ms, 1));
}

}  // namespace

int main() {
  if (test::espeak_program().empty()) {
    std::printf("kinesphere-espeak was not built: nothing is measured\n");
    return 0;
  }
  auto voice = server::EspeakVoice::start({.program = test::espeak_program()});
  if (!voice) {
    std::printf("no voice: %s\n", voice.error().message.c_str());
    return 1;
  }
  server::Options options = test::server_options();
  options.voice = *std::move(voice);
  const auto server = test::start_server(std::move(options));
  test::WireClient client(server->port());
  const double tick_rate = client.say_hello().tick_rate_hz();
  client.subscribe({kinesphere::PART_BODY, kinesphere::PART_FACE, kinesphere::PART_AUDIO,
                    kinesphere::PART_EVENTS});
  std::vector<double> sound;
  std::vector<double> heard;
  std::vector<double> voiced;
  for (int i = 0; i < kSentences; ++i) {
    const Latency latency = latency_of(client, i, tick_rate);
    sound.push_back(latency.sound);
    heard.push_back(latency.heard);
    voiced.push_back(latency.voiced);
  }
  print("sentence sent to its first piece of sound", sound);
  print("sentence sent to the frame at which its sound begins", heard);
  print("sentence sent to the frame of its first sample that sounds", voiced);
  return 0;
}
