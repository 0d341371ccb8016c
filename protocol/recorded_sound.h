// What a recording says of sound, and the same as it is said again at another time.
//
//   a recorded AudioOpen, AudioChunk or AudioClose --read_sound--> RecordedSound --said_again-->
//   Bytes
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "protocol/audio.h"
#include "realizer/core/ids.h"
#include "realizer/core/time.h"

namespace kinesphere {
class Envelope;
}

namespace kine::protocol {

/// One message about one stream.
struct RecordedSound {
  AudioKind kind = AudioKind::Open;
  CharacterId character;
  std::uint32_t stream = 0;
  std::uint32_t sequence = 0;  // of a chunk
  std::uint32_t rate_hz = 0;   // of an Open or a chunk
  Seconds due{0};              // of its first sample, on the recorded ticks' time
  Seconds end{0};              // behind its last, of an Open behind the last of its stream
  std::string_view message;    // the envelope, without its length
};

/// Nothing of a message that is not about sound, or whose numbers cannot be. `message` is what
/// `envelope` was read from; the sound keeps it.
std::optional<RecordedSound> read_sound(const kinesphere::Envelope& envelope,
                                        std::string_view message);

/// What a chunk lets be heard, and whether what came before it from `due` on is not to be heard.
struct SoundSamples {
  std::vector<std::int16_t> samples;
  bool discards = false;
};

/// Nothing of what is no chunk of plain samples.
std::optional<SoundSamples> samples_of(const RecordedSound& sound);

/// The same sound of that character, as that stream, so much later.
Bytes said_again(const RecordedSound& sound, CharacterId character, std::uint32_t stream,
                 Seconds later);

}  // namespace kine::protocol
