// Any sound at any rate: what is heard of it is finite and bounded.
//
// The first byte says the rate; the others are samples of 32 bits, infinite ones among them.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "realizer/core/assert.h"
#include "realizer/speech/hearing/hearing.h"

using namespace kine;
using namespace kine::speech;

namespace {

constexpr double kSyllableMost_s = 0.6;

void check(std::span<const Heard> all) {
  for (const Heard& each : all) {
    KINE_ASSERT(std::isfinite(each.at.count()) && std::isfinite(each.found.count()));
    KINE_ASSERT(each.observation.symbol() < Observation::kSymbols);
    const SyllableFeatures& features = each.features;
    KINE_ASSERT(std::isfinite(features.rise_st) && std::isfinite(features.fall_st));
    KINE_ASSERT(std::isfinite(features.level_db));
    KINE_ASSERT(features.duration.count() >= 0 && features.duration.count() <= kSyllableMost_s);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  constexpr std::uint32_t kRateStep_hz = 200;
  auto hearing = Hearing::make({.rate_hz = kRateStep_hz * data[0]});
  if (!hearing) return 0;
  std::vector<float> samples((size - 1) / sizeof(float));
  if (!samples.empty()) std::memcpy(samples.data(), data + 1, samples.size() * sizeof(float));
  // A few samples of a fuzzer are moments of sound: each is held, so that syllables come.
  constexpr std::size_t kHeld = 16;
  for (const float sample : samples) {
    const std::vector<float> held(kHeld, sample);
    check(hearing->push(held));
  }
  check(hearing->finish());
  return 0;
}
