// Sound as packets of Opus, by libopus's own encoder.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace kine::test {

/// In packets of so many samples; a last piece that fills none is left out.
std::vector<std::string> opus_packets(std::span<const std::int16_t> samples, std::uint32_t rate_hz,
                                      std::size_t samples_per_packet, int bits_per_second = 24'000);

}  // namespace kine::test
