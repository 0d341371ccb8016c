// Tests for server/commands/json_log.h.
#include "server/commands/json_log.h"

#include <spdlog/details/log_msg.h>

#include <chrono>
#include <string>

#include "tests/support/catch.h"

namespace kine::server::json_log_test {
namespace {

std::string line_of(const std::string& message, std::chrono::milliseconds since_1970) {
  const spdlog::details::log_msg entry(spdlog::log_clock::time_point(since_1970), {}, "kinesphere",
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

}  // namespace kine::server::json_log_test
