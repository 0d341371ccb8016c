// Tests for server/bridges/bml_transport.h: a port of the client's that does not answer.
#include "server/bridges/bml_transport.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <string>
#include <vector>

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

TEST_CASE("who does not answer there before all is over is answered on the connection",
          "[bml_transport]") {
  boost::asio::io_context io;
  // Who calls a third time waits until two were let in.
  tcp::acceptor busy(io);
  busy.open(tcp::v4());
  busy.bind(tcp::endpoint(boost::asio::ip::address_v4::loopback(), 0));
  busy.listen(1);
  std::vector<tcp::socket> waiting;
  for (int i = 0; i < 2; ++i) {
    waiting.emplace_back(io);
    waiting.back().connect(busy.local_endpoint());
  }
  Options options = test::server_options();
  options.bridges.bml = std::uint16_t{0};
  options.bridges.bml_feedback = busy.local_endpoint().port();
  options.limits.write_wait_max = std::chrono::milliseconds(900);
  const auto server = test::start_server(options);
  test::WireClient client(server->bml_port());
  client.send_bytes(R"(<bml xmlns="http://www.bml-initiative.org/bml/bml-1.0" id="bml1"/>)");
  client.end_sending();
  const std::string told = client.receive_all();
  CHECK(told.find(R"(id="bml1:end" bmla:status="DONE")") != std::string::npos);
}

}  // namespace kine::server
