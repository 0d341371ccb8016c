// When to tell the server which frame came last, so that it sends no more than can be shown.
//
// The server lets half a second of frames be on their way. A tenth of a second of ticks is said at
// a time: so nobody ever waits for the other, and it needs no timer.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

namespace kine::client {

class Acknowledgement {
 public:
  /// Whether to say that the frame of `tick` has come; if so, it is.
  bool is_due(std::uint64_t tick, std::uint32_t tick_rate_hz) {
    const std::uint64_t step = std::max(1U, tick_rate_hz / 10);
    if (said_ && tick < *said_ + step) return false;
    said_ = tick;
    return true;
  }

  /// As after a restart of the server, whose ticks count from nought.
  void clear() { said_.reset(); }

 private:
  std::optional<std::uint64_t> said_;
};

}  // namespace kine::client
