#include "server/commands/program_log.h"

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <memory>

#include "server/commands/json_log.h"

namespace kine::server {

void open_program_log(const LogOptions& options) {
  const auto sink = std::make_shared<spdlog::sinks::stderr_color_sink_mt>();
  spdlog::set_default_logger(std::make_shared<spdlog::logger>("kinesphere", sink));
  if (options.format == "json") {
    spdlog::register_logger(std::make_shared<spdlog::logger>(kEventLogger, sink));
    sink->set_formatter(std::make_unique<JsonLog>());
  }
  set_log_level(options.level);
}

void set_log_level(const std::string& level) { spdlog::set_level(spdlog::level::from_str(level)); }

void write_event(const LogEvent& event) {
  const auto level = event.level() == LogLevel::Warning ? spdlog::level::warn : spdlog::level::info;
  const auto as_json = spdlog::get(kEventLogger);
  if (as_json != nullptr) {
    as_json->log(level, "{}", event.as_members());
  } else {
    spdlog::log(level, "{}", event.as_text());
  }
}

}  // namespace kine::server
