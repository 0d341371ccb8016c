#include "server/ticks/late_ticks.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace kine::server {
namespace {

constexpr std::chrono::seconds kLateLinePause{1};

double milliseconds_of(Seconds time) { return std::round(1e4 * time.count()) / 10; }

double as_number(std::uint64_t count) { return static_cast<double>(count); }

}  // namespace

std::optional<LogEvent> LateTicks::note(Seconds took, std::uint64_t left_out,
                                        std::chrono::microseconds now) {
  const bool is_late = took > step_;
  if (!is_late && left_out == 0) return {};
  if (is_late) ++late_, ++late_in_all_;
  left_out_ += left_out;
  left_out_in_all_ += left_out;
  longest_ = std::max(longest_, took);
  if (said_at_ && now - *said_at_ < kLateLinePause) return {};
  said_at_ = now;
  LogEvent event(left_out_ > 0 ? "ticks were left out: everybody saw a jump"
                               : "ticks took longer than a tick lasts");
  event.of_kind("late", left_out_ > 0 ? LogLevel::Warning : LogLevel::Info)
      .number("late", as_number(late_))
      .number("late_total", as_number(late_in_all_))
      .number("left_out_ticks", as_number(left_out_))
      .number("left_out_ticks_total", as_number(left_out_in_all_))
      .number("longest_ms", milliseconds_of(longest_))
      .number("tick_ms", milliseconds_of(step_));
  late_ = 0;
  left_out_ = 0;
  longest_ = Seconds{0};
  return event;
}

}  // namespace kine::server
