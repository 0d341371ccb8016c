// What the port of those who operate the server answers.
//
//   request --answer_to_operator--> metrics, "ok", or why it is not
#pragma once

#include <chrono>

#include "server/admin/metrics.h"
#include "server/web/http_answer.h"

namespace kine::server {

/// What an answer is about.
struct Operated {
  const Status& status;
  bool leaving = false;
  std::size_t memory_bytes = 0;      // that clients have the server hold
  double tick_s = 0;                 // how long a tick lasts
  std::chrono::microseconds now{0};  // steady_now() of tick_loop.h
};

HttpAnswer answer_to_operator(const HttpRequest& request, const Operated& operated);

}  // namespace kine::server
