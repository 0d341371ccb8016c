// What the operator's log says of who comes and who is turned away: a line each, and of a flood
// only some a second of each kind, the next of which says how many were left out.
//
//   listener, sessions --> GuestLog --lines--> what serve writes
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>

#include "server/base/rate_limit.h"

namespace kine::server {

/// Every call may come from any thread.
class GuestLog {
 public:
  enum class Kind { Connected, Refused, CutOff, WrongToken };
  using Write = std::function<void(const std::string& line)>;

  /// `write` empty: nothing is written. It is called under the log's lock.
  GuestLog(Write write, std::size_t lines_per_second_max);

  /// "KIND: WHAT", with how many of this kind were left out before it. `now` never runs back.
  void note(Kind kind, std::string_view what, std::chrono::microseconds now);

 private:
  struct Lines {
    RateLimit rate;
    std::size_t left_out = 0;
  };

  const Write write_;
  std::mutex mutex_;  // of all below
  std::array<Lines, 4> lines_;
};

}  // namespace kine::server
