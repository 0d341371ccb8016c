// Tests for server/net/wire.h: plain and under TLS the same.
#include "server/net/wire.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/use_future.hpp>
#include <future>

#include "tests/support/catch.h"
#include "tests/support/server/tls_side.h"

namespace kine::server::wire_test {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;

/// A connection whose far end is a client of OpenSSL's.
struct Met {
  Met() {
    far.connect(acceptor.local_endpoint());
    wire.socket() = acceptor.accept();
    wire.socket().non_blocking(true);
    auto shaken = std::async(std::launch::async, [this] {
      client.emplace(far.native_handle(), test::TlsWish{.authority = authority.certificate()});
    });
    fault = run(wire.begin_tls(*context, {}));
    shaken.get();
  }

  template <class Value>
  Value run(asio::awaitable<Value> what) {
    auto done = asio::co_spawn(io, std::move(what), asio::use_future);
    io.restart();
    io.run();
    return done.get();
  }

  test::TemporaryFolder folder;
  test::Authority authority;
  std::shared_ptr<const TlsContext> context =
      *TlsContext::read(test::write_tls(folder, test::issue_to_server(authority)));
  asio::io_context io;
  tcp::acceptor acceptor{io, tcp::endpoint(asio::ip::address_v4::loopback(), 0)};
  tcp::socket far{io};
  Wire wire{tcp::socket(io)};
  std::optional<test::TlsSide> client;
  std::string fault;
};

std::string read_all(test::TlsSide& client, std::size_t size) {
  std::string all;
  char bytes[10'000];
  while (all.size() < size) {
    const std::size_t count = client.read(bytes, sizeof bytes);
    if (count == 0) break;
    all.append(bytes, count);
  }
  return all;
}

}  // namespace

TEST_CASE("pieces arrive whole and in order under TLS, by few writes", "[wire]") {
  Met met;
  REQUIRE(met.fault.empty());
  CHECK(met.wire.has_tls());
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
  auto received =
      std::async(std::launch::async, [&] { return read_all(*met.client, expected.size()); });
  CHECK(met.run(met.wire.write(pieces, [] {})));
  CHECK(received.get() == expected);

  // A batch of many small ones leaves by one call, where the kernel takes it.
  pieces.clear();
  for (std::size_t i = 1; i < 20; ++i) pieces.push_back(asio::buffer(texts[i]));
  int calls = 0;
  CHECK(met.wire.write_at_once(pieces) == 0);  // it would be in the clear
  CHECK(met.run(met.wire.write(pieces, [&calls] { ++calls; })));
  CHECK(calls == 1);
}

TEST_CASE("what comes is taken in, and none of it lies unread within TLS", "[wire]") {
  Met met;
  REQUIRE(met.fault.empty());
  bool was_called = false;
  CHECK_FALSE(met.wire.take_in([&](std::string_view) { was_called = true; }));
  CHECK_FALSE(was_called);

  const std::string sent(50'000, 'y');
  auto written = std::async(std::launch::async, [&] {
    met.client->write(sent);
    met.client.reset();
    met.far.shutdown(tcp::socket::shutdown_send);
  });
  std::string heard;
  boost::system::error_code error;
  while (!error) {
    REQUIRE(met.run(met.wire.wait()));
    error = met.wire.take_in([&](std::string_view bytes) { heard += bytes; });
  }
  written.get();
  CHECK(heard == sent);
  CHECK(error == asio::error::eof);
}

TEST_CASE("last words and the end come under TLS, and none before its handshake", "[wire]") {
  Met met;
  REQUIRE(met.fault.empty());
  met.wire.write_now("goodbye");
  met.wire.end_sending();
  CHECK(read_all(*met.client, 100) == "goodbye");
  CHECK(met.client->has_ended_in_order());
  met.wire.close();
  CHECK_FALSE(met.run(met.wire.wait()));
}

TEST_CASE("a client that goes during the handshake is told of", "[wire]") {
  asio::io_context io;
  tcp::acceptor acceptor(io, tcp::endpoint(asio::ip::address_v4::loopback(), 0));
  tcp::socket far(io);
  far.connect(acceptor.local_endpoint());
  Wire wire(acceptor.accept());
  wire.socket().non_blocking(true);
  const test::TemporaryFolder folder;
  const test::Authority authority;
  const auto context = *TlsContext::read(test::write_tls(folder, test::issue_to_server(authority)));
  far.close();
  auto done = asio::co_spawn(io, wire.begin_tls(*context, {}), asio::use_future);
  io.run();
  CHECK_FALSE(done.get().empty());
  wire.write_now("nothing goes out in the clear");
}

TEST_CASE("a plain wire is its socket", "[wire]") {
  asio::io_context io;
  tcp::acceptor acceptor(io, tcp::endpoint(asio::ip::address_v4::loopback(), 0));
  tcp::socket far(io);
  far.connect(acceptor.local_endpoint());
  Wire wire(acceptor.accept());
  CHECK_FALSE(wire.has_tls());
  CHECK_FALSE(wire.peer().certificate);
  wire.write_now("words, ");
  const std::string more = "and more";
  CHECK(wire.write_at_once({asio::buffer(more)}) == more.size());
  wire.end_sending();
  std::string heard(100, '\0');
  heard.resize(asio::read(far, asio::buffer(heard), asio::transfer_at_least(15)));
  CHECK(heard == "words, and more");
}

}  // namespace kine::server::wire_test
