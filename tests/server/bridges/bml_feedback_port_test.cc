// Tests for server/bridges/bml_transport.h: a port of the client's that does not answer.
#include "server/bridges/bml_transport.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <string>

#include "protocol/envelope.h"
#include "protocol/kinesphere.pb.h"
#include "tests/support/catch.h"
#include "tests/support/running_server.h"
#include "tests/support/wire_client.h"

namespace kine::server {
namespace {

using boost::asio::ip::tcp;

}  // namespace

TEST_CASE("who does not answer there is answered on the connection, whoever hears of it first",
          "[bml_transport]") {
  boost::asio::io_context io;
  const tcp::endpoint anywhere(boost::asio::ip::address_v4::loopback(), 0);
  tcp::acceptor door(io, anywhere);
  tcp::acceptor deaf(io, anywhere);
  BmlTransport::Options options{.token = {},
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
  options.bridges.bml = std::uint16_t{0};
  options.bridges.bml_feedback = deaf.local_endpoint().port();
  const auto server = test::start_server(options);
  test::WireClient client(server->bml_port());
  client.send_bytes(R"(<bml xmlns="http://www.bml-initiative.org/bml/bml-1.0" id="bml1"/>)");
  client.end_sending();
  const std::string told = client.receive_all();
  CHECK(told.find(R"(id="bml1:end" bmla:status="DONE")") != std::string::npos);
}

TEST_CASE("who lets the server wait there is answered there and nowhere else", "[bml_transport]") {
  boost::asio::io_context io;
  tcp::acceptor late(io, tcp::endpoint(boost::asio::ip::address_v4::loopback(), 0));
  Options options = test::server_options();
  options.bridges.bml = std::uint16_t{0};
  options.bridges.bml_feedback = late.local_endpoint().port();
  const auto server = test::start_server(options);
  test::WireClient client(server->bml_port());
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

}  // namespace kine::server
