// What is heard where a recording is replayed: its streams of sound, at the times of this playing.
//
//   RecordedSound --take_in--> AudioPieces
//
// A stream of a playing is no other's, so that a round that begins again does not go on with the
// streams of the one before.
#pragma once

#include <map>
#include <span>
#include <vector>

#include "protocol/recorded_sound.h"
#include "server/ticks/audio_streams.h"

namespace kine::server {

class ReplayedSound {
 public:
  /// From now on sounds are so much later than they were recorded.
  void begin(Seconds later);

  /// Calls back all that would be heard after `now`, and forgets its streams.
  void end(Seconds now);

  void take_in(const protocol::RecordedSound& sound, CharacterId character);

  /// Since the last call of clear, in the order in which they are to be sent.
  std::span<const AudioPiece> pieces() const { return pieces_; }
  void clear() { pieces_.clear(); }

 private:
  struct Stream {
    std::uint32_t number = 0;
    CharacterId character;
    std::uint32_t rate_hz = 0;
    std::uint32_t sequence = 0;  // of the next chunk
    Seconds until{0};            // behind its last sample that was sent
  };

  Stream& stream_of(const protocol::RecordedSound& sound, CharacterId character);

  Seconds later_{0};
  std::uint32_t streams_counted_ = 0;
  std::map<std::uint32_t, Stream> streams_;  // that are open, by their number in the recording
  std::vector<AudioPiece> pieces_;
};

}  // namespace kine::server
