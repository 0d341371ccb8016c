#include "server/listening/opus_sound.h"

#include <opus/opus.h>

#include <string>

namespace kine::server {
namespace {

constexpr int kOpusChannels = 1;

const unsigned char* packet_bytes(std::string_view packet) {
  return reinterpret_cast<const unsigned char*>(packet.data());
}

}  // namespace

void OpusSound::Destroy::operator()(OpusDecoder* decoder) const { opus_decoder_destroy(decoder); }

Result<OpusSound> OpusSound::make() {
  int error = OPUS_OK;
  OpusDecoder* const decoder = opus_decoder_create(kRate_hz, kOpusChannels, &error);
  if (error != OPUS_OK) {
    return Error{ErrorCode::LimitExceeded,
                 "no decoder of Opus: " + std::string(opus_strerror(error))};
  }
  return OpusSound(decoder);
}

std::optional<std::size_t> OpusSound::samples_in(std::string_view packet) {
  const auto size = static_cast<opus_int32>(packet.size());
  const int count =
      packet.empty() ? 0 : opus_packet_get_nb_samples(packet_bytes(packet), size, kRate_hz);
  if (count <= 0) return {};
  return static_cast<std::size_t>(count);
}

std::optional<std::span<const std::int16_t>> OpusSound::decode(std::string_view packet) {
  if (packet.empty()) return {};  // to libopus it would be one that was lost
  constexpr int kNoForwardCorrection = 0;
  const int count =
      opus_decode(decoder_.get(), packet_bytes(packet), static_cast<opus_int32>(packet.size()),
                  samples_.data(), static_cast<int>(samples_.size()), kNoForwardCorrection);
  if (count < 0) return {};
  return std::span(samples_).first(static_cast<std::size_t>(count));
}

void OpusSound::forget() { opus_decoder_ctl(decoder_.get(), OPUS_RESET_STATE); }

}  // namespace kine::server
