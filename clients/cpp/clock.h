// The server's clocks, told by this side's: of the last ten pings the one with the least round trip
// says best what time it is there.
//
//   Ping, Pong --Sample--> Clock --tick_time_s--> InterpolationBuffer
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>

namespace kine::client {

/// Of this side, in microseconds, from a beginning of its own.
std::int64_t client_us();

class Clock {
 public:
  /// In microseconds, all of them.
  struct Sample {
    std::int64_t sent = 0;  // the ping, and when its answer came, on this side's clock
    std::int64_t received = 0;
    std::int64_t server = 0;       // what the server's steady clock said between the two
    std::int64_t server_tick = 0;  // the same moment on the count of ticks; 0: none has been
  };
  void add(const Sample& sample);

  /// In seconds. Nothing before the first answer.
  std::optional<double> round_trip_s() const;

  /// The server's steady clock at `now_us` of this side's.
  std::optional<double> server_time_s(std::int64_t now_us = client_us()) const;

  /// What Frame::time is of a frame that is made at `now_us`.
  std::optional<double> tick_time_s(std::int64_t now_us = client_us()) const;

 private:
  const Sample* best() const;

  std::deque<Sample> samples_;
};

}  // namespace kine::client
