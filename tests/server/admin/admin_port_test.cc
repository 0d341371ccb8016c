// Tests for server/admin/admin_port.h, by sockets of a server that runs.
#include "server/admin/admin_port.h"

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/server/running_server.h"
#include "tests/support/server/wire_client.h"

namespace kine::server::admin_port_test {
namespace {

std::unique_ptr<Server> operated_server() {
  Options options = test::server_options();
  options.admin = client::Address{.host = "127.0.0.1", .port = 0};
  return test::start_server(std::move(options));
}

std::uint16_t admin_port_of(const Server& server) {
  const std::string address = server.admin_address();
  return static_cast<std::uint16_t>(std::stoi(address.substr(address.rfind(':') + 1)));
}

std::string answer_to(const Server& server, std::string_view bytes) {
  test::WireClient visitor(admin_port_of(server));
  visitor.send_bytes(bytes);
  return visitor.receive_all();
}

std::string get(const std::string& target) {
  return "GET " + target + " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
}

}  // namespace

TEST_CASE("a server that runs counts what its clients do", "[admin]") {
  const auto server = operated_server();
  test::WireClient client(server->port());
  client.say_hello();
  client.subscribe();
  client.next_frame();  // then it has run a tick
  client.submit("<script xmlns=\"urn:kinesphere:script:1\"/>", "empty");
  REQUIRE(client.answer().has_accepted());
  client.submit("<scrip", "broken");
  REQUIRE(client.answer().has_refused());
  const std::string metrics = answer_to(*server, get("/metrics"));
  for (const char* line :
       {"kinesphere_scripts_total{result=\"accepted\"} 1", "kinesphere_connections 1",
        "kinesphere_scripts_total{result=\"refused\"} 1", "kinesphere_characters 2",
        "kinesphere_script_accept_seconds_count 1"}) {
    INFO(line);
    CHECK(metrics.find("\n" + std::string(line) + "\n") != std::string::npos);
  }
}

TEST_CASE("an operator's request is understood wherever its bytes are split", "[admin]") {
  const auto server = operated_server();
  const std::string bytes = get("/version");
  for (std::size_t split = 1; split < bytes.size(); split += 5) {
    test::WireClient visitor(admin_port_of(*server));
    visitor.send_bytes(bytes.substr(0, split));
    visitor.send_bytes(bytes.substr(split));
    CHECK(visitor.receive_all().starts_with("HTTP/1.1 200 OK"));
  }
}

TEST_CASE("what is no request is answered and closed", "[admin]") {
  const auto server = operated_server();
  CHECK(answer_to(*server, "nonsense\r\n\r\n").starts_with("HTTP/1.1 400"));
}

TEST_CASE("a visitor that never comes to an end of its request is sent away", "[admin]") {
  const auto server = operated_server();
  const auto began = std::chrono::steady_clock::now();
  CHECK(answer_to(*server, std::string(20'000, 'a')).empty());
  // By its length: its time would be over after five seconds.
  CHECK(std::chrono::steady_clock::now() - began < std::chrono::seconds(4));
}

TEST_CASE("silent visitors keep nobody out: the oldest leaves for the next", "[admin]") {
  const auto server = operated_server();
  const auto began = std::chrono::steady_clock::now();
  std::vector<std::unique_ptr<test::WireClient>> silent;
  for (int i = 0; i < 40; ++i) {
    silent.push_back(std::make_unique<test::WireClient>(admin_port_of(*server)));
  }
  CHECK(answer_to(*server, get("/version")).starts_with("HTTP/1.1 200 OK"));
  CHECK(silent.front()->receive_all().empty());
  CHECK(std::chrono::steady_clock::now() - began < std::chrono::seconds(4));
}

TEST_CASE("without the option there is no such port", "[admin]") {
  CHECK(test::start_server()->admin_address().empty());
}

}  // namespace kine::server::admin_port_test
