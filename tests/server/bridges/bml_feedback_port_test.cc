// Tests for server/bridges/bml_transport.h: feedback to a port of the client's machine.
#include "server/bridges/bml_transport.h"

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/read_until.hpp>
#include <string>

#include "protocol/envelope.h"
#include "protocol/kinesphere.pb.h"
#include "tests/support/catch.h"
#include "tests/support/server/running_server.h"
#include "tests/support/server/wire_client.h"

namespace kine::server::bml_feedback_port_test {
namespace {

using boost::asio::ip::tcp;
using test::WireClient;

/// A port of the client's machine that feedback may go to.
struct Ear {
  boost::asio::io_context io;
  tcp::acceptor acceptor{io, tcp::endpoint(boost::asio::ip::address_v4::loopback(), 0)};

  Options told_there() const {
    Options options = test::server_options();
    options.bridges.bml.emplace_back();
    options.bridges.bml.back().feedback = acceptor.local_endpoint().port();
    return options;
  }
};

/// Told in thirteen lines.
std::string two_behaviours(const std::string& id) {
  return R"(<bml xmlns="http://www.bml-initiative.org/bml/bml-1.0" id=")" + id + R"(">)" +
         R"(<gaze id="g1" target="camera" start="0" ready="0.2" relax="0.5" end="0.7"/>)"
         R"(<faceLexeme id="f1" lexeme="RAISE_BROWS" start="0.1" attackPeak="0.3" relax="0.4")"
         R"( end="0.6"/></bml>)";
}

}  // namespace

TEST_CASE("who does not answer there is answered on the connection, whoever hears of it first",
          "[bml_transport]") {
  boost::asio::io_context io;
  const tcp::endpoint anywhere(boost::asio::ip::address_v4::loopback(), 0);
  tcp::acceptor door(io, anywhere);
  tcp::acceptor deaf(io, anywhere);
  BmlTransport::Options options{.client = {},
                                .feedback_port = deaf.local_endpoint().port(),
                                .feedback_bytes_max = 1'000,
                                .patience = std::chrono::seconds(20)};
  deaf.close();
  tcp::socket client(io);
  client.connect(door.local_endpoint());
  BmlTransport transport(door.accept(), options);
  REQUIRE(transport.pop());  // Hello, with which the server calls
  io.run();                  // and nobody reads

  kinesphere::Envelope said;
  said.mutable_problem()->set_error("too late");
  const Pieces& pieces = transport.lay_out({protocol::encode(said)});
  std::string text;
  for (const auto& piece : pieces)
    text.append(static_cast<const char*>(piece.data()), piece.size());
  CHECK(text == bml_problem("too late"));
}

TEST_CASE("who has no ear there is answered on the connection by a whole server",
          "[bml_transport]") {
  boost::asio::io_context io;
  // A port that is somebody's, who does not listen: calls are refused.
  tcp::acceptor deaf(io);
  deaf.open(tcp::v4());
  deaf.bind(tcp::endpoint(boost::asio::ip::address_v4::loopback(), 0));
  Options options = test::server_options();
  options.bridges.bml.emplace_back();
  options.bridges.bml.back().feedback = deaf.local_endpoint().port();
  options.limits.bridge_calls_max = std::chrono::milliseconds(200);
  const auto server = test::start_server(options);
  WireClient client(server->bml_port());
  client.send_bytes(R"(<bml xmlns="http://www.bml-initiative.org/bml/bml-1.0" id="bml1"/>)");
  client.end_sending();
  const std::string told = client.receive_all();
  CHECK(told.find(R"(id="bml1:end" bmla:status="DONE")") != std::string::npos);
}

TEST_CASE("who lets the server wait there is answered there and nowhere else", "[bml_transport]") {
  boost::asio::io_context io;
  tcp::acceptor late(io, tcp::endpoint(boost::asio::ip::address_v4::loopback(), 0));
  Options options = test::server_options();
  options.bridges.bml.emplace_back();
  options.bridges.bml.back().feedback = late.local_endpoint().port();
  const auto server = test::start_server(options);
  WireClient client(server->bml_port());
  client.send_bytes(R"(<bml xmlns="http://www.bml-initiative.org/bml/bml-1.0" id="bml1"/>)");
  client.end_sending();
  CHECK(client.receive_all().empty());
  tcp::socket ear = late.accept();  // all was said, and nobody had taken the call
  std::string told;
  boost::system::error_code ended;
  boost::asio::read(ear, boost::asio::dynamic_buffer(told), ended);
  CHECK(ended == boost::asio::error::eof);
  CHECK(told.find(R"(id="bml1:end" bmla:status="DONE")") != std::string::npos);
}

TEST_CASE("feedback goes to a port of the client's machine where it was told so",
          "[bml_transport]") {
  Ear ear;
  const auto server = test::start_server(ear.told_there());
  WireClient client(server->bml_port());
  client.send_bytes(two_behaviours("bml1"));
  client.end_sending();

  tcp::socket feedback = ear.acceptor.accept();
  std::string told;
  boost::system::error_code end;
  boost::asio::read(feedback, boost::asio::dynamic_buffer(told), end);

  CHECK(end == boost::asio::error::eof);
  CHECK(told.find(R"(id="bml1:end" bmla:status="DONE")") != std::string::npos);
  CHECK(std::ranges::count(told, '\n') == 13);
  CHECK(client.receive_all().empty());
}

TEST_CASE("who does not answer there is answered on the connection", "[bml_transport]") {
  Ear ear;
  Options options = ear.told_there();
  options.limits.bridge_calls_max = std::chrono::milliseconds(200);
  ear.acceptor.close();
  const auto server = test::start_server(options);
  WireClient client(server->bml_port());
  client.send_bytes(two_behaviours("bml1"));
  const std::string told = client.receive_up_to(R"(id="bml1:end")");
  CHECK(std::ranges::count(told, '\n') == 12);  // and its own
}

TEST_CASE("who closes the port that it is told on is called there again", "[bml_transport]") {
  Ear ear;
  const auto server = test::start_server(ear.told_there());
  WireClient client(server->bml_port());
  ear.acceptor.accept().close();
  client.send_bytes(two_behaviours("bml1"));
  tcp::socket feedback = ear.acceptor.accept();
  std::string told;
  boost::asio::read_until(feedback, boost::asio::dynamic_buffer(told), "bml1:end\"");
  CHECK(told.find(R"(id="bml1:start")") != std::string::npos);
}

TEST_CASE("who closes the port that it is told on, and its connection, is let go",
          "[bml_transport]") {
  Ear ear;
  const auto server = test::start_server(ear.told_there());
  WireClient client(server->bml_port());
  tcp::socket feedback = ear.acceptor.accept();
  client.send_bytes(two_behaviours("bml1"));
  client.end_sending();
  feedback.close();
  CHECK(client.receive_all().empty());
}

TEST_CASE("who answers at its port when it sends another block hears of that block there",
          "[bml_transport]") {
  boost::asio::io_context io;
  tcp::acceptor late(io);
  late.open(tcp::v4());
  late.bind(tcp::endpoint(boost::asio::ip::address_v4::loopback(), 0));
  Options options = test::server_options();
  options.bridges.bml.emplace_back();
  options.bridges.bml.back().feedback = late.local_endpoint().port();
  options.limits.bridge_calls_max = std::chrono::milliseconds(0);
  const auto server = test::start_server(options);
  WireClient client(server->bml_port());
  client.send_bytes(two_behaviours("bml1"));
  client.receive_up_to(R"(id="bml1:end")");

  late.listen();
  client.send_bytes(two_behaviours("bml2"));
  tcp::socket feedback = late.accept();
  std::string told;
  boost::asio::read_until(feedback, boost::asio::dynamic_buffer(told), "bml2:end\"");
  CHECK(told.find(R"(id="bml2:end" bmla:status="DONE")") != std::string::npos);
}

}  // namespace kine::server::bml_feedback_port_test
