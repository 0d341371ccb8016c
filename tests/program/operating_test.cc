// A server as its operators have it: its log as JSON, files that it reads again, its environment.
#include <google/protobuf/struct.pb.h>
#include <google/protobuf/util/json_util.h>
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <string>
#include <utility>

#include "tests/support/catch.h"
#include "tests/support/server/running_server.h"
#include "tests/support/server/serving_program.h"
#include "tests/support/server/wire_client.h"
#include "tests/support/temporary_folder.h"

namespace kine::operating_test {
namespace {

constexpr const char* kTrace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

/// As another program reads it; it must.
google::protobuf::Struct json_of(const std::string& line) {
  google::protobuf::Struct object;
  INFO(line);
  REQUIRE(google::protobuf::util::JsonStringToMessage(line, &object).ok());
  return object;
}

std::string text_in(const google::protobuf::Struct& object, const std::string& name) {
  const auto found = object.fields().find(name);
  return found == object.fields().end() ? "" : found->second.string_value();
}

/// The exit code, and all that it says.
std::pair<int, std::string> run_with(const std::string& environment, const std::string& arguments) {
  const std::string command = environment + " '" + KINE_PROGRAM + "' " + arguments + " 2>&1";
  std::FILE* const pipe = ::popen(command.c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::string said;
  std::array<char, 4096> piece;
  while (const std::size_t size = std::fread(piece.data(), 1, piece.size(), pipe)) {
    said.append(piece.data(), size);
  }
  const int status = ::pclose(pipe);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, said};
}

}  // namespace

TEST_CASE("the log as JSON has who came, what was played and who left, a line each",
          "[program][log]") {
  test::ServingProgram program("--voice silent --log-format json");
  const auto port = program.port_after("kinesphere serves ");
  const std::string name = "a \"page\" \\ of\nmine \x01";
  {
    test::WireClient client(port);
    kinesphere::Envelope envelope;
    envelope.mutable_hello()->set_version_major(1);
    envelope.mutable_hello()->set_name(name);
    client.send(envelope);
    REQUIRE(client.receive()->has_hello());
    envelope.mutable_submit()->set_id("nod");
    envelope.mutable_submit()->set_script(test::head_script(0.01));
    envelope.mutable_submit()->set_character("ada");
    envelope.mutable_submit()->set_traceparent(kTrace);
    client.send(envelope);
    REQUIRE(client.answer().has_accepted());
  }
  const auto connected = json_of(program.line_with("\"event\":\"connected\""));
  CHECK(text_in(connected, "level") == "info");
  CHECK(text_in(connected, "msg") == "connected: it has said Hello");
  CHECK(text_in(connected, "address") == "127.0.0.1");
  CHECK(text_in(connected, "name") == "a \"page\" \\ of?mine ?");
  CHECK(text_in(connected, "ts").size() == std::string("2026-11-30T12:26:33.123Z").size());
  const auto accepted = json_of(program.line_with("\"event\":\"script_accepted\""));
  CHECK(text_in(accepted, "id") == "nod");
  CHECK(text_in(accepted, "traceparent") == kTrace);
  CHECK(accepted.fields().at("client").number_value() ==
        connected.fields().at("client").number_value());
  CHECK(accepted.fields().at("blocks").number_value() == 1);
  CHECK(accepted.fields().at("planning_ms").number_value() >= 0);
  const auto closed = json_of(program.line_with("\"event\":\"closed\""));
  CHECK(text_in(closed, "msg") == "closed: it has left");
}

TEST_CASE("a hang-up has limits and the level of the log read again, and a wrong file changes none",
          "[program][config]") {
  const test::TemporaryFolder folder;
  const std::string file = folder.write("a.toml", "[limits]\nscripts_at_once_max = 5\n");
  test::ServingProgram program("--voice silent --config " + file);
  const auto port = program.port_after("kinesphere serves ");
  test::WireClient client(port);
  client.say_hello();
  const auto plays_at_once = [&] {
    for (;;) {
      client.submit(test::head_script(60), {}, "ada");
      const auto answer = client.answer();
      if (answer.has_accepted()) continue;
      const std::string error = answer.refused().error();
      return error.substr(error.find(" of ") + 4);
    }
  };
  CHECK(plays_at_once() == "5");

  folder.write("a.toml",
               "tick-rate = 30\nlog-level = \"warning\"\n[limits]\nscripts_at_once_max = 7\n"
               "connections_max = 100\n");
  program.hang_up();
  CHECK(program.line_with("connections_max").find("stays 15000: restart the server for 100") !=
        std::string::npos);
  CHECK(program.line_with("--tick-rate").find("restart the server for it") != std::string::npos);
  CHECK(plays_at_once() == "7");

  folder.write("a.toml", "[limits]\n\nscripts_at_once_max = 0\n");
  program.hang_up();
  CHECK(program.line_with("stay as they were")
            .find(file + ":3:23: error: scripts_at_once_max is 1 to 100000: '0'") !=
        std::string::npos);
  CHECK(plays_at_once() == "7");

  // What counts by now is said at its own level: the one of the file is back.
  folder.write("a.toml", "[limits]\nscripts_at_once_max = 8\n");
  program.hang_up();
  program.line_with("scripts_at_once_max is 8 from now on, and was 7");
  CHECK(plays_at_once() == "8");
}

TEST_CASE("what is typed counts before a file that is read again", "[program][config]") {
  const test::TemporaryFolder folder;
  const std::string file = folder.write("a.toml", "[limits]\nscripts_at_once_max = 5\n");
  test::ServingProgram program("--voice silent --limit scripts_at_once_max=3 --config " + file);
  program.port_after("kinesphere serves ");
  folder.write("a.toml", "[limits]\nscripts_at_once_max = 9\nblocks_at_once_max = 9\n");
  program.hang_up();
  CHECK(program.line_with("_max is ").find("blocks_at_once_max is 9 from now on") !=
        std::string::npos);
}

TEST_CASE("a wrong value of the environment is told by its variable", "[program][config]") {
  const auto wrong = [](const std::string& variable) {
    const auto [code, said] = run_with(variable, "serve --check-config --voice silent");
    CHECK(code == 2);
    return said;
  };
  CHECK(wrong("KINESPHERE_TICK_RATE=0").starts_with("kinesphere: error: KINESPHERE_TICK_RATE: "));
  CHECK(wrong("KINESPHERE_SHARDS=many").starts_with("kinesphere: error: KINESPHERE_SHARDS: "));
  CHECK(wrong("KINESPHERE_LIMIT=scripts_max=3")
            .starts_with("kinesphere: error: KINESPHERE_LIMIT: no limit of this name"));
  CHECK(wrong("KINESPHERE_STILL=3").starts_with("kinesphere: error: KINESPHERE_STILL: "));
  CHECK(run_with("KINESPHERE_TICK_RATE=0", "serve --check-config --voice silent --tick-rate 30")
            .first == 0);
}

}  // namespace kine::operating_test
