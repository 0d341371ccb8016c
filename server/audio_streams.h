// What characters say, in pieces of 20 ms as they are due. A pure object: no clock, no sockets.
//
//   PlayBlock, Feedback --expect, note--> AudioStreams --due(tick)--> pieces, each encoded once
//
// A block that starts at a tick is heard from then on, each utterance at its own time. Pieces come
// up to a second ahead, so that networks may be slow; when a block is interrupted what is ahead is
// called back, and what would be heard next fades within 20 ms.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "protocol/audio.h"
#include "realizer/shard.h"

namespace kine::server {

/// One message about one stream.
struct AudioPiece {
  protocol::AudioKind kind = protocol::AudioKind::Open;
  CharacterId character;
  std::uint32_t stream = 0;
  std::uint32_t sequence = 0;  // of a chunk
  Seconds due{0};              // of an Open or a chunk
  protocol::Bytes bytes;       // never null
};

/// How far ahead of its time sound is sent.
inline constexpr Seconds kAudioAhead{1};

/// What is interrupted is silent after that.
inline constexpr Seconds kAudioFade{0.02};

class AudioStreams {
 public:
  explicit AudioStreams(TickRate rate) : rate_(rate) {}

  /// A block that will start, or be interrupted before it does.
  void expect(const PlayBlock& play);
  void note(const Feedback& feedback);
  void note(const Replanned& replanned);

  /// What has come ahead of `now` since the call before, in the order in which it is to be sent.
  std::vector<AudioPiece> due(Tick now);

 private:
  struct Stream {
    std::uint32_t number = 0;
    CharacterId character;
    BlockId block;
    std::string id;
    std::shared_ptr<const speech::SpeechTrack> track;
    Seconds begin{0};            // of its first sample, on the ticks' time
    std::size_t sent = 0;        // samples
    std::uint32_t sequence = 0;  // of the next chunk
    bool opened = false;
  };

  void start(BlockId block, Tick tick);
  void interrupt(BlockId block, Tick tick);
  void stop(Stream& stream, Tick tick);
  void add(CharacterId character, BlockId id, const motion::Block& block,
           const motion::Utterance& utterance, Tick start);
  void send_ahead(Stream& stream, Seconds until);
  void call_back(Stream& stream, Seconds from);
  void send_chunk(Stream& stream, Seconds due, std::span<const std::int16_t> samples, bool ends,
                  bool discards);
  void close(const Stream& stream);

  TickRate rate_;
  std::uint32_t streams_counted_ = 0;
  std::map<BlockId, PlayBlock> expected_;  // with something to say
  std::vector<Stream> streams_;            // that have more to send, or may be called back
  std::vector<AudioPiece> pieces_;
};

}  // namespace kine::server
