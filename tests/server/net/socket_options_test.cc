// Tests for server/net/socket_options.h, by what the kernel says of a socket.
#include "server/net/socket_options.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <string>

#include "tests/support/catch.h"

namespace kine::server::socket_options_test {
namespace {

int option(boost::asio::ip::tcp::socket& socket, int level, int name) {
  int value = 0;
  socklen_t size = sizeof(value);
  REQUIRE(::getsockopt(socket.native_handle(), level, name, &value, &size) == 0);
  return value;
}

}  // namespace

TEST_CASE("a client's socket holds little, delays nothing, and notices who is gone",
          "[socket_options]") {
  boost::asio::io_context io;
  boost::asio::ip::tcp::socket socket(io, boost::asio::ip::tcp::v4());
  tune(socket);
  CHECK(option(socket, IPPROTO_TCP, TCP_NODELAY) != 0);
  CHECK(option(socket, IPPROTO_TCP, TCP_NOTSENT_LOWAT) == 16 << 10);
  CHECK(option(socket, SOL_SOCKET, SO_SNDBUF) ==
        2 * (64 << 10));  // the kernel counts its own share
  CHECK(option(socket, SOL_SOCKET, SO_KEEPALIVE) != 0);
  const int noticed_s =
      option(socket, IPPROTO_TCP, TCP_KEEPIDLE) +
      option(socket, IPPROTO_TCP, TCP_KEEPINTVL) * option(socket, IPPROTO_TCP, TCP_KEEPCNT);
  CHECK(noticed_s == 120);
  CHECK(socket.non_blocking());
}

TEST_CASE("what the other side has not confirmed is known", "[socket_options]") {
  using boost::asio::ip::tcp;
  boost::asio::io_context io;
  tcp::acceptor door(io, tcp::endpoint(boost::asio::ip::address_v4::loopback(), 0));
  tcp::socket socket(io);
  socket.connect(door.local_endpoint());
  tcp::socket other = door.accept();
  CHECK(is_all_confirmed(socket));
  // More than the other side's kernel takes while nobody reads.
  socket.non_blocking(true);
  const std::string much(std::size_t{1} << 20, 'x');
  boost::system::error_code full;
  while (!full) socket.write_some(boost::asio::buffer(much), full);
  CHECK_FALSE(is_all_confirmed(socket));
}

}  // namespace kine::server::socket_options_test
