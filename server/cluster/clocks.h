// How far the clocks of two nodes are apart, as far as messages can tell.
//
//   ask at t0 --> clock.NODE: its time --> answer at t1
//
// Its time is of a moment between t0 and t1. So its clock is ahead by its time less the middle of
// both, give or take half of the way there and back. The quickest of some answers is taken.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "realizer/core/result.h"
#include "server/cluster/nats_answers.h"
#include "server/cluster/nats_connection.h"

namespace kine::server {

/// Clocks of a cluster are no further apart: a node that finds more is not ready.
inline constexpr std::chrono::microseconds kClocksApartMax{20'000};

struct ClockReading {
  std::chrono::microseconds ahead{};  // of ours; below 0: behind
  std::chrono::microseconds give_or_take{};

  /// Whether the clocks are surely too far apart. A slow network alone is no reason.
  bool is_apart() const { return std::chrono::abs(ahead) - give_or_take > kClocksApartMax; }
};

/// Unix time in microseconds.
using WallClock = std::function<std::int64_t()>;
std::int64_t unix_microseconds();

/// Answers the others, until it is gone.
class ClockAnswers {
 public:
  static Result<std::unique_ptr<ClockAnswers>> begin(const NatsConnection& connection,
                                                     const std::string& node,
                                                     WallClock clock = unix_microseconds);

 private:
  explicit ClockAnswers(std::unique_ptr<NatsAnswers> answers) : answers_(std::move(answers)) {}

  std::unique_ptr<NatsAnswers> answers_;
};

/// Asks a node `times` times. An error: it did not answer.
Result<ClockReading> read_clock(const NatsConnection& connection, const std::string& node,
                                std::chrono::milliseconds patience, int times = 5,
                                const WallClock& clock = unix_microseconds);

}  // namespace kine::server
