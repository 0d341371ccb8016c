// The log as JSON, a line an entry, for those who collect it. What has fields comes by a logger of
// its own, whose entries are members of an object already.
//
//   {"ts":"2026-11-30T12:26:33.123Z","level":"info","msg":"leaving on signal 15 …"}
//   {"ts":"…","level":"info","event":"connected","msg":"connected: it has said Hello","client":6}
#pragma once

#include <spdlog/formatter.h>

#include <memory>

namespace kine::server {

/// The name of the logger whose entries are members of an object (LogEvent::as_members).
inline constexpr const char* kEventLogger = "kinesphere.events";

class JsonLog final : public spdlog::formatter {
 public:
  void format(const spdlog::details::log_msg& entry, spdlog::memory_buf_t& line) override;
  std::unique_ptr<spdlog::formatter> clone() const override;
};

}  // namespace kine::server
