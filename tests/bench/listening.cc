// From a sound to the motion that it makes: how late what is heard is known, and what that costs.
//
// Protects live body language: a peak found after 75 ms of sound at p95, its frame sent 60 ms
// later, hearing for 0.5 % of a core, all sections for 0.1 ms a syllable, and no tick late for 50
// speakers.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "realizer/core/pcm16.h"
#include "realizer/gesture/performance.h"
#include "server/listening/speech_stream.h"
#include "server/offline/gesture_model_file.h"
#include "server/scene/casts.h"
#include "server/voices/flite_voice.h"
#include "tests/bench/measure/clocks.h"
#include "tests/support/gesture/small_model.h"
#include "tests/support/server/running_server.h"
#include "tests/support/server/wire_client.h"
#include "tests/support/speech/opus_packets.h"
#include "tests/support/speech/syllables.h"

namespace {

using namespace kine;
using namespace kine::server;
using Clock = std::chrono::steady_clock;
using Samples = std::vector<std::int16_t>;

constexpr std::uint32_t kRate_hz = 16'000;
constexpr double kTickRate_hz = 60;
constexpr std::uint32_t kFirst = 1;  // character

/// Speech of a voice, where this machine has one, again and again.
Samples speech_of(double length_s) {
  Samples samples = test::syllables(2, 0.5, kRate_hz);
  if (const auto voice = FliteVoice::start()) {
    const auto track = (*voice)->say(
        {.text = "Somebody tells a story about the house by the river, and everybody listens. It "
                 "was a long time ago, but nobody has forgotten what they found in the cellar.",
         .marks = {},
         .voice = {}});
    if (track && track->audio.rate_hz == kRate_hz) samples = track->audio.samples;
  }
  const auto count = static_cast<std::size_t>(length_s * kRate_hz);
  Samples all;
  while (all.size() < count) all.insert(all.end(), samples.begin(), samples.end());
  all.resize(count);
  return all;
}

void print(const char* what, const std::vector<double>& times_ms) {
  std::printf("%-58s p50 %6.1f  p95 %6.1f  most %6.1f ms, of %zu\n", what,
              bench::quantile(times_ms, 0.5), bench::quantile(times_ms, 0.95),
              bench::quantile(times_ms, 1), times_ms.size());
}

/// Of sound, and not of time: the same on every machine.
void measure_peaks() {
  std::vector<double> waits_ms;
  auto hearing = speech::Hearing::make({.rate_hz = kRate_hz});
  std::vector<float> samples;
  for (const std::int16_t sample : speech_of(120)) samples.push_back(amplitude_of(sample));
  for (const speech::Heard& each : hearing->push(samples)) {
    if (each.kind != speech::Heard::Kind::Peak) continue;
    waits_ms.push_back(1'000 * (each.found - each.at).count());
  }
  print("a peak of sound to when it is found, in sound", waits_ms);
}

/// Pieces of 20 ms, as the messages carry them.
std::vector<std::string> pieces_of(std::span<const std::int16_t> samples, SoundCodec codec,
                                   std::uint32_t rate_hz) {
  const std::size_t count = rate_hz / 50;
  if (codec == SoundCodec::Opus) return test::opus_packets(samples, rate_hz, count);
  std::vector<std::string> pieces;
  for (std::size_t i = 0; i + count <= samples.size(); i += count) {
    pieces.push_back(pcm16_bytes(samples.subspan(i, count)));
  }
  return pieces;
}

void measure_hearing(const char* what, const Samples& samples, const SoundFormat& format) {
  const auto pieces = pieces_of(samples, format.codec, format.rate_hz);
  const double length_s = 0.02 * static_cast<double>(pieces.size());
  double least_s = length_s;
  for (int round = 0; round < 5; ++round) {
    auto stream = SpeechStream::make(CharacterId{kFirst}, format);
    const auto taken = bench::time_of([&] {
      for (std::size_t i = 0; i < pieces.size(); ++i) {
        const Seconds now(0.02 * static_cast<double>(i));
        bench::keep(stream->take(i * format.rate_hz / 50, pieces[i], now).has_value());
      }
    });
    least_s = std::min(least_s, taken.thread_s);
  }
  std::printf("%-58s %.3f %% of a core (RTF %.5f)\n", what, 100 * least_s / length_s,
              least_s / length_s);
}

void measure_decoding(const Samples& samples) {
  const auto packets = test::opus_packets(samples, kRate_hz, kRate_hz / 50);
  auto opus = OpusSound::make();
  const auto taken = bench::time_of([&] {
    for (const std::string& packet : packets) bench::keep(opus->decode(packet).has_value());
  });
  const double length_s = 0.02 * static_cast<double>(packets.size());
  std::printf("%-58s %.3f %% of a core (RTF %.5f)\n", "decoding Opus of 24 kbit/s alone",
              100 * taken.thread_s / length_s, taken.thread_s / length_s);
}

/// What each syllable asks of all sections.
void measure_sections(const PlayableRepertoire& repertoire) {
  std::vector<gesture::Performance> sections;
  for (const auto& each : repertoire.sections) {
    sections.push_back(gesture::first_performance(each));
  }
  pose::Pose shown;
  std::vector<double> took_ms;
  for (std::uint64_t syllable = 0; syllable < 2'000; ++syllable) {
    const double now_s = 0.25 * static_cast<double>(syllable + 1);
    const std::vector<gesture::HeardNow> heard = {
        {.symbol = static_cast<std::uint8_t>(syllable * 7 % gesture::kSymbols),
         .context = static_cast<std::uint8_t>(syllable % gesture::kContexts),
         .known_s = now_s}};
    const auto taken = bench::time_of([&] {
      for (std::size_t i = 0; i < sections.size(); ++i) {
        bench::keep(gesture::perform({.repertoire = repertoire.sections[i],
                                      .profile = repertoire.profile,
                                      .now_s = now_s,
                                      .heard = heard,
                                      .shown = shown},
                                     {.seed = 1, .character = kFirst, .purpose = i}, sections[i])
                        .has_value());
      }
    });
    took_ms.push_back(1'000 * taken.thread_s);
  }
  const double mean_ms =
      std::accumulate(took_ms.begin(), took_ms.end(), 0.0) / static_cast<double>(took_ms.size());
  std::printf("%-58s mean %.4f  p95 %.4f ms a syllable\n",
              ("all " + std::to_string(sections.size()) + " sections").c_str(), mean_ms,
              bench::quantile(took_ms, 0.95));
}

kinesphere::Envelope piece_of(std::uint32_t stream, std::uint64_t number, const std::string& bytes,
                              std::uint32_t flags) {
  kinesphere::Envelope envelope;
  kinesphere::AudioIn& sound = *envelope.mutable_audio_in();
  sound.set_stream(stream);
  sound.set_character("c" + std::to_string(stream));
  sound.set_first_sample(number * kRate_hz / 50);
  sound.set_rate_hz(kRate_hz);
  sound.set_flags(flags);
  sound.set_samples(bytes);
  return envelope;
}

Options options_with(std::size_t characters,
                     const std::shared_ptr<const PlayableRepertoire>& repertoire) {
  Options options = test::server_options();
  options.casts.clear();
  std::vector<CharacterSpec> choices;
  for (std::size_t i = 1; i <= characters; ++i) {
    choices.push_back(*parse_character("c" + std::to_string(i) + "=ada"));
  }
  options.casts = *make_casts(choices);
  options.body_language = repertoire;
  // One client speaks for all.
  options.limits.sound_streams_per_client_max = characters;
  options.limits.sound_messages_per_second_max = 60 * characters;
  options.limits.message_bytes_per_second_max *= 4;
  return options;
}

/// From the piece with which a syllable or a silence is known to the frame that may show it. The
/// server says what it heard when the next tick has it: so that tick's frame is the second at most.
void measure_frames(const std::shared_ptr<const PlayableRepertoire>& repertoire) {
  const auto server = test::start_server(options_with(1, repertoire));
  test::WireClient client(server->port());
  client.say_hello();
  client.subscribe();
  const auto pieces = pieces_of(speech_of(40), SoundCodec::Pcm16, kRate_hz);
  std::vector<Clock::time_point> sent;
  std::vector<double> waits_ms;
  std::optional<std::size_t> heard_by;  // the piece
  int frames = 0;                       // since then
  const auto begin = Clock::now();
  while (sent.size() < pieces.size()) {
    const auto due = begin + std::chrono::milliseconds(20) * (sent.size() + 1);
    if (Clock::now() >= due) {
      client.send(piece_of(1, sent.size(), pieces[sent.size()], kinesphere::AudioIn::TELL));
      sent.push_back(Clock::now());
    }
    const auto message = client.receive();
    if (!message) return;
    if (message->has_audio_heard() &&
        message->audio_heard().kind() != kinesphere::AudioHeard::PEAK &&
        message->audio_heard().kind() != kinesphere::AudioHeard::MOTION) {
      heard_by = static_cast<std::size_t>(message->audio_heard().known() * 50 - 1e-6);
      frames = 0;
    }
    if (!message->has_frame() || !heard_by || ++frames < 2) continue;
    waits_ms.push_back(
        std::chrono::duration<double, std::milli>(Clock::now() - sent.at(*heard_by)).count());
    heard_by.reset();
  }
  print("found to the frame of its tick received, on loopback", waits_ms);
}

/// Frames of the first character that came more than a tick late, of so many.
struct Late {
  std::size_t frames = 0;
  std::size_t late = 0;
  std::uint64_t skipped = 0;  // ticks
};

/// All characters hear these pieces for so long.
Late late_of(const Server& server, const std::vector<std::string>& pieces, std::size_t speakers) {
  const std::uint64_t skipped_before = server.status().ticks_skipped;
  std::atomic<bool> over = false;
  std::mutex pace;  // nobody ends a wait but the clock
  std::condition_variable paced;
  std::thread speaking([&] {
    test::WireClient client(server.port());
    client.say_hello();
    const auto begin = Clock::now();
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      for (std::uint32_t stream = 1; stream <= speakers; ++stream) {
        // Each at another place of the sound, so that their syllables do not fall together.
        client.send(piece_of(stream, i, pieces[(i + 7 * stream) % pieces.size()], 0));
      }
      std::unique_lock lock(pace);
      paced.wait_until(lock, begin + std::chrono::milliseconds(20) * (i + 1), [] { return false; });
    }
    over = true;
  });
  test::WireClient watcher(server.port());
  watcher.say_hello();
  watcher.subscribe();
  std::vector<double> delays_s;
  const auto begin = Clock::now();
  while (!over) {
    const auto message = watcher.receive();
    if (!message) break;
    if (!message->has_frame() || message->frame().character_id() != kFirst) continue;
    const std::chrono::duration<double> now = Clock::now() - begin;
    delays_s.push_back(now.count() - static_cast<double>(message->frame().tick()) / kTickRate_hz);
  }
  speaking.join();
  const double least_s = *std::ranges::min_element(delays_s);
  Late late{.frames = delays_s.size(),
            .late = 0,
            .skipped = server.status().ticks_skipped - skipped_before};
  for (const double delay_s : delays_s) late.late += delay_s - least_s > 1 / kTickRate_hz;
  return late;
}

void measure_crowd(const std::shared_ptr<const PlayableRepertoire>& repertoire) {
  constexpr std::size_t kSpeakers = 50;
  constexpr double kLength_s = 8;
  const auto server = test::start_server(options_with(kSpeakers, repertoire));
  const auto said = pieces_of(speech_of(kLength_s), SoundCodec::Pcm16, kRate_hz);
  const Samples silence(static_cast<std::size_t>(kLength_s * kRate_hz), 0);
  const auto silent = pieces_of(silence, SoundCodec::Pcm16, kRate_hz);
  for (int round = 1; round <= 3; ++round) {
    for (const bool speaks : {true, false}) {
      const Late late = late_of(*server, speaks ? said : silent, kSpeakers);
      std::printf("round %d: %zu %-8s %zu of %zu frames a tick late, %llu ticks left out\n", round,
                  kSpeakers, speaks ? "speak:" : "listen:", late.late, late.frames,
                  static_cast<unsigned long long>(late.skipped));
    }
  }
}

}  // namespace

int main() {
  auto repertoire = read_body_language(KINE_MODEL);
  if (!repertoire) repertoire = read_body_language(test::small_model());
  if (!repertoire) return 1;
  std::printf("model: %s\n", (*repertoire)->name.c_str());
  measure_peaks();
  const Samples speech = speech_of(60);
  measure_hearing("hearing samples of 16 kHz", speech, {.rate_hz = kRate_hz});
  measure_hearing("hearing samples of 48 kHz", test::syllables(40, 20, 48'000),
                  {.rate_hz = 48'000});
  measure_hearing("hearing packets of Opus", speech,
                  {.rate_hz = kRate_hz, .codec = SoundCodec::Opus});
  measure_decoding(speech);
  measure_sections(**repertoire);
  measure_frames(*repertoire);
  measure_crowd(*repertoire);
  return 0;
}
