#include "server/ticks/replayed_sound.h"

#include <string>
#include <vector>

#include "protocol/audio.h"
#include "protocol/envelope.h"
#include "protocol/kinesphere.pb.h"
#include "tests/support/catch.h"

namespace kine::server::replayed_sound_test {
namespace {

using Kind = protocol::AudioKind;

constexpr CharacterId kAda{1};

/// A chunk of one second of stream 5, as it was recorded.
std::string recorded_chunk(Seconds due) {
  const std::vector<std::int16_t> samples(100, 1);
  const protocol::AudioChunk chunk{.stream = 5,
                                   .character = CharacterId{9},
                                   .sequence = 3,
                                   .due = due,
                                   .rate_hz = 100,
                                   .samples = samples};
  return std::string(protocol::encode(chunk)->substr(protocol::kLengthBytes));
}

void play(ReplayedSound& sound, const std::string& message) {
  const auto envelope = protocol::decode(message);
  REQUIRE(envelope);
  const auto recorded = protocol::read_sound(*envelope, message);
  REQUIRE(recorded);
  sound.take_in(*recorded, kAda);
}

}  // namespace

TEST_CASE("sound is heard later by what its recording is", "[replayed_sound]") {
  ReplayedSound sound;
  sound.begin(Seconds(10));
  play(sound, recorded_chunk(Seconds(1)));

  REQUIRE(sound.pieces().size() == 1);
  const AudioPiece& piece = sound.pieces()[0];
  CHECK(piece.kind == Kind::Chunk);
  CHECK(piece.character == kAda);
  CHECK(piece.stream == 1);
  CHECK(piece.due == Seconds(11));
}

TEST_CASE("at an end what is ahead is called back, and its stream is closed", "[replayed_sound]") {
  ReplayedSound sound;
  sound.begin(Seconds(10));
  play(sound, recorded_chunk(Seconds(1)));
  sound.clear();

  sound.end(Seconds(11.5));

  REQUIRE(sound.pieces().size() == 2);
  CHECK(sound.pieces()[1].kind == Kind::Close);
  const auto envelope = protocol::decode(sound.pieces()[0].bytes->substr(protocol::kLengthBytes));
  REQUIRE(envelope);
  CHECK(envelope->audio_chunk().pts() == 11.5);
  CHECK(envelope->audio_chunk().seq() == 4);
  CHECK((envelope->audio_chunk().flags() & kinesphere::AudioChunk::DISCARD) != 0);
}

TEST_CASE("at an end what was heard is only closed, and the next round has streams of its own",
          "[replayed_sound]") {
  ReplayedSound sound;
  sound.begin(Seconds(0));
  play(sound, recorded_chunk(Seconds(1)));
  sound.clear();

  sound.end(Seconds(2));
  REQUIRE(sound.pieces().size() == 1);
  CHECK(sound.pieces()[0].kind == Kind::Close);
  sound.clear();

  sound.begin(Seconds(5));
  play(sound, recorded_chunk(Seconds(1)));
  REQUIRE(sound.pieces().size() == 1);
  CHECK(sound.pieces()[0].stream == 2);
}

}  // namespace kine::server::replayed_sound_test
