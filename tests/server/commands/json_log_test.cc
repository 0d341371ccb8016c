// Tests for server/commands/json_log.h.
#include "server/commands/json_log.h"

#include <spdlog/details/log_msg.h>

#include <chrono>
#include <string>

#include "server/base/log_event.h"
#include "tests/support/catch.h"

namespace kine::server::json_log_test {
namespace {

std::string line_of(const std::string& message, std::chrono::milliseconds since_1970,
                    const char* logger = "kinesphere") {
  const spdlog::details::log_msg entry(spdlog::log_clock::time_point(since_1970), {}, logger,
                                       spdlog::level::warn, message);
  spdlog::memory_buf_t line;
  JsonLog().format(entry, line);
  return {line.data(), line.size()};
}

}  // namespace

TEST_CASE("an entry of the log is one line of JSON", "[log]") {
  using namespace std::chrono_literals;
  CHECK(line_of("late: 3 ticks", 1'764'504'393'007ms) ==
        "{\"ts\":\"2025-11-30T12:06:33.007Z\",\"level\":\"warning\",\"msg\":\"late: 3 ticks\"}\n");
  CHECK(line_of("a \"name\"\nand more\x01", 0ms) ==
        "{\"ts\":\"1970-01-01T00:00:00.000Z\",\"level\":\"warning\","
        "\"msg\":\"a \\\"name\\\"\\u000aand more\\u0001\"}\n");
}

TEST_CASE("an event stands with its values beside the message", "[log]") {
  LogEvent event("it was not let in");
  event.of_kind("wrong token", LogLevel::Warning).text("address", "192.0.2.1");
  CHECK(line_of(event.as_members(), {}, kEventLogger) ==
        "{\"ts\":\"1970-01-01T00:00:00.000Z\",\"level\":\"warning\",\"event\":\"wrong_token\","
        "\"msg\":\"wrong token: it was not let in\",\"address\":\"192.0.2.1\"}\n");
}

}  // namespace kine::server::json_log_test
