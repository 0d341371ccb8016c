// Packets of Opus (RFC 6716), one after another, as the samples that hearing works with.
//
//   packet --decode--> samples of 16,000 Hz, one channel
//
// What a decoder keeps is some 18 kB, however long the sound. Not for two threads at once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "realizer/core/result.h"

struct OpusDecoder;  // libopus

namespace kine::server {

class OpusSound {
 public:
  static constexpr std::uint32_t kRate_hz = 16'000;

  /// 10 to 60 ms, in samples of kRate_hz. Opus itself knows packets of 2.5 to 120 ms.
  static constexpr std::size_t kPacketLeast = 160;
  static constexpr std::size_t kPacketMost = 960;

  /// An error where there is no memory for it.
  static Result<OpusSound> make();

  /// How many samples of kRate_hz a packet holds, by its first bytes; nothing: it is none.
  static std::optional<std::size_t> samples_in(std::string_view packet);

  /// Nothing of what is broken, or longer than kPacketMost. Valid until the next call.
  std::optional<std::span<const std::int16_t>> decode(std::string_view packet);

  /// The next packet does not follow on the last one.
  void forget();

 private:
  struct Destroy {
    void operator()(OpusDecoder* decoder) const;
  };

  explicit OpusSound(OpusDecoder* decoder) : decoder_(decoder) {}

  std::unique_ptr<OpusDecoder, Destroy> decoder_;  // never null
  std::array<std::int16_t, kPacketMost> samples_{};
};

}  // namespace kine::server
