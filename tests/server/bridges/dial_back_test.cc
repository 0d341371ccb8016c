// Tests for server/bridges/dial_back.h, with a listener of the test's own.
#include "server/bridges/dial_back.h"

#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <functional>
#include <string>

#include "tests/support/catch.h"

namespace kine::server::dial_back_test {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using namespace std::chrono_literals;

struct Stage {
  asio::io_context io;
  asio::any_io_executor strand{asio::make_strand(io)};
  tcp::acceptor acceptor{io, tcp::endpoint(asio::ip::address_v4::loopback(), 0)};

  /// As long as there are calls.
  std::shared_ptr<DialBack> persistent() {
    auto result =
        std::make_shared<DialBack>(strand, DialBack::Options{.where = acceptor.local_endpoint(),
                                                             .bytes_max = 1000,
                                                             .patience = 20s,
                                                             .calls_max = 20s,
                                                             .call_pause = 1ms});
    result->start();
    return result;
  }

  std::shared_ptr<DialBack> dial_back(std::size_t bytes_max = 1000,
                                      std::chrono::milliseconds patience = 300ms,
                                      std::chrono::milliseconds last_words_wait_max = 60s) {
    auto result = std::make_shared<DialBack>(
        strand, DialBack::Options{.where = acceptor.local_endpoint(),
                                  .bytes_max = bytes_max,
                                  .patience = patience,
                                  .last_words_wait_max = last_words_wait_max});
    result->start();
    return result;
  }

  /// Until nothing is left to do, or it does not end.
  void run() { io.run_for(20s); }
};

}  // namespace

TEST_CASE("what is pushed before there is a connection and after arrives in order, and it ends",
          "[dial_back]") {
  Stage stage;
  const auto dial_back = stage.dial_back();
  CHECK(dial_back->push("one "));
  tcp::socket client(stage.io);
  std::string heard;
  stage.acceptor.async_accept(client, [&](auto error) {
    REQUIRE_FALSE(error);
    CHECK(dial_back->push("two"));
    dial_back->finish();
    asio::async_read(client, asio::dynamic_buffer(heard), [](auto, std::size_t) {});
  });
  stage.run();
  CHECK(heard == "one two");
  CHECK(dial_back->state() == DialBack::State::Connected);
}

TEST_CASE("where nobody answers, what was pushed is given back", "[dial_back]") {
  Stage stage;
  const auto dial_back = stage.dial_back();
  stage.acceptor.close();
  CHECK(dial_back->push("one "));
  CHECK(dial_back->push("two"));
  bool told = false;
  dial_back->news().async_wait([&](auto) { told = true; });
  stage.run();
  CHECK(told);
  CHECK(dial_back->state() == DialBack::State::Refused);
  CHECK(dial_back->take_unsaid() == "one two");
  CHECK_FALSE(dial_back->push("three"));
}

TEST_CASE("a client that opens its port after the first calls hears all", "[dial_back]") {
  Stage stage;
  const tcp::endpoint port = stage.acceptor.local_endpoint();
  stage.acceptor.close();
  stage.acceptor.open(port.protocol());
  stage.acceptor.set_option(tcp::acceptor::reuse_address(true));
  stage.acceptor.bind(port);  // it is the client's, which does not listen yet
  const auto dial_back = stage.persistent();
  CHECK(dial_back->push("held"));
  for (int i = 0; i < 20; ++i) stage.io.run_one();  // calls and pauses
  CHECK(dial_back->state() == DialBack::State::Calling);

  stage.acceptor.listen();
  tcp::socket client(stage.io);
  std::string heard;
  stage.acceptor.async_accept(client, [&](auto error) {
    REQUIRE_FALSE(error);
    dial_back->finish();
    asio::async_read(client, asio::dynamic_buffer(heard), [](auto, std::size_t) {});
  });
  stage.run();
  CHECK(heard == "held");
}

TEST_CASE("a client that closes its port and opens it again hears the rest, once", "[dial_back]") {
  Stage stage;
  const auto dial_back = stage.persistent();
  CHECK(dial_back->push("one\n"));
  tcp::socket first(stage.io);
  tcp::socket second(stage.io);
  std::string begun;
  std::string rest;
  const auto close_and_come_back = [&](auto, std::size_t) {
    first.close();
    stage.acceptor.async_accept(second, [&](auto error) {
      REQUIRE_FALSE(error);
      CHECK(dial_back->push("three\n"));
      dial_back->finish();
      asio::async_read(second, asio::dynamic_buffer(rest), [](auto, std::size_t) {});
    });
    CHECK(dial_back->push("two\n"));
  };
  stage.acceptor.async_accept(first, [&](auto) {
    asio::async_read_until(first, asio::dynamic_buffer(begun), '\n', close_and_come_back);
  });
  stage.run();
  CHECK(begun == "one\n");
  CHECK(rest == "two\nthree\n");
}

TEST_CASE("a client that ends its own side of the port and reads on hears the rest there",
          "[dial_back]") {
  Stage stage;
  const auto dial_back = stage.persistent();
  tcp::socket client(stage.io);
  std::string heard;
  std::string rest;
  stage.acceptor.async_accept(client, [&](auto) {
    client.shutdown(tcp::socket::shutdown_send);
    CHECK(dial_back->push("one\n"));
    asio::async_read_until(client, asio::dynamic_buffer(heard), '\n', [&](auto, std::size_t) {
      CHECK(dial_back->push("two\n"));
      dial_back->finish();
      asio::async_read(client, asio::dynamic_buffer(rest), [](auto, std::size_t) {});
    });
  });
  stage.run();
  CHECK(heard + rest == "one\ntwo\n");
  CHECK(dial_back->state() == DialBack::State::Connected);
}

TEST_CASE("a client that has ended its connection is not called again", "[dial_back]") {
  Stage stage;
  const auto dial_back = stage.persistent();
  tcp::socket client(stage.io);
  std::string heard;
  CHECK(dial_back->push("one\n"));
  stage.acceptor.async_accept(client, [&](auto) {
    asio::async_read_until(client, asio::dynamic_buffer(heard), '\n', [&](auto, std::size_t) {
      dial_back->expect_no_return();
      client.close();
      CHECK(dial_back->push("two\n"));
    });
  });
  stage.run();
  CHECK(dial_back->state() == DialBack::State::Lost);
}

TEST_CASE("what waits is bounded", "[dial_back]") {
  Stage stage;
  const auto dial_back = stage.dial_back(5);
  CHECK(dial_back->push("12345"));
  CHECK_FALSE(dial_back->push("6"));
  dial_back->finish();
}

TEST_CASE("a client that does not take what it is sent is lost", "[dial_back]") {
  Stage stage;
  const std::string much(std::size_t{64} << 20, 'x');
  const auto dial_back = stage.dial_back(much.size());
  tcp::socket client(stage.io);
  stage.acceptor.async_accept(client, [&](auto) { CHECK(dial_back->push(much)); });
  stage.run();
  CHECK(dial_back->state() == DialBack::State::Lost);
  CHECK_FALSE(dial_back->push("more"));
}

TEST_CASE("a client that takes its time is waited for as long as it takes anything",
          "[dial_back]") {
  Stage stage;
  constexpr std::size_t kPiece = std::size_t{4} << 20;
  constexpr int kPieces = 12;
  const std::string much(kPieces * kPiece, 'x');
  const auto dial_back = stage.dial_back(much.size(), 2s);
  tcp::socket client(stage.io);
  std::string piece(kPiece, '\0');
  asio::steady_timer pause(stage.io);
  int taken = 0;
  const std::function<void()> take = [&] {
    asio::async_read(client, asio::buffer(piece), [&](auto error, std::size_t) {
      if (error || ++taken == kPieces) return;
      pause.expires_after(400ms);  // in all, twice the patience
      pause.async_wait([&](auto) { take(); });
    });
  };
  stage.acceptor.async_accept(client, [&](auto) {
    CHECK(dial_back->push(much));
    dial_back->finish();
    take();
  });
  stage.run();
  CHECK(taken == kPieces);
  CHECK(dial_back->state() == DialBack::State::Connected);
}

TEST_CASE("who takes a little now and then when all was said is not waited for for ever",
          "[dial_back]") {
  Stage stage;
  const std::string much(std::size_t{64} << 20, 'x');
  const auto dial_back = stage.dial_back(much.size(), 20s, 300ms);
  tcp::socket client(stage.io);
  std::array<char, 4096> little;
  asio::steady_timer pause(stage.io);
  const std::function<void()> take = [&] {
    if (dial_back->state() == DialBack::State::Lost) return;
    asio::async_read(client, asio::buffer(little), [&](auto error, std::size_t) {
      if (error) return;
      pause.expires_after(10ms);
      pause.async_wait([&](auto) { take(); });
    });
  };
  stage.acceptor.async_accept(client, [&](auto) {
    CHECK(dial_back->push(much));
    dial_back->finish();
    dial_back->finish();
    take();
  });
  stage.run();
  CHECK(dial_back->state() == DialBack::State::Lost);
}

}  // namespace kine::server::dial_back_test
