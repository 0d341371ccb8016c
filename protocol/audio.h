// What characters say, as bytes to send.
//
//   samples in pieces of 20 ms --encode--> AudioOpen, AudioChunk, AudioClose in Bytes
//
// Times are those of the ticks, so that sound and frames are shown by one clock.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "protocol/framing.h"
#include "realizer/core/ids.h"
#include "realizer/core/time.h"

namespace kine::protocol {

/// How long one chunk is at most.
inline constexpr Seconds kAudioChunkMax{0.02};

/// What a message about a stream of sound is.
enum class AudioKind : std::uint8_t { Open, Chunk, Close };

/// How true the times of its words are, with the protocol's numbers.
enum class SpeechTiming : std::uint8_t { Unknown, Measured, Marks, Aligned, Estimated };

struct AudioOpen {
  std::uint32_t stream = 0;
  CharacterId character;
  std::string_view id;
  Seconds due{0};  // of the first sample
  std::uint32_t rate_hz = 0;
  std::uint64_t samples = 0;
  SpeechTiming timing = SpeechTiming::Unknown;
};

struct AudioChunk {
  std::uint32_t stream = 0;
  CharacterId character;
  std::uint32_t sequence = 0;
  Seconds due{0};
  std::uint32_t rate_hz = 0;
  std::span<const std::int16_t> samples = {};
  bool starts = false;
  bool ends = false;
  bool discards = false;  // what came before, from `due` on
};

struct AudioClose {
  std::uint32_t stream = 0;
  CharacterId character;
};

Bytes encode(const AudioOpen& open);
Bytes encode(const AudioChunk& chunk);
Bytes encode(const AudioClose& close);

}  // namespace kine::protocol
