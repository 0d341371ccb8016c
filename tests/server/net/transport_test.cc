// What every transport promises (server/net/transport.h), asked of each kind there is.
#include "server/net/transport.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <string>

#include "server/net/raw_transport.h"
#include "server/net/websocket_transport.h"
#include "tests/support/catch.h"

namespace kine::server::transport_test {
namespace {

namespace asio = boost::asio;

/// As it travels, its length in front.
protocol::Bytes message_of(std::size_t size) {
  std::string bytes(protocol::kLengthBytes + size, 'm');
  protocol::write_length(static_cast<std::uint32_t>(size), bytes.data());
  return protocol::make_bytes(std::move(bytes));
}

std::string joined(const Pieces& pieces) {
  std::string all;
  for (const auto& piece : pieces) all.append(static_cast<const char*>(piece.data()), piece.size());
  return all;
}

/// What stands before a message of `size` bytes: RFC 6455, 5.2, of a server's binary message.
std::string websocket_header(std::size_t size) {
  std::string header = "\x82";
  const std::size_t length_bytes = size < 126 ? 0 : size < 65536 ? 2 : 8;
  header += static_cast<char>(length_bytes == 0 ? size : length_bytes == 2 ? 126 : 127);
  for (std::size_t i = length_bytes; i-- > 0;) header += static_cast<char>(size >> (8 * i) & 0xFF);
  return header;
}

std::string raw_header(std::size_t size) { return std::string(*message_of(size)).substr(0, 4); }

struct Kind {
  const char* name;
  std::unique_ptr<Transport> transport;
  std::string (*header)(std::size_t size);
  std::string end;
};

std::vector<Kind> every_kind(asio::io_context& io) {
  static JsonTexts texts;
  std::vector<Kind> kinds;
  kinds.push_back(
      {"raw", std::make_unique<RawTransport>(asio::ip::tcp::socket(io), ""), &raw_header, ""});
  kinds.push_back({"WebSocket",
                   std::make_unique<WebSocketTransport>(asio::ip::tcp::socket(io), "", "",
                                                        Subprotocol::Binary, texts),
                   &websocket_header, std::string("\x88\x0C\x03\xE8") + "it is late"});
  return kinds;
}

}  // namespace

TEST_CASE("every transport lays a batch out in order, with what stands before a message",
          "[transport][contract]") {
  asio::io_context io;
  for (const Kind& kind : every_kind(io)) {
    CAPTURE(kind.name);
    std::vector<protocol::Bytes> batch;
    std::string expected;
    for (const std::size_t size : {0, 1, 125, 126, 1'100, 65'535, 65'536, 1'000'000}) {
      batch.push_back(message_of(size));
      expected += kind.header(size) + std::string(size, 'm');
    }
    CHECK(joined(kind.transport->lay_out(batch)) == expected);
  }
}

TEST_CASE("every transport says its end once", "[transport][contract]") {
  asio::io_context io;
  for (const Kind& kind : every_kind(io)) {
    CAPTURE(kind.name);
    CHECK_FALSE(kind.transport->has_words());
    CHECK(joined(kind.transport->lay_out_end("it is late")) == kind.end);
    CHECK(joined(kind.transport->lay_out_end("it is late")).empty());
  }
}

TEST_CASE("every transport has nothing to give before it has read", "[transport][contract]") {
  asio::io_context io;
  for (const Kind& kind : every_kind(io)) {
    CAPTURE(kind.name);
    CHECK_FALSE(kind.transport->waits_for_rest());
    CHECK_FALSE(kind.transport->pop()->has_value());
  }
}

}  // namespace kine::server::transport_test
