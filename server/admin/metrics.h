// What the server counts, as Prometheus reads it.
//
//   Status, Present --metrics_text--> "kinesphere_ticks_total 1234\n…"
#pragma once

#include <cstddef>
#include <string>

#include "server/base/status.h"

namespace kine::server {

/// The content type of the text.
inline constexpr const char* kMetricsType = "text/plain; version=0.0.4; charset=utf-8";

/// What is so now and is not counted in Status.
struct Present {
  bool is_ready = false;
  std::size_t memory_bytes = 0;  // that clients have the server hold
  double tick_s = 0;             // how long a tick lasts
};

/// With what the machine says of this process.
std::string metrics_text(const Status& status, const Present& present);

}  // namespace kine::server
