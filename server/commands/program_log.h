// Where a server writes what happens: standard error, as text or as JSON.
//
//   LogEvent --write_event--> "[2026-11-30 12:26:33.123] [kinesphere] [info] connected: …
//   [client=6]"
//                             {"ts":"2026-11-30T12:26:33.123Z","level":"info","event":"connected",…
#pragma once

#include <string>

#include "server/base/log_event.h"

namespace kine::server {

/// How the log is written, beside standard output.
struct LogOptions {
  std::string format = "text";  // or "json"
  std::string level = "info";   // as spdlog calls them
};

/// What the program writes from now on goes there. Once a process, before any of its threads.
void open_program_log(const LogOptions& options);

/// `level` is one of LogOptions.
void set_log_level(const std::string& level);

/// From any thread.
void write_event(const LogEvent& event);

}  // namespace kine::server
