// Tests for server/net/gathered_write.h.
#include "server/net/gathered_write.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/use_future.hpp>
#include <string>
#include <thread>

#include "tests/support/catch.h"

namespace kine::server::gathered_write_test {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;

struct Pair {
  Pair() : near(io), far(io) {
    tcp::acceptor acceptor(io, tcp::endpoint(asio::ip::address_v4::loopback(), 0));
    far.connect(acceptor.local_endpoint());
    near = acceptor.accept();
    near.non_blocking(true);
  }

  asio::io_context io;
  tcp::socket near;
  tcp::socket far;
};

}  // namespace

TEST_CASE("pieces arrive whole and in order, however many and of whatever size",
          "[gathered_write]") {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < 1'000; ++i) {
    texts.emplace_back(i * 37 % 2'000, static_cast<char>('a' + i % 26));  // some are empty
  }
  texts.emplace_back(3'000'000, 'z');
  std::string expected;
  Pieces pieces;
  for (const std::string& text : texts) {
    expected += text;
    pieces.push_back(asio::buffer(text));
  }
  Pair pair;
  pair.near.set_option(tcp::socket::send_buffer_size(4096));
  int waits = 0;
  auto done = asio::co_spawn(pair.io, write_gathered(pair.near, pieces, [&waits] { ++waits; }),
                             asio::use_future);
  std::thread writer([&pair] { pair.io.run(); });
  std::string received(expected.size(), '\0');
  asio::read(pair.far, asio::buffer(received));
  writer.join();

  CHECK(done.get());
  CHECK(received == expected);
  CHECK(waits >= 1'001 / 64);
}

TEST_CASE("nothing is written at once", "[gathered_write]") {
  Pair pair;
  const Pieces none;
  auto done = asio::co_spawn(pair.io, write_gathered(pair.near, none, [] { FAIL("nobody waits"); }),
                             asio::use_future);
  pair.io.run();
  CHECK(done.get());
}

TEST_CASE("a socket that breaks is said to", "[gathered_write]") {
  Pair pair;
  pair.far.set_option(tcp::socket::linger(true, 0));
  pair.far.close();
  const std::string text(10'000'000, 'x');
  const Pieces pieces{asio::buffer(text)};
  auto done = asio::co_spawn(pair.io, write_gathered(pair.near, pieces, [] {}), asio::use_future);
  pair.io.run();
  CHECK_FALSE(done.get());
}

}  // namespace kine::server::gathered_write_test
