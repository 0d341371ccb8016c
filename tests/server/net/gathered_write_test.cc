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
  CHECK(bytes_of(pieces) == expected);
  std::size_t written = 0;
  SECTION("by waiting") {}
  SECTION("as far as it goes at once, and then by waiting") {
    written = write_at_once(pair.near, pieces);
    CHECK(written > 0);
    CHECK(written < expected.size());
  }
  int waits = 0;
  auto done = asio::co_spawn(pair.io,
                             write_gathered(
                                 pair.near, pieces, [&waits] { ++waits; }, written),
                             asio::use_future);
  std::thread writer([&pair] { pair.io.run(); });
  std::string received(expected.size(), '\0');
  asio::read(pair.far, asio::buffer(received));
  writer.join();

  CHECK(done.get());
  CHECK(received == expected);
  CHECK(waits > 0);
  if (written == 0) CHECK(waits >= 1'001 / 64);
}

TEST_CASE("all that a socket takes is written at once, by as many calls as it takes",
          "[gathered_write]") {
  Pair pair;
  const std::string text = "piece";
  const Pieces pieces(200, asio::buffer(text));
  CHECK(write_at_once(pair.near, pieces) == 200 * text.size());
  std::string received(200 * text.size(), '\0');
  asio::read(pair.far, asio::buffer(received));
  CHECK(received.ends_with("piecepiece"));
}

TEST_CASE("nothing is written at once", "[gathered_write]") {
  Pair pair;
  const Pieces none;
  CHECK(write_at_once(pair.near, none) == 0);
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
  CHECK(write_at_once(pair.near, pieces) < text.size());
  auto done = asio::co_spawn(pair.io, write_gathered(pair.near, pieces, [] {}), asio::use_future);
  pair.io.run();
  CHECK_FALSE(done.get());
}

}  // namespace kine::server::gathered_write_test
