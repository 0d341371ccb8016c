// The log as JSON, a line an entry, for those who collect it.
//
//   {"ts":"2026-11-30T12:26:33.123Z","level":"info","msg":"connected: client 6 …"}
#pragma once

#include <spdlog/formatter.h>

#include <memory>

namespace kine::server {

class JsonLog final : public spdlog::formatter {
 public:
  void format(const spdlog::details::log_msg& entry, spdlog::memory_buf_t& line) override;
  std::unique_ptr<spdlog::formatter> clone() const override;
};

}  // namespace kine::server
