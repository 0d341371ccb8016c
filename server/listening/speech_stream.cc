#include "server/listening/speech_stream.h"

#include <utility>

namespace kine::server {

Result<SpeechStream> SpeechStream::make(CharacterId character, std::uint32_t rate_hz,
                                        const speech::ProsodyStatistics& training) {
  auto hearing = speech::Hearing::make({.rate_hz = rate_hz, .training = training});
  if (!hearing) return hearing.error();
  return SpeechStream(character, rate_hz, *std::move(hearing));
}

std::span<const speech::Heard> SpeechStream::take(std::uint64_t first_sample,
                                                  std::span<const std::int16_t> samples,
                                                  Seconds now) {
  return hearing_.push(sound_.take(first_sample, samples, now));
}

}  // namespace kine::server
