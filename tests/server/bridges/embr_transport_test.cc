// Tests for server/bridges/embr_transport.h: EMBRScript over plain TCP, with a real server.
#include "server/bridges/embr_transport.h"

#include <mutex>
#include <string>

#include "tests/support/catch.h"
#include "tests/support/server/datagrams.h"
#include "tests/support/server/running_server.h"
#include "tests/support/server/wire_client.h"

namespace kine::server::embr_transport_test {
namespace {

using test::WireClient;

/// The right hand goes there.
std::string reach(const std::string& label, const std::string& target) {
  return "BEGIN K_POSE_SEQUENCE\n  CHARACTER:Amber\n  START:asap\n  FADE_IN:100\n  FADE_OUT:100\n"
         "  BEGIN K_POSE\n    TIME_POINT:+200\n    HOLD:100\n"
         "    BEGIN POSITION_CONSTRAINT\n      BODY_GROUP:rarm\n      JOINT:rhand\n"
         "      TARGET:" +
         target + "\n      FEEDBACK_ID:" + label + "\n    END\n  END\nEND\n";
}

std::string nod(const std::string& label) { return reach(label, "-0.20;-0.40;0.25"); }

Options with_embr(const test::Datagrams& ear) {
  Options options = test::server_options();
  options.bridges.embr.emplace_back().feedback = client::Address{"127.0.0.1", ear.port()};
  return options;
}

}  // namespace

TEST_CASE("a script plays when its client has closed, and its labels are told by UDP",
          "[embr_transport]") {
  test::Datagrams ear;
  const auto server = test::start_server(with_embr(ear));
  {
    WireClient client(server->embr_port());
    client.send_bytes(nod("g1_ready"));
  }
  const std::string told = ear.next();
  CHECK(told.starts_with("\n\ng1_ready\ntime: "));
  CHECK(told.ends_with("\nerror value: 0\n"));
  CHECK(server->status().scripts_accepted == 1);
  CHECK(server->status().scripts_refused == 0);
}

TEST_CASE("what is refused is in the log when its client is let go", "[embr_transport]") {
  std::mutex mutex;
  std::string log;
  test::Datagrams ear;
  Options options = with_embr(ear);
  options.event_log = [&](const LogEvent& event) {
    const std::lock_guard lock(mutex);
    log += event.as_text() + '\n';
  };
  const auto server = test::start_server(std::move(options));
  WireClient client(server->embr_port());
  client.send_bytes("<animl><");
  client.end_sending();
  CHECK(client.receive_all().empty());
  CHECK(server->status().scripts_refused == 1);
  CHECK(server->status().scripts_accepted == 0);
  const std::lock_guard lock(mutex);
  CHECK(log.find("script refused: ") != std::string::npos);
}

TEST_CASE("who cannot reach a target is told how far from it the hand stays", "[embr_transport]") {
  test::Datagrams ear;
  const auto server = test::start_server(with_embr(ear));
  {
    WireClient client(server->embr_port());
    client.send_bytes(reach("too_far", "-0.20;-3.00;0.25"));
  }
  const std::string told = ear.next();
  const std::string before = "\nerror value: ";
  REQUIRE(told.find(before) != std::string::npos);
  // Three metres ahead, with an arm of some seventy centimetres.
  const double miss_m = std::stod(told.substr(told.find(before) + before.size()));
  CHECK(miss_m > 2);
  CHECK(miss_m < 3);
}

TEST_CASE("nothing is written back on the connection", "[embr_transport]") {
  test::Datagrams ear;
  const auto server = test::start_server(with_embr(ear));
  const std::string text = GENERATE_COPY(nod("a"), std::string("BEGIN NONSENSE\n"),
                                         std::string("<animl><"), std::string("\xFF\xFE"));
  WireClient client(server->embr_port());
  client.send_bytes(text);
  client.end_sending();
  CHECK(client.receive_all().empty());
  CHECK(test::is_well(*server));
}

TEST_CASE("a page in a browser cannot send a script", "[embr_transport]") {
  test::Datagrams ear;
  const auto server = test::start_server(with_embr(ear));
  WireClient client(server->embr_port());
  client.send_bytes("POST / HTTP/1.1\r\nHost: x\r\n\r\n" + nod("a"));
  client.end_sending();
  client.receive_all();
  CHECK(server->status().scripts_accepted + server->status().scripts_refused == 0);
}

TEST_CASE("a script past the limit ends the connection", "[embr_transport]") {
  test::Datagrams ear;
  const auto server = test::start_server(with_embr(ear));
  WireClient client(server->embr_port());
  client.send_bytes(std::string((std::size_t{1} << 20) + 1, '#'));
  CHECK(client.receive_all().empty());
  CHECK(test::is_well(*server));
}

TEST_CASE("without being asked there is no port for EMBR", "[embr_transport]") {
  const auto server = test::start_server();
  CHECK(server->embr_port() == 0);
  CHECK(server->embr_address().empty());
}

}  // namespace kine::server::embr_transport_test
