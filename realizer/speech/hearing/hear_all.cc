#include "realizer/speech/hearing/hear_all.h"

#include <span>

#include "realizer/core/pcm16.h"

namespace kine::speech {

Result<std::vector<Heard>> hear_all(const Audio& audio, const ProsodyStatistics& training) {
  constexpr std::size_t kPiece = 4'096;  // the pieces change nothing
  auto hearing = Hearing::make({.rate_hz = audio.rate_hz, .training = training});
  if (!hearing) return hearing.error();
  std::vector<Heard> all;
  const auto add = [&](std::span<const Heard> heard) {
    all.insert(all.end(), heard.begin(), heard.end());
  };
  std::vector<float> piece;
  for (const std::int16_t sample : audio.samples) {
    piece.push_back(amplitude_of(sample));
    if (piece.size() < kPiece) continue;
    add(hearing->push(piece));
    piece.clear();
  }
  add(hearing->push(piece));
  add(hearing->finish());
  return all;
}

}  // namespace kine::speech
