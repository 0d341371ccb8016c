// Tests for server/bridges/bound_ports.h, and with real servers for what clients of a tenant's port
// may do.
#include "server/bridges/bound_ports.h"

#include <mutex>
#include <string>
#include <vector>

#include "server/base/sha256.h"
#include "tests/support/catch.h"
#include "tests/support/server/datagrams.h"
#include "tests/support/server/running_server.h"
#include "tests/support/server/wire_client.h"

namespace kine::server::bound_ports_test {
namespace {

using kinesphere::Envelope;
using test::WireClient;

std::string line_of_token(const std::string& tenant, const std::string& scene) {
  return "sha256:" + sha256_of("token of " + tenant) + ' ' + tenant + ' ' + scene +
         " subscribe,perform,operate never\n";
}

/// Of two tenants, each with a scene of its own and a port into it; `more` are lines of the file.
Options two_tenants(const std::string& more) {
  Options options = test::server_options();
  options.scenes = {"red", "green"};
  options.tenants =
      *Tenants::parse(line_of_token("red", "red") + line_of_token("green", "green") + more);
  options.token = "sesame";  // the operator's, which opens no port of a tenant
  return options;
}

const std::string kBmlLines =
    "port:bml red red perform never\nport:bml green green perform never\n";

Options with_bml_ports(const std::string& lines = kBmlLines) {
  Options options = two_tenants(lines);
  options.bridges.bml = {BmlPort{{.tenant = "red", .scene = "red"}},
                         BmlPort{{.tenant = "green", .scene = "green"}}};
  return options;
}

std::string fault_of(const Options& options) {
  const auto checked = check_bound_ports(options);
  return checked ? std::string() : checked.error().message;
}

std::string block(const std::string& id, const std::string& character) {
  return "<bml xmlns=\"http://www.bml-initiative.org/bml/bml-1.0\" id=\"" + id +
         "\" characterId=\"" + character +
         "\"><head id=\"h\" lexeme=\"NOD\" start=\"0\" end=\"0.4\"/></bml>";
}

/// A character of the tenant's scene alone.
void bring_in(const Server& server, const std::string& tenant) {
  WireClient client(server.port());
  client.say_hello("token of " + tenant, tenant);
  Envelope join;
  join.mutable_join()->set_name(tenant + "_actor");
  join.mutable_join()->set_body("ada");
  client.send(join);
  const auto answer = client.receive_until([](const Envelope& each) { return each.has_answer(); });
  REQUIRE(answer.answer().error().empty());
}

/// All that it is told, up to a line that has this.
std::string told_up_to(WireClient& client, const std::string& word) {
  std::string all;
  std::string line;
  do {
    line = client.receive_up_to("\n");
    REQUIRE_FALSE(line.empty());
    all += line;
  } while (line.find(word) == std::string::npos);
  return all;
}

std::string reach(const std::string& label) {
  return "BEGIN K_POSE_SEQUENCE\n  CHARACTER:Amber\n  START:asap\n  FADE_IN:100\n  FADE_OUT:100\n"
         "  BEGIN K_POSE\n    TIME_POINT:+200\n    HOLD:100\n"
         "    BEGIN POSITION_CONSTRAINT\n      BODY_GROUP:rarm\n      JOINT:rhand\n"
         "      TARGET:-0.20;-0.40;0.25\n      FEEDBACK_ID:" +
         label + "\n    END\n  END\nEND\n";
}

void write_and_close(std::uint16_t port, const std::string& text) {
  WireClient client(port);
  client.send_bytes(text);
  client.end_sending();
  CHECK(client.receive_all().empty());
}

}  // namespace

TEST_CASE("a port for who has no token is one tenant's, or stays closed", "[bound_ports]") {
  Options options = two_tenants("port:bml red red perform never\n");
  options.bridges.bml.emplace_back();
  CHECK(fault_of(options) ==
        "--bml-port needs the name of a tenant where there are --tenants, as --bml-port "
        "TENANT=PORT: '0'");
  const auto server = Server::start(options);
  REQUIRE_FALSE(server);
  CHECK(server.error().message == fault_of(options));

  BmlPort& port = options.bridges.bml.front();
  port.tenant = "green";
  CHECK(fault_of(options) ==
        "--bml-port needs a line in the file of --tenants: 'port:bml green main perform never'");
  port.tenant = "red";
  CHECK(fault_of(options) ==
        "--bml-port: its line in the file of --tenants does not name the scene: 'port:bml red "
        "main'");
  port.scene = "green";
  CHECK(fault_of(options).find("does not name the scene") != std::string::npos);
  port.scene = "blue";
  CHECK(fault_of(options) == "--bml-port: there is no such --scene: 'blue'");
  port.scene = "red";
  CHECK(fault_of(options).empty());
  options.bridges.bml.push_back(port);
  CHECK(fault_of(options) == "--bml-port is there twice for the same clients: 'red/red'");
  options.bridges.bml.clear();
  options.bridges.embr.push_back({{.tenant = "red", .scene = "red"}});
  CHECK(fault_of(options) ==
        "--embr-port needs a line in the file of --tenants: 'port:embr red red perform never'");

  Options without = test::server_options();
  without.bridges.bml.emplace_back();
  CHECK(fault_of(without).empty());
  without.bridges.bml.front().tenant = "red";
  CHECK(fault_of(without) == "--bml-port names a tenant, which needs --tenants: 'red'");
}

TEST_CASE("a tenant's port is on this machine alone, as others of its kind", "[bound_ports]") {
  Options options = with_bml_ports();
  options.host = "0.0.0.0";
  const auto server = test::start_server(options);
  CHECK(server->bml_address(0).starts_with("127.0.0.1:"));
  CHECK(server->bml_address(1).starts_with("127.0.0.1:"));
  CHECK(server->bml_address(2).empty());
}

TEST_CASE("of two tenants with a port each none reaches or hears the other", "[bound_ports]") {
  std::mutex mutex;
  std::string log;
  Options options = with_bml_ports();
  options.event_log = [&](const LogEvent& event) {
    const std::lock_guard lock(mutex);
    log += event.as_text() + '\n';
  };
  const auto server = test::start_server(options);
  bring_in(*server, "red");
  bring_in(*server, "green");
  WireClient red(server->bml_port(0));
  WireClient green(server->bml_port(1));

  // The same id in both scenes, each on a character that the other scene has not.
  red.send_bytes(block("b", "red_actor"));
  CHECK(told_up_to(red, "b:end").find("green") == std::string::npos);
  green.send_bytes(block("b", "green_actor"));
  const std::string heard = told_up_to(green, "b:end");
  CHECK(heard.find("red_actor") == std::string::npos);
  CHECK(heard.find("green_actor") != std::string::npos);
  CHECK(server->status().scripts_accepted == 2);

  green.send_bytes(block("c", "red_actor"));
  CHECK(told_up_to(green, "warningFeedback").find("red_actor") != std::string::npos);
  red.send_bytes(block("d", "green_actor"));
  told_up_to(red, "warningFeedback");
  CHECK(server->status().scripts_refused == 2);
  CHECK(server->status().scripts_accepted == 2);

  const std::lock_guard lock(mutex);
  for (const std::string tenant : {"red", "green"}) {
    CAPTURE(log);
    const std::string of = "tenant=" + tenant;
    const std::size_t accepted = log.find("script accepted");
    REQUIRE(accepted != std::string::npos);
    CHECK(log.find(of) != std::string::npos);
    CHECK(log.find(of, log.find("script refused")) != std::string::npos);
  }
}

TEST_CASE("a tenant's port has the rights and the scripts a second of its line", "[bound_ports]") {
  Options options = with_bml_ports();
  options.tenants = *Tenants::parse(
      "port:bml red red subscribe never\nport:bml green green perform never scripts/s=2\n");
  const auto server = test::start_server(std::move(options));
  WireClient red(server->bml_port(0));
  red.send_bytes(block("b", "ada"));
  CHECK(told_up_to(red, "warningFeedback").find("has not the right to perform") !=
        std::string::npos);

  WireClient green(server->bml_port(1));
  for (const std::string id : {"a", "b", "c", "d", "e", "f"}) green.send_bytes(block(id, "ada"));
  CHECK(told_up_to(green, "warningFeedback").find("begins at most 2 scripts a second") !=
        std::string::npos);
}

TEST_CASE("a port whose line is taken away ends its connections and takes none", "[bound_ports]") {
  const auto server = test::start_server(with_bml_ports());
  WireClient red(server->bml_port(0));
  red.send_bytes(block("b", "ada"));
  told_up_to(red, "b:end");
  server->replace_tenants(*Tenants::parse("port:bml green green perform never\n"));
  CHECK(red.receive_all().find("the line of this port was taken away") != std::string::npos);
  CHECK(WireClient(server->bml_port(0))
            .receive_all()
            .find("the file of tenants has no line for this port") != std::string::npos);
  WireClient green(server->bml_port(1));
  green.send_bytes(block("b", "ada"));
  told_up_to(green, "b:end");
}

TEST_CASE("labels of a tenant's port are told to that tenant alone, and cannot be forged",
          "[bound_ports]") {
  test::Datagrams red_ear;
  test::Datagrams green_ear;
  // Both in one scene: where they see each other.
  Options options = two_tenants(
      "port:embr red main perform never\n"
      "port:embr green main perform never\n" +
      line_of_token("blue", "main"));
  options.bridges.embr.push_back({{.tenant = "red"}, client::Address{"127.0.0.1", red_ear.port()}});
  options.bridges.embr.push_back(
      {{.tenant = "green"}, client::Address{"127.0.0.1", green_ear.port()}});
  const auto server = test::start_server(std::move(options));
  write_and_close(server->embr_port(0), reach("of_red"));
  CHECK(red_ear.next().starts_with("\n\nof_red\n"));

  WireClient blue(server->port());
  blue.say_hello("token of blue");
  blue.submit(reach("of_blue"), "embr-1");
  REQUIRE(blue.answer().has_accepted());
  blue.receive_until([](const Envelope& each) {
    return each.has_feedback() && each.feedback().kind() == kinesphere::Feedback::ENDED;
  });
  write_and_close(server->embr_port(1), reach("of_green"));
  CHECK(green_ear.next().starts_with("\n\nof_green\n"));
  write_and_close(server->embr_port(0), reach("of_red_again"));
  CHECK(red_ear.next().starts_with("\n\nof_red_again\n"));
}

}  // namespace kine::server::bound_ports_test
