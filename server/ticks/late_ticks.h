// How late the ticks are, for the log: a line a second at most, with how bad it was and how much
// there was in all.
//
//   how long a tick took, how many were left out --LateTicks--> LogEvent
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "realizer/core/time.h"
#include "server/base/log_event.h"

namespace kine::server {

class LateTicks {
 public:
  /// How long a tick lasts.
  explicit LateTicks(Seconds step) : step_(step) {}

  /// After each tick, and how many were left out before it. What is to be said; nothing, where
  /// nothing is late, or the last line is not a second old: the next line says it.
  std::optional<LogEvent> note(Seconds took, std::uint64_t left_out, std::chrono::microseconds now);

 private:
  const Seconds step_;
  std::optional<std::chrono::microseconds> said_at_;

  // Since the last line.
  std::uint64_t late_ = 0;
  std::uint64_t left_out_ = 0;
  Seconds longest_{0};

  // In all.
  std::uint64_t late_in_all_ = 0;
  std::uint64_t left_out_in_all_ = 0;
};

}  // namespace kine::server
