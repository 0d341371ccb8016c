#include "server/ticks/replayed_sound.h"

namespace kine::server {

using protocol::AudioKind;

void ReplayedSound::begin(Seconds later) { later_ = later; }

void ReplayedSound::end(Seconds now) {
  for (const auto& [recorded, stream] : streams_) {
    if (stream.until > now) {
      const protocol::AudioChunk nothing{.stream = stream.number,
                                         .character = stream.character,
                                         .sequence = stream.sequence,
                                         .due = now,
                                         .rate_hz = stream.rate_hz,
                                         .ends = true,
                                         .discards = true};
      pieces_.push_back({AudioKind::Chunk, stream.character, stream.number, stream.sequence, now,
                         protocol::encode(nothing)});
    }
    const protocol::AudioClose close{.stream = stream.number, .character = stream.character};
    pieces_.push_back({AudioKind::Close, stream.character, stream.number, 0, Seconds{0},
                       protocol::encode(close)});
  }
  streams_.clear();
}

void ReplayedSound::take_in(const protocol::RecordedSound& sound, CharacterId character) {
  Stream& stream = stream_of(sound, character);
  if (sound.kind == AudioKind::Chunk) {
    stream.rate_hz = sound.rate_hz;
    stream.sequence = sound.sequence + 1;
    stream.until = sound.end + later_;
  }
  pieces_.push_back({sound.kind, character, stream.number, sound.sequence, sound.due + later_,
                     said_again(sound, character, stream.number, later_)});
  if (sound.kind == AudioKind::Close) streams_.erase(sound.stream);
}

ReplayedSound::Stream& ReplayedSound::stream_of(const protocol::RecordedSound& sound,
                                                CharacterId character) {
  const auto [found, is_new] = streams_.try_emplace(sound.stream);
  if (is_new) found->second = {.number = ++streams_counted_, .character = character};
  return found->second;
}

}  // namespace kine::server
