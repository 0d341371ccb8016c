// Tests for server/listening/speech_stream.h.
#include "server/listening/speech_stream.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "realizer/core/pcm16.h"
#include "tests/support/catch.h"
#include "tests/support/speech/opus_packets.h"
#include "tests/support/speech/syllables.h"

namespace kine::server::speech_stream_test {
namespace {

constexpr std::uint32_t kRate = 16'000;
constexpr CharacterId kAda{1};

/// Syllables of these samples, in pieces of so many, sent as they are said.
std::size_t heard_in(const std::vector<std::int16_t>& samples, std::size_t piece) {
  auto stream = SpeechStream::make(kAda, {.rate_hz = kRate});
  REQUIRE(stream);
  std::size_t syllables = 0;
  const auto count = [&](std::span<const speech::Heard> heard) {
    syllables += static_cast<std::size_t>(
        std::ranges::count(heard, speech::Heard::Kind::Syllable, &speech::Heard::kind));
  };
  for (std::size_t i = 0; i < samples.size(); i += piece) {
    const std::span<const std::int16_t> all(samples);
    const auto heard =
        stream->take(i, pcm16_bytes(all.subspan(i, std::min(piece, samples.size() - i))),
                     Seconds(static_cast<double>(i) / kRate));
    REQUIRE(heard);
    count(*heard);
  }
  count(stream->finish());
  return syllables;
}

/// The same of packets of so many samples each.
std::size_t syllables_of(const std::vector<std::string>& packets, std::uint32_t rate_hz,
                         std::size_t count) {
  auto stream = SpeechStream::make(kAda, {.rate_hz = rate_hz, .codec = SoundCodec::Opus});
  REQUIRE(stream);
  std::size_t syllables = 0;
  for (std::size_t i = 0; i < packets.size(); ++i) {
    const Seconds now(static_cast<double>(i * count) / rate_hz);
    const auto heard = stream->take(1'234'567 + i * count, packets[i], now);
    REQUIRE(heard);
    syllables += static_cast<std::size_t>(
        std::ranges::count(*heard, speech::Heard::Kind::Syllable, &speech::Heard::kind));
  }
  CHECK(stream->losses() == IncomingSound::Losses{});
  return syllables;
}

}  // namespace

TEST_CASE("a stream hears the syllables of a sound, in whatever pieces it comes", "[listening]") {
  const auto sound = test::syllables(2.5, 1, kRate);
  CHECK(heard_in(sound, 320) == 10);
  CHECK(heard_in(sound, 960) == 10);
  CHECK(heard_in(sound, 1) == 10);
}

TEST_CASE("a rate that cannot be heard makes no stream", "[listening]") {
  CHECK_FALSE(SpeechStream::make(kAda, {.rate_hz = 192'000}));
  CHECK_FALSE(SpeechStream::make(kAda, {.rate_hz = 0}));
  CHECK(SpeechStream::make(kAda, {.rate_hz = 8'000}));
  CHECK_FALSE(SpeechStream::make(kAda, {.rate_hz = 44'100, .codec = SoundCodec::Opus}));
}

TEST_CASE("packets of Opus are heard as the samples that went into them", "[listening][opus]") {
  // Each rate at which Opus counts, each length of packet that is taken.
  for (const auto& [rate_hz, packet_ms] :
       {std::pair{8'000u, 20u}, {12'000u, 40u}, {16'000u, 10u}, {24'000u, 20u}, {48'000u, 60u}}) {
    CAPTURE(rate_hz, packet_ms);
    const std::size_t count = rate_hz / 1'000 * packet_ms;
    const auto packets = test::opus_packets(test::syllables(2.5, 1.02, rate_hz), rate_hz, count);
    CHECK(syllables_of(packets, rate_hz, count) == 10);
  }
}

TEST_CASE("a packet that is lost, broken or there twice does no harm", "[listening][opus]") {
  constexpr std::size_t kCount = 320;
  auto packets = test::opus_packets(test::syllables(2.5, 1, kRate), kRate, kCount);
  auto stream = SpeechStream::make(kAda, {.rate_hz = kRate, .codec = SoundCodec::Opus});
  REQUIRE(stream);
  std::size_t broken = 0;
  std::size_t finite = 0;
  for (std::size_t i = 0; i < packets.size(); ++i) {
    const Seconds now(0.02 * static_cast<double>(i));
    if (i == 20) continue;
    if (i == 40) packets[i] = std::string(3, '\xff');  // code 3 of RFC 6716 with 63 frames
    const auto heard = stream->take(i * kCount, packets[i], now);
    broken += heard ? 0 : 1;
    if (!heard) continue;
    for (const speech::Heard& each : *heard) finite += std::isfinite(each.features.level_db);
    if (i == 60) CHECK(stream->take(i * kCount, packets[i], now));
  }
  CHECK(broken == 1);
  CHECK(finite > 0);
  CHECK(stream->losses() == IncomingSound::Losses{.missing = 2 * kCount, .repeated = kCount});
}

}  // namespace kine::server::speech_stream_test
