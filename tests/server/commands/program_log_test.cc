// Tests for server/commands/program_log.h, with a stream in place of standard error.
#include "server/commands/program_log.h"

#include <spdlog/logger.h>
#include <spdlog/sinks/ostream_sink.h>
#include <spdlog/spdlog.h>

#include <memory>
#include <sstream>
#include <utility>

#include "server/commands/json_log.h"
#include "tests/support/catch.h"

namespace kine::server::program_log_test {
namespace {

/// Has what is logged go to a stream, until the end of the test.
class Heard {
 public:
  Heard() : before_(spdlog::default_logger()) {
    spdlog::set_default_logger(std::make_shared<spdlog::logger>("test", sink_));
    sink_->set_pattern("%l %v");
  }
  Heard(const Heard&) = delete;
  Heard& operator=(const Heard&) = delete;
  ~Heard() {
    spdlog::drop(kEventLogger);
    spdlog::set_default_logger(before_);
    spdlog::set_level(spdlog::level::info);
  }

  void as_json() {
    spdlog::register_logger(std::make_shared<spdlog::logger>(kEventLogger, sink_));
    sink_->set_formatter(std::make_unique<JsonLog>());
  }
  std::string said() { return std::exchange(stream_, std::ostringstream()).str(); }

 private:
  std::ostringstream stream_;
  std::shared_ptr<spdlog::sinks::ostream_sink_mt> sink_ =
      std::make_shared<spdlog::sinks::ostream_sink_mt>(stream_);
  std::shared_ptr<spdlog::logger> before_;
};

LogEvent event_at(LogLevel level) {
  LogEvent event("so it is");
  event.of_kind("refused", level).text("address", "192.0.2.1");
  return event;
}

}  // namespace

TEST_CASE("an event is a line at its level, as text or as JSON", "[log]") {
  Heard heard;
  write_event(event_at(LogLevel::Warning));
  CHECK(heard.said() == "warning refused: so it is [address=192.0.2.1]\n");
  heard.as_json();
  write_event(event_at(LogLevel::Info));
  const std::string line = heard.said();
  CHECK(line.starts_with("{\"ts\":\""));
  CHECK(
      line.ends_with("\"level\":\"info\",\"event\":\"refused\",\"msg\":\"refused: so it is\","
                     "\"address\":\"192.0.2.1\"}\n"));
}

TEST_CASE("the level of the log can change, for events too", "[log]") {
  Heard heard;
  heard.as_json();
  set_log_level("warning");
  write_event(event_at(LogLevel::Info));
  CHECK(heard.said().empty());
  write_event(event_at(LogLevel::Warning));
  CHECK_FALSE(heard.said().empty());
  set_log_level("off");
  write_event(event_at(LogLevel::Warning));
  spdlog::error("no");
  CHECK(heard.said().empty());
}

}  // namespace kine::server::program_log_test
