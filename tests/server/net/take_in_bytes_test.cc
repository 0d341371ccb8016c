// Tests for server/net/take_in_bytes.h, with a listener of the test's own.
#include "server/net/take_in_bytes.h"

#include <algorithm>
#include <boost/asio/error.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/write.hpp>
#include <string>

#include "tests/support/catch.h"

namespace kine::server::take_in_bytes_test {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;

struct Pair {
  Pair() {
    theirs.connect(acceptor.local_endpoint());
    ours = acceptor.accept();
    ours.non_blocking(true);
  }

  asio::io_context io;
  tcp::acceptor acceptor{io, tcp::endpoint(asio::ip::address_v4::loopback(), 0)};
  tcp::socket theirs{io};
  tcp::socket ours{io};
};

}  // namespace

TEST_CASE("where nothing has come nothing is handed on, and that is no error", "[take_in_bytes]") {
  Pair pair;
  CHECK_FALSE(take_in_bytes(pair.ours, [](std::string_view) { FAIL("there is nothing"); }));
}

TEST_CASE("what has come is handed on, and the end is told when it was", "[take_in_bytes]") {
  Pair pair;
  std::string sent;
  for (int i = 0; i < 5'000; ++i) sent += std::to_string(i) + " ";
  asio::write(pair.theirs, asio::buffer(sent));
  pair.theirs.shutdown(tcp::socket::shutdown_send);

  std::string heard;
  std::size_t most = 0;
  boost::system::error_code error;
  while (!error) {
    pair.ours.wait(tcp::socket::wait_read);
    error = take_in_bytes(pair.ours, [&](std::string_view bytes) {
      heard += bytes;
      most = std::max(most, bytes.size());
    });
  }
  CHECK(error == asio::error::eof);
  CHECK(heard == sent);
  CHECK(most <= std::size_t{16} << 10);
}

}  // namespace kine::server::take_in_bytes_test
