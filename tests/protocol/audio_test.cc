#include "protocol/audio.h"

#include <vector>

#include "protocol/envelope.h"
#include "protocol/kinesphere.pb.h"
#include "tests/support/catch.h"
#include "tests/support/golden.h"
#include "tests/support/hex.h"

namespace kine::protocol::audio_test {
namespace {

kinesphere::Envelope decoded(const Bytes& bytes) {
  const auto envelope = decode(bytes->substr(kLengthBytes));
  REQUIRE(envelope);
  return *envelope;
}

const AudioOpen kOpen{.stream = 3,
                      .character = CharacterId{1},
                      .id = "hello:speech1",
                      .due = Seconds(2),
                      .rate_hz = 16'000,
                      .samples = 32'000};
const AudioClose kClose{.stream = 3, .character = CharacterId{1}};
const std::vector<std::int16_t> kSamples = {1, -2, 0x1234};

AudioChunk chunk() {
  return {.stream = 7,
          .character = CharacterId{2},
          .sequence = 9,
          .due = Seconds(12.5),
          .rate_hz = 22'050,
          .samples = kSamples,
          .starts = true,
          .discards = true};
}

/// What its caller gives of a speech: all that there can be.
Bytes saying() {
  kinesphere::Envelope envelope;
  kinesphere::Say& say = *envelope.mutable_say();
  say.set_id("hi");
  say.set_character("ada");
  say.set_text("Hi");
  say.set_script("<bml/>");
  say.set_audio(std::string("\x01\x00", 2));
  say.set_rate_hz(16'000);
  say.set_words("[]");
  say.set_unit(kinesphere::Say::TICKS);
  say.set_more(true);
  say.set_when_whole(true);
  say.set_timing(kinesphere::ALIGNED);
  say.set_predictions(true);
  say.set_composition("APPEND");
  return encode(envelope);
}

Bytes saying_more() {
  kinesphere::Envelope envelope;
  kinesphere::SayMore& more = *envelope.mutable_say_more();
  more.set_id("hi");
  more.set_text("Hi");
  more.set_audio(std::string("\x01\x00", 2));
  more.set_words("[]");
  more.set_from_piece(true);
  more.set_last(true);
  return encode(envelope);
}

Bytes accepted_speech() {
  kinesphere::Envelope envelope;
  envelope.mutable_accepted()->set_id("hi");
  kinesphere::Speech& speech = *envelope.mutable_accepted()->add_speeches();
  speech.set_id("hi:s");
  speech.set_timing(kinesphere::MARKS);
  return encode(envelope);
}

AudioOpen timed(AudioOpen open) {
  open.timing = SpeechTiming::Estimated;
  return open;
}

}  // namespace

TEST_CASE("a chunk travels with its time, its flags and its samples, little-endian", "[audio]") {
  const auto envelope = decoded(encode(chunk()));

  REQUIRE(envelope.has_audio_chunk());
  const auto& said = envelope.audio_chunk();
  CHECK(said.stream() == 7);
  CHECK(said.character_id() == 2);
  CHECK(said.seq() == 9);
  CHECK(said.pts() == 12.5);
  CHECK(said.rate_hz() == 22'050);
  CHECK(said.codec() == kinesphere::AUDIO_CODEC_PCM16);
  CHECK(said.flags() == 5);
  CHECK(said.samples() == std::string("\x01\x00\xFE\xFF\x34\x12", 6));
}

TEST_CASE("a stream of sound is opened and closed by name and number", "[audio]") {
  const auto open = decoded(encode(kOpen));
  CHECK(open.audio_open().id() == "hello:speech1");
  CHECK(open.audio_open().pts() == 2);
  CHECK(open.audio_open().samples() == 32'000);

  const auto close = decoded(encode(kClose));
  CHECK(close.audio_close().stream() == 3);
  CHECK(close.audio_close().character_id() == 1);
}

// Published bytes are frozen, as those of codec_test.cc.
TEST_CASE("the bytes of sound are those that were published", "[audio][golden]") {
  const std::pair<const char*, Bytes> messages[] = {{"audio_open", encode(kOpen)},
                                                    {"audio_chunk", encode(chunk())},
                                                    {"audio_close", encode(kClose)},
                                                    {"audio_open_timing", encode(timed(kOpen))},
                                                    {"say", saying()},
                                                    {"say_more", saying_more()},
                                                    {"accepted_speech", accepted_speech()}};
  for (const auto& [name, bytes] : messages) {
    CAPTURE(name);
    CHECK(test::difference_from_golden("protocol/" + std::string(name) + ".hex",
                                       test::hex(*bytes)) == "");
    CHECK(*encode(decoded(bytes)) == *bytes);
  }
}

}  // namespace kine::protocol::audio_test
