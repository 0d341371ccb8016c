// When to ping: for the clock, and to find out that nobody is there any more.
//
//   Connection --beat(now)--> a ping, or that there was silence;  what comes --heard()
//
// Pings in a row after which nothing was heard are counted, and time is not: a program may stand
// still for long, and finds all that it missed when it goes on.
#pragma once

#include <chrono>
#include <cstdint>

namespace kine::client {

class Heartbeat {
 public:
  using Time = std::chrono::steady_clock::time_point;

  /// Quickly at first, so that the clock is good at once; those are not counted.
  struct Pace {
    std::uint32_t first_pings = 5;
    std::chrono::milliseconds first_pause{100};
    std::chrono::milliseconds pause{2'000};
    std::uint32_t unanswered_max = 5;
  };
  explicit Heartbeat(Pace pace) : pace_(pace) {}

  /// As when a connection begins: a ping is due at once.
  void start(Time now) { *this = Heartbeat(pace_), next_ = now; }

  enum class Beat { None, Ping, Silence };

  /// What is due at `now`. After Silence there is nobody to ping.
  Beat beat(Time now) {
    if (now < next_) return Beat::None;
    if (unanswered_ >= pace_.unanswered_max) return Beat::Silence;
    const bool is_first = sent_ < pace_.first_pings;
    if (is_first) ++sent_;
    if (!is_first) ++unanswered_;
    next_ = now + (is_first ? pace_.first_pause : pace_.pause);
    return Beat::Ping;
  }

  /// When beat() has something to say again.
  Time next() const { return next_; }

  /// Something came, whatever it was.
  void heard() { unanswered_ = 0; }

 private:
  Pace pace_;
  Time next_;
  std::uint32_t sent_ = 0;  // of the first ones
  std::uint32_t unanswered_ = 0;
};

}  // namespace kine::client
