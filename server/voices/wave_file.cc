#include "server/voices/wave_file.h"

#include <algorithm>
#include <cstring>

#include "realizer/core/pcm16.h"

namespace kine::server {
namespace {

constexpr std::uint16_t kPcm = 1;
constexpr std::uint16_t kExtensible = 0xFFFE;  // with the same samples behind a longer header
constexpr std::size_t kHeadBytes = 8;          // of a chunk: its name and its length
constexpr std::uint16_t kChannelsMax = 8;

template <class Number>
Number number_at(std::string_view bytes, std::size_t at) {
  Number number{};
  if (at + sizeof number <= bytes.size()) std::memcpy(&number, bytes.data() + at, sizeof number);
  return number;
}

Error fault(const char* what) { return {ErrorCode::Syntax, what}; }

Error wave_too_long() { return {ErrorCode::LimitExceeded, "a .wav is too long"}; }

}  // namespace

Result<WaveHead> read_wave_head(std::string_view bytes) {
  if (bytes.size() < 12 || bytes.substr(0, 4) != "RIFF" || bytes.substr(8, 4) != "WAVE") {
    return fault("no .wav file");
  }
  WaveHead head;
  for (std::size_t at = 12; at + kHeadBytes <= bytes.size();) {
    const std::string_view name = bytes.substr(at, 4);
    const std::size_t size = number_at<std::uint32_t>(bytes, at + 4);
    const std::string_view chunk = bytes.substr(at + kHeadBytes, size);
    if (name == "fmt ") {
      const auto kind = number_at<std::uint16_t>(chunk, 0);
      head.channels = number_at<std::uint16_t>(chunk, 2);
      head.rate_hz = number_at<std::uint32_t>(chunk, 4);
      const auto bits = number_at<std::uint16_t>(chunk, 14);
      if ((kind != kPcm && kind != kExtensible) || bits != 16 || head.channels == 0 ||
          head.channels > kChannelsMax) {
        return fault("a .wav whose samples do not have 16 bits");
      }
      if (head.rate_hz < kWaveRateMin_hz || head.rate_hz > kWaveRateMax_hz) {
        return fault("a .wav of fewer than 8000 or more than 48000 samples a second");
      }
    } else if (name == "data") {
      if (head.channels == 0) return fault("a .wav whose samples stand before their format");
      head.data_at = at + kHeadBytes;
      head.data_bytes = size;
      return head;
    }
    at += kHeadBytes + size + size % 2;
  }
  return fault("a .wav without samples");
}

std::vector<std::int16_t> mixed_samples(std::string_view bytes, std::uint16_t channels) {
  std::vector<std::int16_t> samples;
  const std::size_t frame_bytes = channels * kPcm16Bytes;
  samples.reserve(bytes.size() / frame_bytes);
  for (std::size_t at = 0; at + frame_bytes <= bytes.size(); at += frame_bytes) {
    int sum = 0;
    for (std::uint16_t channel = 0; channel < channels; ++channel) {
      sum += pcm16_at(bytes, at + channel * kPcm16Bytes);
    }
    samples.push_back(static_cast<std::int16_t>(sum / channels));
  }
  return samples;
}

Result<speech::Audio> read_wave(std::string_view bytes) {
  if (bytes.size() > kWaveBytesMax) return wave_too_long();
  const auto head = read_wave_head(bytes);
  if (!head) return head.error();
  return speech::Audio{
      .rate_hz = head->rate_hz,
      .samples = mixed_samples(bytes.substr(head->data_at, head->data_bytes), head->channels)};
}

Result<Done> check_wave_head(std::string_view head, std::size_t file_bytes) {
  if (file_bytes > kWaveBytesMax) return wave_too_long();
  const auto read = read_wave_head(head);
  // What stands before the samples may be longer than the head.
  const bool may_follow = file_bytes > head.size() && head.size() >= kWaveHeadBytesMax;
  if (read || (may_follow && head.substr(0, 4) == "RIFF")) return Done{};
  return read.error();
}

}  // namespace kine::server
