// Tests for server/net/last_words.h.
#include "server/net/last_words.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>

#include "protocol/kinesphere.pb.h"
#include "tests/support/catch.h"

namespace kine::server::last_words_test {

namespace asio = boost::asio;
using asio::ip::tcp;

TEST_CASE("a problem that closes says so", "[last_words]") {
  const protocol::Bytes bytes = closing_problem("past all of it");
  kinesphere::Envelope envelope;
  REQUIRE(envelope.ParseFromString(std::string(bytes->substr(protocol::kLengthBytes))));
  CHECK(envelope.problem().error() == "past all of it");
  CHECK(envelope.problem().closing());
}

TEST_CASE("last words arrive also where something was sent that nobody read", "[last_words]") {
  asio::io_context io;
  tcp::acceptor acceptor(io, {asio::ip::address_v4::loopback(), 0});
  tcp::socket client(io);
  client.connect(acceptor.local_endpoint());
  tcp::socket served = acceptor.accept();
  served.non_blocking(true);
  asio::write(client, asio::buffer(std::string(1'000, 'x')));
  served.wait(tcp::socket::wait_read);

  say_and_close(served, "goodbye");

  CHECK_FALSE(served.is_open());
  std::string heard;
  boost::system::error_code error;
  asio::read(client, asio::dynamic_buffer(heard), error);
  CHECK(error == asio::error::eof);
  CHECK(heard == "goodbye");
}

}  // namespace kine::server::last_words_test
