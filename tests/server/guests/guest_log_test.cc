// Tests for server/guests/guest_log.h.
#include "server/guests/guest_log.h"

#include <string>
#include <vector>

#include "tests/support/catch.h"

namespace kine::server::guest_log_test {
namespace {

using Kind = GuestLog::Kind;
using std::chrono::seconds;

/// A log, and what is written.
struct Written {
  std::vector<std::string> lines;
  std::vector<LogLevel> levels;
  GuestLog log{[this](const LogEvent& event) {
                 lines.push_back(event.as_text());
                 levels.push_back(event.level());
               },
               5};
};

LogEvent refused_from(const std::string& address) {
  return LogEvent("past connections_max of 1").text("address", address);
}

}  // namespace

TEST_CASE("each event is a line that says its kind", "[guest_log]") {
  Written written;
  for (const Kind kind : {Kind::Connected, Kind::Closed, Kind::Refused, Kind::CutOff,
                          Kind::WrongToken, Kind::ScriptAccepted, Kind::ScriptRefused}) {
    written.log.note(kind, LogEvent("so it is").number("client", 1), seconds(1));
  }
  CHECK(written.lines ==
        std::vector<std::string>{"connected: so it is [client=1]", "closed: so it is [client=1]",
                                 "refused: so it is [client=1]", "cut off: so it is [client=1]",
                                 "wrong token: so it is [client=1]",
                                 "script accepted: so it is [client=1]",
                                 "script refused: so it is [client=1]"});
  constexpr LogLevel kInfo = LogLevel::Info;
  constexpr LogLevel kWarning = LogLevel::Warning;
  CHECK(written.levels == std::vector{kInfo, kInfo, kWarning, kWarning, kWarning, kInfo, kWarning});
}

TEST_CASE("of a flood there are some lines, and the next says how many were left out",
          "[guest_log]") {
  Written written;
  for (int i = 0; i < 100'000; ++i) {
    written.log.note(Kind::Refused, refused_from("192.0.2.1"), seconds(1));
  }
  CHECK(written.lines.size() == 5);
  written.log.note(Kind::CutOff, LogEvent("no Hello came"), seconds(1));
  CHECK(written.lines.back() == "cut off: no Hello came");

  written.log.note(Kind::Refused, refused_from("192.0.2.2"), seconds(2));
  CHECK(written.lines.back() ==
        "refused: past connections_max of 1 [address=192.0.2.2 lines_left_out=99995]");
  written.log.note(Kind::Refused, refused_from("192.0.2.2"), seconds(2));
  CHECK(written.lines.back() == "refused: past connections_max of 1 [address=192.0.2.2]");
}

TEST_CASE("where nothing is to be written nothing is", "[guest_log]") {
  GuestLog log({}, 5);
  log.note(Kind::Refused, refused_from("192.0.2.1"), seconds(1));
}

}  // namespace kine::server::guest_log_test
