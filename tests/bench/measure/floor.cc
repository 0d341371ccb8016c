#include "tests/bench/measure/floor.h"

#include <cstring>

#include "tests/bench/measure/clocks.h"

// On the instruction set that the kernels run on, for the comparison is with them.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tests/bench/measure/floor.cc"
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_EMU128 | HWY_SCALAR)
#include "hwy/cache_control.h"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace kine::bench::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::CappedTag<float, 16>;

float streamed(const float* data, std::size_t count) {
  const Tag d;
  constexpr std::size_t kAhead = 256;  // floats: 1 KiB, further than the hardware looks
  auto a = hn::Zero(d);
  auto b = hn::Zero(d);
  auto c = hn::Zero(d);
  auto e = hn::Zero(d);
  const std::size_t step = hn::Lanes(d);
  for (std::size_t i = 0; i + 4 * step <= count; i += 4 * step) {
    hwy::Prefetch(data + i + kAhead);
    hwy::Prefetch(data + i + kAhead + 16);
    a = hn::Or(a, hn::LoadU(d, data + i));
    b = hn::Or(b, hn::LoadU(d, data + i + step));
    c = hn::Or(c, hn::LoadU(d, data + i + 2 * step));
    e = hn::Or(e, hn::LoadU(d, data + i + 3 * step));
  }
  return hn::GetLane(hn::Or(hn::Or(a, b), hn::Or(c, e)));
}

/// Sixteen chains, so that none waits for itself; one operand of each comes from memory.
float multiplied(const float* data, std::size_t lane_ops) {
  constexpr std::size_t kChains = 10;
  const Tag d;
  const auto factor = hn::Set(d, 0.999F);
  hn::Vec<Tag> chain[kChains];
  for (auto& v : chain) v = hn::Set(d, 1.0F);
  const std::size_t rounds = lane_ops / hn::Lanes(d) / kChains;
  for (std::size_t i = 0; i < rounds; ++i) {
    const float* near = data + i % 64 * 16;
    for (std::size_t k = 0; k < kChains; ++k) {
      chain[k] = hn::MulAdd(chain[k], factor, hn::LoadU(d, near));
    }
  }
  auto sum = chain[0];
  for (const auto& v : chain) sum = hn::Add(sum, v);
  return hn::GetLane(sum);
}

}  // namespace kine::bench::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace kine::bench {

HWY_EXPORT(streamed);
HWY_EXPORT(multiplied);

namespace {
constexpr std::size_t kPrefetchedPast = 1024;
}

Floor::Floor(const Work& work, std::size_t characters)
    : work_(work),
      characters_(characters),
      keys_(work.key_bytes / sizeof(float) * characters + kPrefetchedPast, 0.5F),
      frames_(work.frame_bytes * 16, 'f'),
      sent_(work.frame_bytes * characters, 's') {}

void Floor::read_keys() {
  const std::size_t each = work_.key_bytes / sizeof(float);
  for (std::size_t i = 0; i < characters_; ++i) {
    result_ = HWY_DYNAMIC_DISPATCH(streamed)(keys_.data() + i * each, each);
    keep(result_);
  }
}

void Floor::multiply_add() {
  for (std::size_t i = 0; i < characters_; ++i) {
    result_ = HWY_DYNAMIC_DISPATCH(multiplied)(keys_.data(), work_.lane_ops);
    keep(result_);
  }
}

void Floor::copy_frames() {
  for (std::size_t i = 0; i < characters_; ++i) {
    std::memcpy(sent_.data() + i * work_.frame_bytes, frames_.data() + i % 16 * work_.frame_bytes,
                work_.frame_bytes);
  }
  keep(sent_.front());
}

}  // namespace kine::bench
#endif
