// The only place that knows a clock: it turns steady time into the numbers of ticks.
//
// Late by up to kCatchUpMax it runs every tick; beyond, it skips to the present and says
// how many were left out.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

#include "realizer/core/time.h"

namespace kine::server {

/// Of the machine's steady clock, which never runs back. For time stamps and limits of sessions.
std::chrono::microseconds steady_now();

/// What to do when `last` was the last tick and `elapsed` has gone by since tick 0.
struct DueTicks {
  std::uint64_t skipped = 0;  // left out, before those that run
  std::uint64_t run = 0;
  friend bool operator==(DueTicks, DueTicks) = default;
};
DueTicks due_ticks(TickRate rate, Tick last, std::chrono::nanoseconds elapsed);

class TickLoop {
 public:
  /// Called for each tick in its turn, with how many were left out before it.
  using OnTick = std::function<void(Tick tick, std::uint64_t skipped)>;

  TickLoop(TickRate rate, OnTick on_tick) : rate_(rate), on_tick_(std::move(on_tick)) {}
  ~TickLoop() { stop(); }

  using Clock = std::chrono::steady_clock;

  /// Begins with the tick behind `last`, on a thread of its own. When tick 0 is, of steady_now():
  /// so that this tick is due now, or where `zero` says it. Then ticks may be due that are left
  /// out.
  std::chrono::microseconds start(Tick last = {}, std::optional<Clock::time_point> zero = {});

  /// Returns when the tick that runs has come to its end.
  void stop();

 private:
  void run(Clock::time_point zero, Tick last);

  TickRate rate_;
  OnTick on_tick_;
  std::mutex mutex_;  // of stopping_
  std::condition_variable stopped_;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace kine::server
