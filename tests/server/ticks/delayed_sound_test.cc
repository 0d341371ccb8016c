// Tests for server/ticks/delayed_sound.h.
#include "server/ticks/delayed_sound.h"

#include <string>

#include "protocol/kinesphere.pb.h"
#include "realizer/core/pcm16.h"
#include "tests/support/catch.h"

namespace kine::server::delayed_sound_test {
namespace {

using protocol::AudioKind;

constexpr std::uint32_t kRate = 8'000;
constexpr std::size_t kPiece = 480;  // 60 ms

DelayedSound delayed() {
  return DelayedSound({.character = {3}, .stream = 7, .rate_hz = kRate, .delay = Seconds(0.5)});
}

/// Samples of a ramp: each is another one.
std::vector<float> ramp(std::size_t first) {
  std::vector<float> samples(kPiece);
  for (std::size_t i = 0; i < kPiece; ++i) {
    samples[i] = amplitude_of(static_cast<std::int16_t>(first + i));
  }
  return samples;
}

kinesphere::Envelope message_of(const AudioPiece& piece) {
  kinesphere::Envelope message;
  REQUIRE(message.ParseFromString(std::string(piece.bytes->substr(protocol::kLengthBytes))));
  return message;
}

std::size_t samples_in(const std::vector<AudioPiece>& pieces) {
  std::size_t bytes = 0;
  for (const AudioPiece& piece : pieces) bytes += message_of(piece).audio_chunk().samples().size();
  return bytes / kPcm16Bytes;
}

}  // namespace

TEST_CASE("sound goes out as it came, so much later, in pieces of 20 ms", "[audio]") {
  DelayedSound sound = delayed();
  std::vector<std::int16_t> heard;
  for (std::size_t i = 0; i < 10; ++i) {
    // The network takes a little more or less each time.
    const Seconds now(2 + 0.06 * static_cast<double>(i) + (i % 2 == 0 ? 0 : 0.02));
    const auto pieces = sound.take(ramp(kPiece * i), now);
    REQUIRE(pieces.size() == (i == 0 ? 4 : 3));
    for (const AudioPiece& piece : pieces) {
      const kinesphere::Envelope message = message_of(piece);
      CHECK(piece.character == CharacterId{3});
      CHECK(piece.stream == 7);
      CHECK(message.has_audio_open() == (piece.kind == AudioKind::Open));
      if (piece.kind == AudioKind::Open) continue;
      const auto& chunk = message.audio_chunk();
      CHECK(chunk.pts() == Approx(2.5 + static_cast<double>(heard.size()) / kRate));
      CHECK(chunk.seq() == heard.size() / 160);
      const auto samples = pcm16_samples(chunk.samples());
      CHECK(samples.size() == 160);
      heard.insert(heard.end(), samples.begin(), samples.end());
    }
  }
  for (std::size_t i = 0; i < heard.size(); ++i) CHECK(heard[i] == static_cast<std::int16_t>(i));
  CHECK(sound.due(Seconds(0.25)) == Seconds(2.75));
  const auto end = sound.end();
  REQUIRE(end.size() == 1);
  CHECK(message_of(end.front()).audio_close().stream() == 7);
}

TEST_CASE("where the network took all of the delay, it begins anew behind a pause", "[audio]") {
  DelayedSound sound = delayed();
  CHECK(sound.take(ramp(0), Seconds(1)).back().due.count() == Approx(1.54));
  CHECK(sound.take(ramp(kPiece), Seconds(1.5)).front().due.count() == Approx(1.56));
  CHECK(sound.take(ramp(2 * kPiece), Seconds(2)).front().due.count() == Approx(2.5));
  CHECK(sound.due(Seconds(0.12)).count() == Approx(2.5));
}

TEST_CASE("sound that comes quicker than it is said is left out", "[audio]") {
  DelayedSound sound = delayed();
  std::size_t sent = 0;
  for (std::size_t i = 0; i < 100; ++i) sent += samples_in(sound.take(ramp(0), Seconds(1)));
  CHECK(static_cast<double>(sent) / kRate == Approx(0.2).margin(0.021));
  // What is said in time is heard again.
  CHECK(samples_in(sound.take(ramp(0), Seconds(1.1))) == kPiece);
}

TEST_CASE("what is held back can be called back", "[audio]") {
  DelayedSound sound = delayed();
  CHECK(sound.call_back(Seconds(1)).empty());
  REQUIRE(sound.take(ramp(0), Seconds(1)).size() == 4);
  const auto pieces = sound.call_back(Seconds(1.25));
  REQUIRE(pieces.size() == 1);
  const kinesphere::Envelope message = message_of(pieces.front());
  const auto& chunk = message.audio_chunk();
  CHECK(chunk.flags() == (kinesphere::AudioChunk::DISCARD | kinesphere::AudioChunk::END));
  CHECK(chunk.pts() == Approx(1.25));
  CHECK(chunk.samples().empty());
}

TEST_CASE("what never began need not end", "[audio]") { CHECK(delayed().end().empty()); }

}  // namespace kine::server::delayed_sound_test
