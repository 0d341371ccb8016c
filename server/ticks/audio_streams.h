// What characters say, in pieces of 20 ms as they are due. A pure object: no clock, no sockets.
//
//   PlayBlock, Feedback --expect, note--> AudioStreams --due(tick)--> pieces, each encoded once
//
// A block that starts at a tick is heard from then on, each utterance at its own time. Pieces come
// up to a second ahead, so that networks may be slow; when a block is interrupted what is ahead is
// called back, and what would be heard next fades within 20 ms. Where an utterance goes on as
// another sound, or louder, another stream follows, which fades in meanwhile.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "protocol/audio.h"
#include "realizer/tick/shard.h"

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

/// How long an utterance stays as loud as it was made last: each change sends up to a second of
/// sound anew, and there may be a wish in every tick.
inline constexpr Seconds kVolumePause{0.1};

/// What is interrupted is silent after that.
inline constexpr Seconds kAudioFade{0.02};

class AudioStreams {
 public:
  explicit AudioStreams(TickRate rate) : rate_(rate) {}

  /// A block that will start, or be interrupted before it does.
  void expect(const PlayBlock& play);
  void note(const Feedback& feedback);
  void note(const Replanned& replanned);

  /// The volume of an utterance of a block that waits or plays, wished at that tick: from the next
  /// due() on or, where it was changed just now, a little later. The last wish counts. Of other
  /// parameters nothing.
  void note(const ParameterWish& wish, Tick tick);

  /// What has come ahead of `now` since the call before, in the order in which it is to be sent.
  std::vector<AudioPiece> due(Tick now);

 private:
  /// How loud one is: evenly from one to the other.
  struct Volume {
    double from = 1;
    double to = 1;
    Seconds begins{0};  // on the ticks' time
    Seconds ends{0};

    double at(Seconds time) const;
    bool is_one() const { return from == 1 && to == 1; }
  };

  struct Stream {
    std::uint32_t number = 0;
    CharacterId character;
    BlockId block;
    std::string id;
    std::shared_ptr<const speech::SpeechTrack> track;
    Seconds begin{0};  // of the track's first sample, on the ticks' time
    Volume volume;
    std::size_t first = 0;  // sample of the track that it has,
    std::size_t last = 0;   // up to that one
    std::size_t sent = 0;   // up to that sample
    bool fades_in = false;
    bool is_followed = false;    // by another, which has what comes behind
    std::uint32_t sequence = 0;  // of the next chunk
    bool opened = false;
  };

  /// How loud an utterance is to be, and what somebody has wished since that was changed.
  struct Wished {
    Volume volume;
    std::optional<plan::ParameterChange> next;  // the last
    Tick next_at = {};                          // when that was wished
    std::optional<Tick> changed;                // last
  };

  void change_volumes(Tick now);
  static Volume volume_after(const Wished& wished, Seconds wished_at, Seconds now);
  void change_volume(BlockId block, const std::string& part, const Volume& volume, Tick now);
  void start(BlockId block, Tick tick);
  void interrupt(BlockId block, Tick tick);
  void stop(Stream& stream, Tick tick);
  void add(CharacterId character, BlockId id, const motion::Block& block,
           const motion::Utterance& utterance, Tick start, std::size_t first = 0);
  void go_on_as(std::size_t stream, std::shared_ptr<const speech::SpeechTrack> track, Seconds from);
  void follow(std::size_t stream, std::shared_ptr<const speech::SpeechTrack> track,
              std::size_t first, const Volume& volume);
  static void take(std::shared_ptr<const speech::SpeechTrack> track, Stream& stream);
  void send_ahead(Stream& stream, Seconds until);
  void call_back(Stream& stream, Seconds from);
  Seconds due_of(const Stream& stream, std::size_t sample) const;
  std::vector<std::int16_t> samples_of(const Stream& stream, std::size_t first,
                                       std::size_t size) const;
  void send_chunk(Stream& stream, Seconds due, std::span<const std::int16_t> samples, bool ends,
                  bool discards);
  void close(const Stream& stream);

  TickRate rate_;
  std::uint32_t streams_counted_ = 0;
  std::map<BlockId, PlayBlock> expected_;  // with something to say
  std::vector<Stream> streams_;            // that have more to send, or may be called back

  // Of blocks with something to say that have not said their last word, by behaviour, where
  // somebody has wished one.
  std::map<BlockId, std::map<std::string, Wished>> volumes_;
  bool has_new_volumes_ = false;
  std::vector<AudioPiece> pieces_;
};

}  // namespace kine::server
