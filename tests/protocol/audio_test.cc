#include "protocol/audio.h"

#include <vector>

#include "protocol/envelope.h"
#include "protocol/kinesphere.pb.h"
#include "tests/support/catch.h"

namespace kine::protocol {
namespace {

kinesphere::Envelope decoded(const Bytes& bytes) {
  const auto envelope = decode(bytes->substr(kLengthBytes));
  REQUIRE(envelope);
  return *envelope;
}

}  // namespace

TEST_CASE("a chunk travels with its time, its flags and its samples, little-endian", "[audio]") {
  const std::vector<std::int16_t> samples = {1, -2, 0x1234};

  const auto envelope = decoded(encode(AudioChunk{.stream = 7,
                                                  .character = CharacterId{2},
                                                  .sequence = 9,
                                                  .due = Seconds(12.5),
                                                  .rate_hz = 22'050,
                                                  .samples = samples,
                                                  .starts = true,
                                                  .discards = true}));

  REQUIRE(envelope.has_audio_chunk());
  const auto& chunk = envelope.audio_chunk();
  CHECK(chunk.stream() == 7);
  CHECK(chunk.character_id() == 2);
  CHECK(chunk.seq() == 9);
  CHECK(chunk.pts() == 12.5);
  CHECK(chunk.rate_hz() == 22'050);
  CHECK(chunk.codec() == kinesphere::AUDIO_CODEC_PCM16);
  CHECK(chunk.flags() == 5);
  CHECK(chunk.samples() == std::string("\x01\x00\xFE\xFF\x34\x12", 6));
}

TEST_CASE("a stream of sound is opened and closed by name and number", "[audio]") {
  const auto open = decoded(encode(AudioOpen{.stream = 3,
                                             .character = CharacterId{1},
                                             .id = "hello:speech1",
                                             .due = Seconds(2),
                                             .rate_hz = 16'000,
                                             .samples = 32'000}));
  CHECK(open.audio_open().id() == "hello:speech1");
  CHECK(open.audio_open().pts() == 2);
  CHECK(open.audio_open().samples() == 32'000);

  const auto close = decoded(encode(AudioClose{.stream = 3, .character = CharacterId{1}}));
  CHECK(close.audio_close().stream() == 3);
  CHECK(close.audio_close().character_id() == 1);
}

}  // namespace kine::protocol
