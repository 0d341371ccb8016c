// Tests for server/conversation/sound_pieces.h.
#include "server/conversation/sound_pieces.h"

#include "tests/support/catch.h"

namespace kine::server::sound_pieces_test {
namespace {

kinesphere::AudioIn piece(std::uint32_t rate_hz, std::size_t bytes) {
  kinesphere::AudioIn sound;
  sound.set_stream(3);
  sound.set_rate_hz(rate_hz);
  sound.set_samples(std::string(bytes, '\0'));
  return sound;
}

}  // namespace

TEST_CASE("a piece of samples is up to 60 ms of two bytes each", "[listening]") {
  CHECK(fault_of(piece(48'000, 2 * 2'880)).empty());
  CHECK(fault_of(piece(48'000, 0)).empty());
  CHECK(fault_of(piece(48'000, 2 * 2'904)) ==
        "sound of stream '3' must be at most 60 ms a message, not '60.5' ms");
  CHECK(fault_of(piece(48'000, 3)) ==
        "sound of stream '3' must have samples of 2 bytes, not '3' bytes");
}

TEST_CASE("the format of a piece is its rate and its codec", "[listening][opus]") {
  kinesphere::AudioIn sound = piece(24'000, 0);
  CHECK(format_of(sound) == SoundFormat{.rate_hz = 24'000, .codec = SoundCodec::Pcm16});
  sound.set_codec(kinesphere::AUDIO_CODEC_OPUS);
  CHECK(format_of(sound) == SoundFormat{.rate_hz = 24'000, .codec = SoundCodec::Opus});
  CHECK(number_of(sound) == "'3'");
}

}  // namespace kine::server::sound_pieces_test
