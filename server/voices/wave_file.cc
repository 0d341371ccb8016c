#include "server/voices/wave_file.h"

#include <algorithm>
#include <cstring>

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

speech::Audio mixed(std::string_view data, std::uint16_t channels, std::uint32_t rate_hz) {
  speech::Audio audio{.rate_hz = rate_hz, .samples = {}};
  const std::size_t frame_bytes = channels * sizeof(std::int16_t);
  audio.samples.reserve(data.size() / frame_bytes);
  for (std::size_t at = 0; at + frame_bytes <= data.size(); at += frame_bytes) {
    int sum = 0;
    for (std::uint16_t channel = 0; channel < channels; ++channel) {
      sum += number_at<std::int16_t>(data, at + channel * sizeof(std::int16_t));
    }
    audio.samples.push_back(static_cast<std::int16_t>(sum / channels));
  }
  return audio;
}

}  // namespace

Result<speech::Audio> read_wave(std::string_view bytes) {
  if (bytes.size() > kWaveBytesMax) return Error{ErrorCode::LimitExceeded, "a .wav is too long"};
  if (bytes.size() < 12 || bytes.substr(0, 4) != "RIFF" || bytes.substr(8, 4) != "WAVE") {
    return fault("no .wav file");
  }
  std::uint16_t channels = 0;
  std::uint32_t rate_hz = 0;
  for (std::size_t at = 12; at + kHeadBytes <= bytes.size();) {
    const std::string_view name = bytes.substr(at, 4);
    const std::size_t size = number_at<std::uint32_t>(bytes, at + 4);
    const std::string_view chunk = bytes.substr(at + kHeadBytes, size);
    if (name == "fmt ") {
      const auto kind = number_at<std::uint16_t>(chunk, 0);
      channels = number_at<std::uint16_t>(chunk, 2);
      rate_hz = number_at<std::uint32_t>(chunk, 4);
      const auto bits = number_at<std::uint16_t>(chunk, 14);
      if ((kind != kPcm && kind != kExtensible) || bits != 16 || channels == 0 ||
          channels > kChannelsMax) {
        return fault("a .wav whose samples do not have 16 bits");
      }
      if (rate_hz < kWaveRateMin_hz || rate_hz > kWaveRateMax_hz) {
        return fault("a .wav of fewer than 8000 or more than 48000 samples a second");
      }
    } else if (name == "data") {
      if (channels == 0) return fault("a .wav whose samples stand before their format");
      return mixed(chunk, channels, rate_hz);
    }
    at += kHeadBytes + size + size % 2;
  }
  return fault("a .wav without samples");
}

}  // namespace kine::server
