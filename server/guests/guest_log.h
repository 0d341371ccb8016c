// What the operator's log says of clients: who comes, goes and is turned away, and what becomes of
// their scripts. An event each, and of a flood only some a second of each kind; the next one says
// how many were left out.
//
//   listener, sessions --> GuestLog --events--> what serve writes
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <mutex>
#include <vector>

#include "server/base/log_event.h"
#include "server/base/rate_limit.h"

namespace kine::server {

/// Every call may come from any thread.
class GuestLog {
 public:
  enum class Kind {
    Connected,
    Closed,
    Refused,
    CutOff,
    WrongToken,
    ScriptAccepted,
    ScriptRefused,
  };
  using Write = std::function<void(const LogEvent& event)>;

  /// `write` empty: nothing is written. It is called under the log's lock.
  GuestLog(Write write, std::size_t lines_per_second_max);

  /// Writes it with its kind, and with how many of this kind were left out before it. `now` never
  /// runs back.
  void note(Kind kind, LogEvent event, std::chrono::microseconds now);

 private:
  struct Lines {
    RateLimit rate;
    std::size_t left_out = 0;
  };
  static constexpr std::size_t kKinds = 7;

  const Write write_;
  std::mutex mutex_;          // of all below
  std::vector<Lines> lines_;  // by kinds
};

}  // namespace kine::server
