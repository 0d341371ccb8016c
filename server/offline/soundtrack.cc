#include "server/offline/soundtrack.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include "realizer/core/pcm16.h"

namespace kine::server {
namespace {

void append_little_endian(std::string& bytes, std::uint32_t value, int size) {
  for (int shift = 0; shift < 8 * size; shift += 8) {
    bytes += static_cast<char>(value >> shift & 0xFF);
  }
}

std::size_t sample_at(Seconds time, std::uint32_t rate_hz) {
  return static_cast<std::size_t>(std::llround(std::max(0.0, time.count()) * rate_hz));
}

}  // namespace

void Soundtrack::expect(std::shared_ptr<const motion::Block> block) {
  if (!block || block->utterances.empty()) return;
  std::string id = block->id;
  expected_.insert_or_assign(std::move(id), std::move(block));
}

void Soundtrack::note(const Feedback& feedback) {
  const Seconds time = rate_.time_of(feedback.tick);
  if (feedback.kind == FeedbackKind::Interrupted) {
    for (Heard& heard : heard_) {
      if (heard.block == feedback.id && !heard.silent_from) heard.silent_from = time;
    }
  }
  const auto found = expected_.find(feedback.id);
  if (feedback.kind != FeedbackKind::Started || found == expected_.end()) return;
  for (const motion::Utterance& each : found->second->utterances) {
    if (each.track->audio.samples.empty()) continue;
    heard_.push_back({.block = feedback.id,
                      .start = time + each.start,
                      .silent_from = {},
                      .audio = {each.track, &each.track->audio}});
  }
  expected_.erase(found);
}

void Soundtrack::add(std::shared_ptr<const speech::Audio> audio) {
  if (audio == nullptr || audio->samples.empty()) return;
  heard_.push_back({.block = {}, .silent_from = {}, .audio = std::move(audio)});
}

speech::Audio Soundtrack::mixed() const {
  speech::Audio all;
  if (heard_.empty()) return all;
  all.rate_hz = heard_.front().audio->rate_hz;
  std::vector<std::int32_t> sums;
  for (const Heard& heard : heard_) {
    const speech::Audio& audio = *heard.audio;
    const std::size_t begin = sample_at(heard.start, all.rate_hz);
    std::size_t end = begin + sample_at(audio.length(), all.rate_hz);
    if (heard.silent_from) end = std::min(end, sample_at(*heard.silent_from, all.rate_hz));
    if (end_) end = std::min(end, sample_at(*end_, all.rate_hz));
    if (end > sums.size()) sums.resize(end);
    for (std::size_t i = begin; i < end; ++i) {
      const std::size_t from = (i - begin) * audio.rate_hz / all.rate_hz;
      if (from < audio.samples.size()) sums[i] += audio.samples[from];
    }
  }
  using Sample = std::numeric_limits<std::int16_t>;
  for (const std::int32_t sum : sums) {
    all.samples.push_back(
        static_cast<std::int16_t>(std::clamp<std::int32_t>(sum, Sample::min(), Sample::max())));
  }
  return all;
}

std::string wave_of(const speech::Audio& audio) {
  constexpr std::uint32_t kSampleBytes = kPcm16Bytes;
  constexpr std::uint32_t kHeadBytes = 36;
  const auto bytes = static_cast<std::uint32_t>(audio.samples.size() * kSampleBytes);
  std::string wave = "RIFF";
  append_little_endian(wave, kHeadBytes + bytes, 4);
  wave += "WAVEfmt ";
  append_little_endian(wave, 16, 4);
  append_little_endian(wave, 1, 2);  // PCM
  append_little_endian(wave, 1, 2);  // channels
  append_little_endian(wave, audio.rate_hz, 4);
  append_little_endian(wave, audio.rate_hz * kSampleBytes, 4);
  append_little_endian(wave, kSampleBytes, 2);
  append_little_endian(wave, 8 * kSampleBytes, 2);
  wave += "data";
  append_little_endian(wave, bytes, 4);
  append_pcm16(audio.samples, wave);
  return wave;
}

}  // namespace kine::server
