#include "server/audio_streams.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

namespace kine::server {

using speech::Audio;

namespace {

/// "bml1:s1"
std::string id_of(const motion::Block& block, const motion::Utterance& utterance) {
  return block.id + ":" + utterance.id;
}

}  // namespace

void AudioStreams::expect(const PlayBlock& play) {
  const bool is_heard = std::ranges::any_of(play.block->utterances, [](const auto& utterance) {
    return !utterance.track->audio.samples.empty();
  });
  if (is_heard) expected_.insert_or_assign(play.id, play);
}

void AudioStreams::note(const Feedback& feedback) {
  if (feedback.kind == FeedbackKind::Started) {
    start(feedback.block, feedback.tick);
  } else if (feedback.kind == FeedbackKind::Interrupted) {
    interrupt(feedback.block, feedback.tick);
  }
}

void AudioStreams::start(BlockId block, Tick tick) {
  const auto found = expected_.find(block);
  if (found == expected_.end()) return;
  const PlayBlock play = std::move(found->second);
  expected_.erase(found);
  for (const motion::Utterance& utterance : play.block->utterances) {
    add(play.character, block, *play.block, utterance, tick);
  }
}

void AudioStreams::interrupt(BlockId block, Tick tick) {
  expected_.erase(block);
  for (Stream& stream : streams_) {
    if (stream.block == block) stop(stream, tick);
  }
  std::erase_if(streams_, [&](const Stream& stream) { return stream.block == block; });
}

void AudioStreams::stop(Stream& stream, Tick tick) {
  if (!stream.opened) return;
  call_back(stream, rate_.time_of(tick));
  close(stream);
}

/// What the block says no more, or at another time, is called back, and comes anew at its own.
void AudioStreams::note(const Replanned& replanned) {
  if (const auto expected = expected_.find(replanned.id); expected != expected_.end()) {
    expected->second.block = replanned.block;
  }
  if (!replanned.start) return;
  const motion::Block& block = *replanned.block;
  const auto begin_of = [&](const motion::Utterance& utterance) {
    return rate_.time_of(*replanned.start) + utterance.start;
  };
  const auto is_gone = [&](const Stream& stream) {
    return stream.block == replanned.id &&
           std::ranges::none_of(block.utterances, [&](const motion::Utterance& utterance) {
             return id_of(block, utterance) == stream.id && begin_of(utterance) == stream.begin;
           });
  };
  for (Stream& stream : streams_) {
    if (is_gone(stream)) stop(stream, replanned.from);
  }
  std::erase_if(streams_, is_gone);
  for (const motion::Utterance& utterance : block.utterances) {
    const bool is_there = std::ranges::any_of(streams_, [&](const Stream& stream) {
      return stream.block == replanned.id && stream.id == id_of(block, utterance);
    });
    // What has begun and is not there has been heard.
    if (is_there || begin_of(utterance) < rate_.time_of(replanned.from)) continue;
    add(replanned.character, replanned.id, block, utterance, *replanned.start);
  }
}

void AudioStreams::add(CharacterId character, BlockId id, const motion::Block& block,
                       const motion::Utterance& utterance, Tick start) {
  if (utterance.track->audio.samples.empty()) return;
  streams_.push_back({.number = ++streams_counted_,
                      .character = character,
                      .block = id,
                      .id = id_of(block, utterance),
                      .track = utterance.track,
                      .begin = rate_.time_of(start) + utterance.start});
}

std::vector<AudioPiece> AudioStreams::due(Tick now) {
  for (Stream& stream : streams_) send_ahead(stream, rate_.time_of(now) + kAudioAhead);
  // Until it has been heard to its end it may be called back.
  std::erase_if(streams_, [&](const Stream& stream) {
    const bool heard = stream.begin + stream.track->audio.length() <= rate_.time_of(now);
    if (heard) close(stream);
    return heard;
  });
  return std::exchange(pieces_, {});
}

void AudioStreams::send_ahead(Stream& stream, Seconds until) {
  const Audio& audio = stream.track->audio;
  if (stream.begin > until || stream.sent == audio.samples.size()) return;
  if (!std::exchange(stream.opened, true)) {
    pieces_.push_back(
        {.kind = protocol::AudioKind::Open,
         .character = stream.character,
         .stream = stream.number,
         .due = stream.begin,
         .bytes = protocol::encode(protocol::AudioOpen{.stream = stream.number,
                                                       .character = stream.character,
                                                       .id = stream.id,
                                                       .due = stream.begin,
                                                       .rate_hz = audio.rate_hz,
                                                       .samples = audio.samples.size()})});
  }
  const auto chunk_samples = std::max<std::size_t>(
      1, static_cast<std::size_t>(audio.rate_hz * protocol::kAudioChunkMax.count()));
  while (stream.sent < audio.samples.size()) {
    const Seconds due = stream.begin + Seconds(static_cast<double>(stream.sent) / audio.rate_hz);
    if (due > until) return;
    const std::size_t size = std::min(chunk_samples, audio.samples.size() - stream.sent);
    const std::span samples(audio.samples.data() + stream.sent, size);
    stream.sent += size;
    send_chunk(stream, due, samples, stream.sent == audio.samples.size(), false);
  }
}

/// From the first sample at or after `from` that there is on, if any of those was sent.
void AudioStreams::call_back(Stream& stream, Seconds from) {
  const Audio& audio = stream.track->audio;
  constexpr double kRoundingOfASample = 1e-3;
  const double heard = std::max(0.0, (from - stream.begin).count()) * audio.rate_hz;
  const double at = std::ceil(heard - kRoundingOfASample);
  if (at >= static_cast<double>(audio.samples.size())) return;
  const auto first = static_cast<std::size_t>(at);
  // What has not begun to be heard need not fade.
  const auto fade = first == 0
                        ? 0
                        : std::min(static_cast<std::size_t>(kAudioFade.count() * audio.rate_hz),
                                   audio.samples.size() - first);
  std::vector<std::int16_t> faded(fade);
  for (std::size_t i = 0; i < fade; ++i) {
    const double left = 1 - (static_cast<double>(i) + 1) / static_cast<double>(fade);
    faded[i] = static_cast<std::int16_t>(std::lround(audio.samples[first + i] * left));
  }
  send_chunk(stream, stream.begin + Seconds(at / audio.rate_hz), faded, true, true);
}

void AudioStreams::send_chunk(Stream& stream, Seconds due, std::span<const std::int16_t> samples,
                              bool ends, bool discards) {
  const std::uint32_t sequence = stream.sequence++;
  pieces_.push_back(
      {.kind = protocol::AudioKind::Chunk,
       .character = stream.character,
       .stream = stream.number,
       .sequence = sequence,
       .due = due,
       .bytes = protocol::encode(protocol::AudioChunk{.stream = stream.number,
                                                      .character = stream.character,
                                                      .sequence = sequence,
                                                      .due = due,
                                                      .rate_hz = stream.track->audio.rate_hz,
                                                      .samples = samples,
                                                      .starts = sequence == 0,
                                                      .ends = ends,
                                                      .discards = discards})});
}

void AudioStreams::close(const Stream& stream) {
  pieces_.push_back({.kind = protocol::AudioKind::Close,
                     .character = stream.character,
                     .stream = stream.number,
                     .bytes = protocol::encode(protocol::AudioClose{
                         .stream = stream.number, .character = stream.character})});
}

}  // namespace kine::server
