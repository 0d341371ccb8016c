// Sound of somebody who speaks live, held back for its hearers, so that movements can meet it.
//
//   samples as they come --take(now)--> pieces, each due so much later on the ticks' time
//
// Pieces are sent at once, ahead of their time. A pure object: no clock, no sockets.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "server/ticks/audio_streams.h"

namespace kine::server {

/// Sound that comes quicker than it is said is sent so much farther ahead, at most. More is left
/// out.
inline constexpr Seconds kQuickerMost{0.2};

/// What is left of the delay, at least. Where the network takes more, the delay begins anew, and
/// there is a pause.
inline constexpr Seconds kDelayLeft{0.05};

/// The numbers of such streams: blocks are counted from 1 on.
inline constexpr std::uint32_t kFirstDelayedStream = 1U << 31;

class DelayedSound {
 public:
  struct Options {
    CharacterId character;
    std::uint32_t stream = kFirstDelayedStream;  // another number for every sound
    std::uint32_t rate_hz = 0;
    Seconds delay{0};
  };
  explicit DelayedSound(const Options& options) : options_(options) {}

  /// Samples without a gap, 1 at full scale. `now`, on the ticks' time, is never earlier than
  /// before.
  std::vector<AudioPiece> take(std::span<const float> samples, Seconds now);

  /// What was sent and is not heard yet is not to be heard.
  std::vector<AudioPiece> call_back(Seconds now);

  /// Nothing more comes.
  std::vector<AudioPiece> end() const;

  /// When a moment of the sound, from its first sample, is heard, on the ticks' time.
  Seconds due(Seconds moment) const { return begin_ + moment; }

  Seconds delay() const { return options_.delay; }

 private:
  AudioPiece open() const;
  AudioPiece chunk(std::span<const float> samples, Seconds due, bool discards = false);
  Seconds length_of(std::uint64_t samples) const {
    return Seconds(static_cast<double>(samples) / options_.rate_hz);
  }

  Options options_;
  bool opened_ = false;
  Seconds begin_{0};         // when the first sample is heard, or would be by the present delay
  std::uint64_t taken_ = 0;  // samples
  std::uint32_t sequence_ = 0;
};

}  // namespace kine::server
