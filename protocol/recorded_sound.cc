#include "protocol/recorded_sound.h"

#include <cmath>

#include "protocol/codec.h"
#include "protocol/envelope.h"
#include "protocol/kinesphere.pb.h"
#include "realizer/core/assert.h"
#include "realizer/core/pcm16.h"

namespace kine::protocol {
namespace {

/// A century of ticks: further than that no sum is exact, and no recording goes.
constexpr double kDueMax_s = 3e9;

bool can_be_due(double seconds) { return seconds >= 0 && seconds <= kDueMax_s; }

}  // namespace

std::optional<RecordedSound> read_sound(const kinesphere::Envelope& envelope,
                                        std::string_view message) {
  RecordedSound sound{.message = message};
  const auto keep_whose = [&](const auto& said) {
    sound.character = CharacterId{said.character_id()};
    sound.stream = said.stream();
  };
  const auto keep_when = [&](const auto& said) {
    sound.rate_hz = said.rate_hz();
    sound.due = Seconds(said.pts());
    return sound.rate_hz > 0 && can_be_due(said.pts());
  };
  const auto keep_end = [&](double samples) {
    sound.end = sound.due + Seconds(samples / sound.rate_hz);
  };
  if (envelope.has_audio_open()) {
    keep_whose(envelope.audio_open());
    if (!keep_when(envelope.audio_open())) return {};
    keep_end(static_cast<double>(envelope.audio_open().samples()));
  } else if (envelope.has_audio_chunk()) {
    const kinesphere::AudioChunk& chunk = envelope.audio_chunk();
    sound.kind = AudioKind::Chunk;
    sound.sequence = chunk.seq();
    keep_whose(chunk);
    if (!keep_when(chunk)) return {};
    keep_end(static_cast<double>(chunk.samples().size() / kPcm16Bytes));
  } else if (envelope.has_audio_close()) {
    sound.kind = AudioKind::Close;
    keep_whose(envelope.audio_close());
  } else {
    return {};
  }
  return sound;
}

std::optional<SoundSamples> samples_of(const RecordedSound& sound) {
  const auto envelope = decode(sound.message);
  if (!envelope || !envelope->has_audio_chunk()) return {};
  const kinesphere::AudioChunk& chunk = envelope->audio_chunk();
  if (chunk.codec() != kinesphere::AUDIO_CODEC_PCM16) return {};
  return SoundSamples{.samples = pcm16_samples(chunk.samples()),
                      .discards = (chunk.flags() & kinesphere::AudioChunk::DISCARD) != 0};
}

Bytes said_again(const RecordedSound& sound, CharacterId character, std::uint32_t stream,
                 Seconds later) {
  auto envelope = decode(sound.message);
  KINE_ASSERT(envelope.has_value());  // read_sound had it
  const auto change_whose = [&](auto& message) {
    message.set_character_id(character.value);
    message.set_stream(stream);
  };
  const auto change_when = [&](auto& message) { message.set_pts(message.pts() + later.count()); };
  if (envelope->has_audio_open()) {
    change_whose(*envelope->mutable_audio_open());
    change_when(*envelope->mutable_audio_open());
  } else if (envelope->has_audio_chunk()) {
    change_whose(*envelope->mutable_audio_chunk());
    change_when(*envelope->mutable_audio_chunk());
  } else {
    change_whose(*envelope->mutable_audio_close());
  }
  return encode(*envelope);
}

}  // namespace kine::protocol
