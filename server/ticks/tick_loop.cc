#include "server/ticks/tick_loop.h"

#include <algorithm>

#include "server/base/limits.h"

namespace kine::server {
namespace {

constexpr std::int64_t kNanoseconds = 1'000'000'000;

// Whole ticks in `elapsed`, from integers: exact for as long as a server can run.
std::uint64_t whole_ticks(TickRate rate, std::chrono::nanoseconds elapsed) {
  const std::int64_t seconds = elapsed.count() / kNanoseconds;
  const std::int64_t rest = elapsed.count() % kNanoseconds;
  return static_cast<std::uint64_t>(seconds * rate.hz() + rest * rate.hz() / kNanoseconds);
}

// The first nanosecond of a tick.
std::chrono::nanoseconds start_of(TickRate rate, Tick tick) {
  const auto index = static_cast<std::int64_t>(tick.index);
  const std::int64_t hz = rate.hz();
  return std::chrono::nanoseconds(index / hz * kNanoseconds +
                                  (index % hz * kNanoseconds + hz - 1) / hz);
}

}  // namespace

std::chrono::microseconds steady_now() {
  return std::chrono::duration_cast<std::chrono::microseconds>(
      TickLoop::Clock::now().time_since_epoch());
}

DueTicks due_ticks(TickRate rate, Tick last, std::chrono::nanoseconds elapsed) {
  const std::uint64_t present = whole_ticks(rate, elapsed);
  if (present <= last.index) return {};
  const std::uint64_t behind = present - last.index;
  const std::uint64_t at_once = std::max<std::uint64_t>(whole_ticks(rate, kCatchUpMax), 1);
  if (behind <= at_once) return {.skipped = 0, .run = behind};
  return {.skipped = behind - 1, .run = 1};
}

std::chrono::microseconds TickLoop::start(Tick last, std::optional<Clock::time_point> zero) {
  const Clock::time_point began = zero.value_or(Clock::now() - start_of(rate_, last));
  thread_ = std::thread([this, began, last] { run(began, last); });
  return std::chrono::duration_cast<std::chrono::microseconds>(began.time_since_epoch());
}

void TickLoop::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  stopped_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void TickLoop::run(Clock::time_point zero, Tick last) {
  std::unique_lock lock(mutex_);
  while (!stopping_) {
    const DueTicks due = due_ticks(rate_, last, Clock::now() - zero);
    if (due.run == 0) {
      stopped_.wait_until(lock, zero + start_of(rate_, Tick{last.index + 1}),
                          [this] { return stopping_; });
      continue;
    }
    lock.unlock();
    last.index += due.skipped;
    for (std::uint64_t i = 0; i < due.run; ++i) {
      ++last.index;
      on_tick_(last, i == 0 ? due.skipped : 0);
    }
    lock.lock();
  }
}

}  // namespace kine::server
