#include "server/ticks/delayed_sound.h"

#include <algorithm>
#include <utility>

#include "realizer/core/pcm16.h"

namespace kine::server {

AudioPiece DelayedSound::open() const {
  return {.kind = protocol::AudioKind::Open,
          .character = options_.character,
          .stream = options_.stream,
          .due = begin_,
          .bytes = protocol::encode(protocol::AudioOpen{.stream = options_.stream,
                                                        .character = options_.character,
                                                        .due = begin_,
                                                        .rate_hz = options_.rate_hz})};
}

AudioPiece DelayedSound::chunk(std::span<const float> samples, Seconds due, bool discards) {
  std::vector<std::int16_t> whole(samples.size());
  std::ranges::transform(samples, whole.begin(), sample_of);
  const std::uint32_t sequence = sequence_++;
  return {.kind = protocol::AudioKind::Chunk,
          .character = options_.character,
          .stream = options_.stream,
          .sequence = sequence,
          .due = due,
          .bytes = protocol::encode(protocol::AudioChunk{.stream = options_.stream,
                                                         .character = options_.character,
                                                         .sequence = sequence,
                                                         .due = due,
                                                         .rate_hz = options_.rate_hz,
                                                         .samples = whole,
                                                         .starts = sequence == 0,
                                                         .ends = discards,
                                                         .discards = discards})};
}

std::vector<AudioPiece> DelayedSound::take(std::span<const float> samples, Seconds now) {
  std::vector<AudioPiece> pieces;
  if (!opened_) begin_ = now + options_.delay;
  if (due(length_of(taken_)) < now + kDelayLeft) {
    begin_ = now + options_.delay - length_of(taken_);
  }
  if (!std::exchange(opened_, true)) pieces.push_back(open());
  const auto chunk_samples = std::max<std::size_t>(
      1, static_cast<std::size_t>(options_.rate_hz * protocol::kAudioChunkMax.count()));
  while (!samples.empty()) {
    const auto next = samples.first(std::min(chunk_samples, samples.size()));
    samples = samples.subspan(next.size());
    const Seconds due_now = due(length_of(taken_));
    taken_ += next.size();
    if (due_now <= now + options_.delay + kQuickerMost) {
      pieces.push_back(chunk(next, due_now));
    } else {
      begin_ -= length_of(next.size());
    }
  }
  return pieces;
}

std::vector<AudioPiece> DelayedSound::call_back(Seconds now) {
  if (!opened_) return {};
  return {chunk({}, now, true)};
}

std::vector<AudioPiece> DelayedSound::end() const {
  if (!opened_) return {};
  return {{.kind = protocol::AudioKind::Close,
           .character = options_.character,
           .stream = options_.stream,
           .bytes = protocol::encode(
               protocol::AudioClose{.stream = options_.stream, .character = options_.character})}};
}

}  // namespace kine::server
