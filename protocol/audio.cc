#include "protocol/audio.h"

#include <string>

#include "protocol/envelope.h"
#include "protocol/kinesphere.pb.h"
#include "realizer/core/pcm16.h"

namespace kine::protocol {

Bytes encode(const AudioOpen& open) {
  kinesphere::Envelope envelope;
  kinesphere::AudioOpen& message = *envelope.mutable_audio_open();
  message.set_stream(open.stream);
  message.set_character_id(open.character.value);
  message.set_id(std::string(open.id));
  message.set_pts(open.due.count());
  message.set_rate_hz(open.rate_hz);
  message.set_samples(open.samples);
  message.set_timing(static_cast<kinesphere::Timing>(open.timing));
  return encode(envelope);
}

Bytes encode(const AudioChunk& chunk) {
  kinesphere::Envelope envelope;
  kinesphere::AudioChunk& message = *envelope.mutable_audio_chunk();
  message.set_stream(chunk.stream);
  message.set_character_id(chunk.character.value);
  message.set_seq(chunk.sequence);
  message.set_pts(chunk.due.count());
  message.set_rate_hz(chunk.rate_hz);
  unsigned flags = 0;
  if (chunk.starts) flags |= kinesphere::AudioChunk::START;
  if (chunk.ends) flags |= kinesphere::AudioChunk::END;
  if (chunk.discards) flags |= kinesphere::AudioChunk::DISCARD;
  message.set_flags(flags);
  message.set_samples(pcm16_bytes(chunk.samples));
  return encode(envelope);
}

Bytes encode(const AudioClose& close) {
  kinesphere::Envelope envelope;
  kinesphere::AudioClose& message = *envelope.mutable_audio_close();
  message.set_stream(close.stream);
  message.set_character_id(close.character.value);
  return encode(envelope);
}

}  // namespace kine::protocol
