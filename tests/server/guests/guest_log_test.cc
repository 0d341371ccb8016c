// Tests for server/guests/guest_log.h.
#include "server/guests/guest_log.h"

#include <vector>

#include "tests/support/catch.h"

namespace kine::server::guest_log_test {

using Kind = GuestLog::Kind;
using std::chrono::seconds;

TEST_CASE("each event is a line that says its kind", "[guest_log]") {
  std::vector<std::string> lines;
  GuestLog log([&](const std::string& line) { lines.push_back(line); }, 5);
  log.note(Kind::Connected, "client 1 from 192.0.2.1", seconds(1));
  log.note(Kind::Refused, "192.0.2.1: past connections_max of 1", seconds(1));
  log.note(Kind::CutOff, "client 1: no Hello came", seconds(1));
  log.note(Kind::WrongToken, "192.0.2.1", seconds(1));
  CHECK(lines == std::vector<std::string>{"connected: client 1 from 192.0.2.1",
                                          "refused: 192.0.2.1: past connections_max of 1",
                                          "cut off: client 1: no Hello came",
                                          "wrong token: 192.0.2.1"});
}

TEST_CASE("of a flood there are some lines, and the next says how many were left out",
          "[guest_log]") {
  std::vector<std::string> lines;
  GuestLog log([&](const std::string& line) { lines.push_back(line); }, 5);
  for (int i = 0; i < 100'000; ++i) log.note(Kind::Refused, "192.0.2.1", seconds(1));
  CHECK(lines.size() == 5);
  log.note(Kind::CutOff, "client 1", seconds(1));
  CHECK(lines.back() == "cut off: client 1");

  log.note(Kind::Refused, "192.0.2.2", seconds(2));
  CHECK(lines.back() == "refused: 192.0.2.2 (99995 more before it)");
  log.note(Kind::Refused, "192.0.2.2", seconds(2));
  CHECK(lines.back() == "refused: 192.0.2.2");
}

TEST_CASE("where nothing is to be written nothing is", "[guest_log]") {
  GuestLog log({}, 5);
  log.note(Kind::Refused, "192.0.2.1", seconds(1));
}

}  // namespace kine::server::guest_log_test
