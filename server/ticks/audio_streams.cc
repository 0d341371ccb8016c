#include "server/ticks/audio_streams.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "server/ticks/speech_timing.h"

namespace kine::server {

using speech::Audio;

namespace {

/// "bml1:s1"
std::string id_of(const motion::Block& block, const motion::Utterance& utterance) {
  return block.id + ":" + utterance.id;
}

/// "s1" of "bml1:s1"
std::string_view part_of(std::string_view id) { return id.substr(id.find(':') + 1); }

/// The first sample at or after a moment of the track.
std::size_t sample_from(const Audio& audio, Seconds time) {
  constexpr double kRoundingOfASample = 1e-3;
  const double at = std::ceil(std::max(0.0, time.count()) * audio.rate_hz - kRoundingOfASample);
  return static_cast<std::size_t>(
      std::min(std::max(at, 0.0), static_cast<double>(audio.samples.size())));
}

std::size_t fade_samples(const Audio& audio) {
  return static_cast<std::size_t>(kAudioFade.count() * audio.rate_hz);
}

}  // namespace

void AudioStreams::expect(const PlayBlock& play) {
  if (!play.block->utterances.empty()) volumes_.try_emplace(play.id);
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
  if (feedback.kind == FeedbackKind::Interrupted || feedback.kind == FeedbackKind::Ended) {
    volumes_.erase(feedback.block);
  }
}

void AudioStreams::note(const ParameterWish& wish, Tick tick) {
  // In the tick of its last word a block may still be wished something of.
  const auto block = volumes_.find(wish.id);
  if (wish.change.parameter != "volume" || block == volumes_.end()) return;
  Wished& wished = block->second[wish.change.part];
  wished.next = wish.change;
  wished.next_at = tick;
  has_new_volumes_ = true;
}

void AudioStreams::change_volumes(Tick now) {
  if (!std::exchange(has_new_volumes_, false)) return;
  for (auto& [block, volumes] : volumes_) {
    for (auto& [part, wished] : volumes) {
      if (!wished.next) continue;
      if (wished.changed && rate_.between(*wished.changed, now) < kVolumePause) {
        has_new_volumes_ = true;
        continue;
      }
      wished.volume = volume_after(wished, rate_.time_of(wished.next_at), rate_.time_of(now));
      wished.next.reset();
      wished.changed = now;
      change_volume(block, part, wished.volume, now);
    }
  }
}

/// As loud as it is to be at the end of the wish's time, and until then on an even way from now on.
AudioStreams::Volume AudioStreams::volume_after(const Wished& wished, Seconds wished_at,
                                                Seconds now) {
  const plan::ParameterChange& change = *wished.next;
  const Seconds ends = wished_at + change.over;
  if (ends <= now) return {.from = change.value, .to = change.value, .begins = now, .ends = now};
  const bool is_late = wished_at < now;
  const double from = is_late ? wished.volume.at(now) : change.from.value_or(wished.volume.at(now));
  return {.from = from, .to = change.value, .begins = now, .ends = ends};
}

void AudioStreams::change_volume(BlockId block, const std::string& part, const Volume& volume,
                                 Tick now) {
  const Seconds time = rate_.time_of(now);
  for (std::size_t i = 0, count = streams_.size(); i < count; ++i) {
    const Stream& stream = streams_[i];
    if (stream.block != block || part_of(stream.id) != part) continue;
    const bool is_so =
        volume.ends <= time && stream.volume.ends <= time && stream.volume.to == volume.to;
    if (is_so) continue;
    const std::size_t heard = sample_from(stream.track->audio, time - stream.begin);
    follow(i, stream.track, std::max(heard, stream.first), volume);
  }
}

double AudioStreams::Volume::at(Seconds time) const {
  if (time >= ends) return to;
  return from + std::max(0.0, (time - begins) / (ends - begins)) * (to - from);
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
  const Seconds from = rate_.time_of(replanned.from);
  for (const motion::Utterance& utterance : block.utterances) {
    bool is_there = false;
    for (std::size_t i = 0, count = streams_.size(); i < count; ++i) {
      if (streams_[i].block != replanned.id || streams_[i].id != id_of(block, utterance)) continue;
      is_there = true;
      go_on_as(i, utterance.track, from);
    }
    // What has begun and is not there has been heard, but for what it was made longer by.
    const Audio& audio = utterance.track->audio;
    const std::size_t first = sample_from(audio, from - begin_of(utterance));
    if (is_there || first == audio.samples.size()) continue;
    add(replanned.character, replanned.id, block, utterance, *replanned.start, first);
  }
}

/// From the first sample on that is another, and has not been heard.
void AudioStreams::go_on_as(std::size_t index, std::shared_ptr<const speech::SpeechTrack> track,
                            Seconds from) {
  Stream& stream = streams_[index];
  if (track == stream.track) return;
  const Audio& was = stream.track->audio;
  const Audio& is = track->audio;
  const std::size_t heard = sample_from(was, from - stream.begin);
  std::size_t first = std::min(std::max(heard, stream.first), stream.sent);
  const std::size_t both = std::min(stream.sent, is.samples.size());
  while (first < both && was.samples[first] == is.samples[first]) ++first;
  const bool is_sent_whole = stream.sent == stream.last;
  const bool is_longer = !stream.is_followed && is.samples.size() > stream.last;
  const bool goes_on = first < stream.sent || (is_sent_whole && is_longer);
  if (!stream.opened || !goes_on) return take(std::move(track), stream);
  follow(index, std::move(track), first, stream.volume);
}

/// What was sent of it is the same.
void AudioStreams::take(std::shared_ptr<const speech::SpeechTrack> track, Stream& stream) {
  const std::size_t size = track->audio.samples.size();
  stream.last = stream.is_followed ? std::min(stream.last, size) : size;
  stream.track = std::move(track);
}

/// Another stream in place of the rest of this one, which stays until it has been heard.
void AudioStreams::follow(std::size_t index, std::shared_ptr<const speech::SpeechTrack> track,
                          std::size_t first, const Volume& volume) {
  Stream next = streams_[index];
  next.volume = volume;
  take(std::move(track), next);
  Stream& stream = streams_[index];
  if (!stream.opened) {
    stream = std::move(next);
    return;
  }
  const bool is_called_back = first < stream.sent;
  if (is_called_back) call_back(stream, due_of(stream, first));
  stream.last = stream.sent = std::min(first, stream.last);
  if (first >= next.last) return;
  stream.is_followed = true;
  next.number = ++streams_counted_;
  next.first = next.sent = first;
  next.fades_in = is_called_back && first > 0;
  next.sequence = 0;
  next.opened = false;
  streams_.push_back(std::move(next));
}

void AudioStreams::add(CharacterId character, BlockId id, const motion::Block& block,
                       const motion::Utterance& utterance, Tick start, std::size_t first) {
  if (utterance.track->audio.samples.empty()) return;
  const auto volumes = volumes_.find(id);
  Volume volume;
  if (volumes != volumes_.end()) {
    const auto wished = volumes->second.find(utterance.id);
    if (wished != volumes->second.end()) volume = wished->second.volume;
  }
  streams_.push_back({.number = ++streams_counted_,
                      .character = character,
                      .block = id,
                      .id = id_of(block, utterance),
                      .track = utterance.track,
                      .begin = rate_.time_of(start) + utterance.start,
                      .volume = volume,
                      .first = first,
                      .last = utterance.track->audio.samples.size(),
                      .sent = first});
}

std::vector<AudioPiece> AudioStreams::due(Tick now) {
  change_volumes(now);
  for (Stream& stream : streams_) send_ahead(stream, rate_.time_of(now) + kAudioAhead);
  // Until it has been heard to its end it may be called back.
  std::erase_if(streams_, [&](const Stream& stream) {
    const bool heard = due_of(stream, stream.last) <= rate_.time_of(now);
    if (heard && stream.opened) close(stream);
    return heard;
  });
  return std::exchange(pieces_, {});
}

Seconds AudioStreams::due_of(const Stream& stream, std::size_t sample) const {
  return stream.begin + Seconds(static_cast<double>(sample) / stream.track->audio.rate_hz);
}

/// As loud as it is to be.
std::vector<std::int16_t> AudioStreams::samples_of(const Stream& stream, std::size_t first,
                                                   std::size_t size) const {
  const Audio& audio = stream.track->audio;
  const auto begin = audio.samples.begin() + static_cast<std::ptrdiff_t>(first);
  std::vector<std::int16_t> samples(begin, begin + static_cast<std::ptrdiff_t>(size));
  const std::size_t fade = stream.fades_in ? fade_samples(audio) : 0;
  if (stream.volume.is_one() && first >= stream.first + fade) return samples;
  for (std::size_t i = 0; i < size; ++i) {
    const std::size_t place = first + i - stream.first;
    const double volume = stream.volume.at(due_of(stream, first + i));
    const double share =
        place < fade ? (static_cast<double>(place) + 1) / static_cast<double>(fade) : 1;
    samples[i] = static_cast<std::int16_t>(std::lround(samples[i] * volume * share));
  }
  return samples;
}

void AudioStreams::send_ahead(Stream& stream, Seconds until) {
  const Audio& audio = stream.track->audio;
  if (stream.sent >= stream.last || due_of(stream, stream.first) > until) return;
  if (!std::exchange(stream.opened, true)) {
    pieces_.push_back({.kind = protocol::AudioKind::Open,
                       .character = stream.character,
                       .stream = stream.number,
                       .due = due_of(stream, stream.first),
                       .bytes = protocol::encode(protocol::AudioOpen{
                           .stream = stream.number,
                           .character = stream.character,
                           .id = stream.id,
                           .due = due_of(stream, stream.first),
                           .rate_hz = audio.rate_hz,
                           .samples = stream.last - stream.first,
                           .timing = timing_on_the_wire(stream.track->timing)})});
  }
  const auto chunk_samples = std::max<std::size_t>(
      1, static_cast<std::size_t>(audio.rate_hz * protocol::kAudioChunkMax.count()));
  while (stream.sent < stream.last) {
    const Seconds due = due_of(stream, stream.sent);
    if (due > until) return;
    const std::size_t size = std::min(chunk_samples, stream.last - stream.sent);
    const std::vector<std::int16_t> samples = samples_of(stream, stream.sent, size);
    stream.sent += size;
    send_chunk(stream, due, samples, stream.sent == stream.last, false);
  }
}

/// From the first sample at or after `from` that there is on, if any of those was sent.
void AudioStreams::call_back(Stream& stream, Seconds from) {
  const Audio& audio = stream.track->audio;
  const std::size_t first = std::max(sample_from(audio, from - stream.begin), stream.first);
  if (first >= stream.last) return;
  // What has not begun to be heard need not fade.
  const auto fade = first == stream.first ? 0 : std::min(fade_samples(audio), stream.last - first);
  std::vector<std::int16_t> faded = samples_of(stream, first, fade);
  for (std::size_t i = 0; i < fade; ++i) {
    const double left = 1 - (static_cast<double>(i) + 1) / static_cast<double>(fade);
    faded[i] = static_cast<std::int16_t>(std::lround(faded[i] * left));
  }
  send_chunk(stream, due_of(stream, first), faded, true, true);
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
