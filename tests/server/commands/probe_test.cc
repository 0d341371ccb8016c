// Tests for server/commands/probe.h, against a real server and against none.
#include "server/commands/probe.h"

#include <sstream>

#include "tests/support/catch.h"
#include "tests/support/server/running_server.h"

namespace kine::server::probe_test {
namespace {

TEST_CASE("a server that answers is told by who is on its stage", "[probe]") {
  const auto server = test::start_server();
  std::ostringstream output;
  std::ostringstream errors;
  CHECK(probe({.server = server->address()}, output, errors) == 0);
  CHECK(output.str() == server->address() + " answers, at 60 ticks a second: ada ben\n");
  CHECK(errors.str().empty());
}

TEST_CASE("where nobody answers, the error says so", "[probe]") {
  std::string address;
  {
    const auto server = test::start_server();
    address = server->address();
  }
  std::ostringstream output;
  std::ostringstream errors;
  CHECK(probe({.server = address}, output, errors) == 1);
  CHECK(output.str().empty());
  CHECK(errors.str().find(address) != std::string::npos);
}

}  // namespace
}  // namespace kine::server::probe_test
