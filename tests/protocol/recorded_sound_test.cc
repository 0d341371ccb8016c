#include "protocol/recorded_sound.h"

#include <limits>
#include <string>
#include <vector>

#include "protocol/audio.h"
#include "protocol/envelope.h"
#include "protocol/kinesphere.pb.h"
#include "tests/support/catch.h"

namespace kine::protocol::recorded_sound_test {
namespace {

const std::vector<std::int16_t> kSamples(160, 7);

AudioChunk chunk() {
  return {.stream = 7,
          .character = CharacterId{2},
          .sequence = 9,
          .due = Seconds(12.5),
          .rate_hz = 8'000,
          .samples = kSamples,
          .ends = true};
}

std::string message_of(const Bytes& bytes) { return std::string(bytes->substr(kLengthBytes)); }

std::optional<RecordedSound> sound_of(const std::string& message) {
  const auto envelope = decode(message);
  REQUIRE(envelope);
  return read_sound(*envelope, message);
}

}  // namespace

TEST_CASE("a recorded chunk tells whose it is and when it is heard", "[recorded_sound]") {
  const std::string message = message_of(encode(chunk()));

  const auto sound = sound_of(message);

  REQUIRE(sound);
  CHECK(sound->kind == AudioKind::Chunk);
  CHECK(sound->character == CharacterId{2});
  CHECK(sound->stream == 7);
  CHECK(sound->sequence == 9);
  CHECK(sound->due == Seconds(12.5));
  CHECK(sound->end.count() == Approx(12.52));
}

TEST_CASE("a chunk has samples, and may discard what came before", "[recorded_sound]") {
  const std::string message = message_of(encode(chunk()));
  const auto heard = samples_of(*sound_of(message));
  REQUIRE(heard);
  CHECK(heard->samples == kSamples);
  CHECK_FALSE(heard->discards);

  AudioChunk instead = chunk();
  instead.samples = {};
  instead.discards = true;
  const std::string discarding = message_of(encode(instead));
  const auto nothing = samples_of(*sound_of(discarding));
  REQUIRE(nothing);
  CHECK(nothing->samples.empty());
  CHECK(nothing->discards);

  const std::string close =
      message_of(encode(AudioClose{.stream = 7, .character = CharacterId{2}}));
  CHECK_FALSE(samples_of(*sound_of(close)));
}

TEST_CASE("said again a sound is the same, of whom, as what and when one says",
          "[recorded_sound]") {
  const std::string message = message_of(encode(chunk()));

  const Bytes again = said_again(*sound_of(message), CharacterId{1}, 30, Seconds(-2.5));

  AudioChunk expected = chunk();
  expected.character = CharacterId{1};
  expected.stream = 30;
  expected.due = Seconds(10);
  CHECK(*again == *encode(expected));
}

TEST_CASE("what opens and closes a stream is said again as well", "[recorded_sound]") {
  const std::string open = message_of(encode(AudioOpen{.stream = 1,
                                                       .character = CharacterId{1},
                                                       .id = "b:s",
                                                       .due = Seconds(1),
                                                       .rate_hz = 100,
                                                       .samples = 50}));
  const std::string close =
      message_of(encode(AudioClose{.stream = 1, .character = CharacterId{1}}));

  REQUIRE(sound_of(open));
  CHECK(sound_of(open)->end == Seconds(1.5));
  const auto later = said_again(*sound_of(open), CharacterId{1}, 2, Seconds(3));
  CHECK(decode(message_of(later))->audio_open().pts() == 4);
  CHECK(decode(message_of(later))->audio_open().id() == "b:s");
  REQUIRE(sound_of(close));
  CHECK(sound_of(close)->kind == AudioKind::Close);
  CHECK(decode(message_of(said_again(*sound_of(close), CharacterId{1}, 2, Seconds(3))))
            ->audio_close()
            .stream() == 2);
}

TEST_CASE("sound whose numbers cannot be is none, nor is what is no sound", "[recorded_sound]") {
  kinesphere::Envelope envelope;
  CHECK_FALSE(read_sound(envelope, ""));
  auto& message = *envelope.mutable_audio_chunk();
  CHECK_FALSE(read_sound(envelope, ""));  // no rate
  message.set_rate_hz(8'000);
  CHECK(read_sound(envelope, ""));
  for (const double due : {-1.0, 1e300, std::numeric_limits<double>::quiet_NaN()}) {
    message.set_pts(due);
    CHECK_FALSE(read_sound(envelope, ""));
  }
}

}  // namespace kine::protocol::recorded_sound_test
