// Time is counted, not measured: a Tick is an integer that the caller hands in, and seconds are
// derived from it, never summed, so tick 1'000'000 has no drift. Nothing under realizer/ reads a
// clock (tests/tidy sees to it).
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <compare>
#include <cstdint>

#include "realizer/core/assert.h"

namespace kine {

/// A length of time, or a time since the start of a block.
using Seconds = std::chrono::duration<double>;

struct Tick {
  std::uint64_t index = 0;

  friend auto operator<=>(Tick, Tick) = default;
};

/// An instant no later than a tick, and at most one before it.
struct Instant {
  Tick tick;
  Seconds before{0};

  Instant() = default;
  Instant(Tick noticed, Seconds so_long = Seconds{0}) : tick(noticed), before(so_long) {}

  friend bool operator==(const Instant&, const Instant&) = default;
};

/// How many ticks make a second: 60 unless the server or the bake is told otherwise.
class TickRate {
 public:
  explicit TickRate(std::uint32_t hz) : hz_(hz) { KINE_ASSERT(hz > 0); }

  std::uint32_t hz() const { return hz_; }
  Seconds time_of(Tick tick) const { return Seconds(static_cast<double>(tick.index) / hz_); }
  Seconds step() const { return Seconds(1.0 / hz_); }

  /// From `earlier` to `later`, which is negative where they are the other way round.
  Seconds between(Tick earlier, Tick later) const {
    return Seconds(static_cast<double>(static_cast<std::int64_t>(later.index - earlier.index)) /
                   hz_);
  }

  Seconds between(const Instant& earlier, Tick later) const {
    return between(earlier.tick, later) + earlier.before;
  }

  /// `time` after `zero`, seen from `tick`, in which it is noticed. One that is later is now.
  Instant instant_of(Tick zero, Seconds time, Tick tick) const {
    return {tick, std::clamp(between(zero, tick) - time, Seconds{0}, step())};
  }

  /// The first tick at or after `time`, counted from `zero`. A time that misses a tick by no more
  /// than the rounding of a script's decimals belongs to that tick.
  Tick first_at_or_after(Tick zero, Seconds time) const {
    constexpr double kRoundingOfATick = 1e-6;
    const double ticks = std::ceil(time.count() * hz_ - kRoundingOfATick);
    return Tick{zero.index + (ticks > 0 ? static_cast<std::uint64_t>(ticks) : 0)};
  }

  friend bool operator==(TickRate, TickRate) = default;

 private:
  std::uint32_t hz_;
};

}  // namespace kine
