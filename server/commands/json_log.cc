#include "server/commands/json_log.h"

#include <chrono>
#include <cstdio>
#include <ctime>
#include <string>
#include <string_view>

#include "server/base/json_text.h"

namespace kine::server {
namespace {

/// UTC, to the millisecond, as RFC 3339 has it.
std::string text_of(std::chrono::system_clock::time_point time) {
  const auto ms = std::chrono::floor<std::chrono::milliseconds>(time).time_since_epoch();
  const std::time_t whole = std::chrono::floor<std::chrono::seconds>(ms).count();
  std::tm utc{};
  ::gmtime_r(&whole, &utc);
  char text[32];
  const std::size_t size = std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &utc);
  std::snprintf(text + size, sizeof text - size, ".%03dZ", static_cast<int>(ms.count() % 1'000));
  return text;
}

}  // namespace

void JsonLog::format(const spdlog::details::log_msg& entry, spdlog::memory_buf_t& line) {
  const spdlog::string_view_t level = spdlog::level::to_string_view(entry.level);
  const std::string_view payload(entry.payload.data(), entry.payload.size());
  const bool is_event =
      std::string_view(entry.logger_name.data(), entry.logger_name.size()) == kEventLogger;
  const std::string text = "{\"ts\":\"" + text_of(entry.time) + "\",\"level\":\"" +
                           std::string(level.data(), level.size()) + "\"," +
                           (is_event ? std::string(payload) : "\"msg\":" + json_quoted(payload)) +
                           "}\n";
  line.append(text.data(), text.data() + text.size());
}

std::unique_ptr<spdlog::formatter> JsonLog::clone() const { return std::make_unique<JsonLog>(); }

}  // namespace kine::server
