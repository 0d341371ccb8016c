// The sound that a client sends for a character to move by: messages in any order, at any time.
//
// Pieces of samples, and packets of Opus; each message stands behind two bytes of its length. When
// it comes is what it says of captured_us. Whatever is sent, no more comes out than sound that went
// in, and silence for the time that passed; what is heard of it is finite.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string_view>

#include "protocol/kinesphere.pb.h"
#include "realizer/core/assert.h"
#include "server/conversation/sound_pieces.h"

using namespace kine;
using namespace kine::server;

namespace {

constexpr std::size_t kStreamsMost = 4;

/// A message counts as this much later than the last one at most.
constexpr std::uint64_t kPauseMost_us = 3'000'000;

struct Intake {
  SpeechStream stream;
  Seconds began{0};
  Seconds sound{0};  // that went in
};

void check(std::span<const speech::Heard> all) {
  for (const speech::Heard& each : all) {
    KINE_ASSERT(std::isfinite(each.at.count()) && std::isfinite(each.found.count()));
    KINE_ASSERT(each.observation.symbol() < speech::Observation::kSymbols);
    KINE_ASSERT(std::isfinite(each.features.level_db));
  }
}

Intake* stream_of(const kinesphere::AudioIn& sound, Seconds now,
                  std::map<std::uint32_t, Intake>& streams) {
  const auto found = streams.find(sound.stream());
  if (found != streams.end()) {
    return found->second.stream.format() == format_of(sound) ? &found->second : nullptr;
  }
  auto made = SpeechStream::make(CharacterId{1}, format_of(sound));
  if (!made || streams.size() == kStreamsMost) return nullptr;
  return &streams.emplace(sound.stream(), Intake{.stream = *std::move(made), .began = now})
              .first->second;
}

void take(const kinesphere::AudioIn& sound, Seconds now, std::map<std::uint32_t, Intake>& streams) {
  if (!fault_of(sound).empty()) return;
  Intake* const intake = stream_of(sound, now, streams);
  if (intake == nullptr) return;
  const auto heard = intake->stream.take(sound.first_sample(), sound.samples(), now);
  if (heard) check(*heard);
  constexpr Seconds kPieceMost{0.06};
  intake->sound += kPieceMost;
  const Seconds most = (intake->sound + (now - intake->began) + kGapMost) * (1 + kStretchMost);
  KINE_ASSERT(intake->stream.length() <= most + kPieceMost);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view bytes(reinterpret_cast<const char*>(data), size);
  std::map<std::uint32_t, Intake> streams;
  std::uint64_t now_us = 0;
  while (bytes.size() > 2) {
    const auto low = static_cast<unsigned char>(bytes[0]);
    const auto high = static_cast<unsigned char>(bytes[1]);
    const std::size_t length = std::min<std::size_t>(low | high << 8, bytes.size() - 2);
    kinesphere::AudioIn sound;
    const bool is_read = sound.ParseFromArray(bytes.data() + 2, static_cast<int>(length));
    bytes.remove_prefix(2 + length);
    if (!is_read) continue;
    now_us = std::clamp<std::uint64_t>(sound.captured_us(), now_us, now_us + kPauseMost_us);
    take(sound, Seconds(1e-6 * static_cast<double>(now_us)), streams);
  }
  return 0;
}
