// Tests for server/commands/join.h, against a real server.
#include "server/commands/join.h"

#include <sstream>

#include "clients/cpp/client.h"
#include "tests/support/catch.h"
#include "tests/support/server/running_server.h"

namespace kine::server::join_test {
namespace {

using Command = int (*)(const JoinOptions&, std::ostream&, std::ostream&);

struct Outcome {
  int exit_code = 0;
  std::string output;
  std::string errors;
};

Outcome done(Command command, const Server& server, std::vector<std::string> characters) {
  std::ostringstream output;
  std::ostringstream errors;
  const int exit_code =
      command({.characters = std::move(characters), .server = server.address(), .token_file = {}},
              output, errors);
  return {exit_code, output.str(), errors.str()};
}

std::vector<std::string> names_of(const Server& server) {
  client::ConnectOptions options;
  options.address = {"127.0.0.1", server.port()};
  const auto client = client::Client::connect(options);
  REQUIRE(client);
  std::vector<std::string> names;
  for (const client::Character& each : client->characters()) names.push_back(each.name);
  return names;
}

}  // namespace

TEST_CASE("characters join and leave by command", "[join]") {
  const auto server = test::start_server();
  const Outcome joined = done(join, *server, {"eve=ben@1,-2,90", "dan"});
  CHECK(joined.errors.empty());
  CHECK(joined.exit_code == 0);
  CHECK(joined.output ==
        "eve joined as 3, with the body ben\ndan joined as 4, with the body ada\n");
  CHECK(names_of(*server) == std::vector<std::string>{"ada", "ben", "eve", "dan"});
  const Outcome left = done(leave, *server, {"ben", "eve"});
  CHECK(left.output == "ben left\neve left\n");
  CHECK(names_of(*server) == std::vector<std::string>{"ada", "dan"});
}

TEST_CASE("what cannot be is told, and what stands behind it is left alone", "[join]") {
  const auto server = test::start_server();
  const Outcome twice = done(join, *server, {"ada", "eve"});
  CHECK(twice.exit_code == 1);
  CHECK(twice.errors == "kinesphere: error: a character has this name: 'ada'\n");
  const Outcome bad = done(join, *server, {"eve", "dan@1"});
  CHECK(bad.exit_code == 1);
  CHECK(bad.errors.find("a place is X,Z or X,Z,HEADING, not '1'") != std::string::npos);
  CHECK(done(leave, *server, {"eve"}).errors ==
        "kinesphere: error: of the characters ada, ben none is 'eve'\n");
  CHECK(names_of(*server) == std::vector<std::string>{"ada", "ben"});
}

}  // namespace kine::server::join_test
