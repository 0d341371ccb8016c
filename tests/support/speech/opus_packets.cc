#include "tests/support/speech/opus_packets.h"

#include <opus/opus.h>

#include "realizer/core/assert.h"

namespace kine::test {

std::vector<std::string> opus_packets(std::span<const std::int16_t> samples, std::uint32_t rate_hz,
                                      std::size_t samples_per_packet, int bits_per_second) {
  constexpr int kChannels = 1;
  constexpr std::size_t kPacketBytesMax = 1'500;
  int error = OPUS_OK;
  OpusEncoder* const encoder = opus_encoder_create(static_cast<opus_int32>(rate_hz), kChannels,
                                                   OPUS_APPLICATION_VOIP, &error);
  KINE_ASSERT(error == OPUS_OK);
  opus_encoder_ctl(encoder, OPUS_SET_BITRATE(bits_per_second));
  std::vector<std::string> packets;
  for (std::size_t at = 0; at + samples_per_packet <= samples.size(); at += samples_per_packet) {
    std::string packet(kPacketBytesMax, '\0');
    const int size = opus_encode(encoder, samples.data() + at, static_cast<int>(samples_per_packet),
                                 reinterpret_cast<unsigned char*>(packet.data()),
                                 static_cast<opus_int32>(packet.size()));
    KINE_ASSERT(size > 0);
    packet.resize(static_cast<std::size_t>(size));
    packets.push_back(std::move(packet));
  }
  opus_encoder_destroy(encoder);
  return packets;
}

}  // namespace kine::test
