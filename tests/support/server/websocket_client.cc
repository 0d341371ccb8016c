#include "tests/support/server/websocket_client.h"

#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <chrono>
#include <stdexcept>

#include "tests/support/server/last_words.h"

namespace kine::test {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;

namespace {

constexpr std::chrono::seconds kAnswerPatience{60};

}  // namespace

struct WebSocketClient::Stream {
  Stream() {
    socket.control_callback([this](websocket::frame_type kind, beast::string_view payload) {
      if (kind == websocket::frame_type::pong) {
        pongs.append(payload.data(), payload.size()).append("|");
      }
    });
  }

  /// Runs one operation to its end, within the deadline.
  beast::error_code run(auto start) {
    std::optional<beast::error_code> result;
    beast::get_lowest_layer(socket).expires_after(kAnswerPatience);
    start([&result](beast::error_code error, auto&&...) { result = error; });
    io.restart();
    while (!result) io.run_one();
    if (*result == beast::error::timeout) {
      throw std::runtime_error("the server keeps the test waiting");
    }
    return *result;
  }

  void must(auto start) {
    if (const auto error = run(start)) throw std::runtime_error(error.message());
  }

  asio::io_context io;
  websocket::stream<beast::tcp_stream, false> socket{io};
  websocket::response_type answer;
  std::string pongs;
};

WebSocketClient::WebSocketClient(std::uint16_t port, const Request& request)
    : stream_(std::make_unique<Stream>()) {
  auto& socket = stream_->socket;
  const asio::ip::tcp::endpoint endpoint(asio::ip::address_v4::loopback(), port);
  stream_->must([&](auto done) { beast::get_lowest_layer(socket).async_connect(endpoint, done); });
  socket.set_option(websocket::stream_base::decorator([request](websocket::request_type& head) {
    if (!request.subprotocol.empty()) {
      head.set(http::field::sec_websocket_protocol, request.subprotocol);
    }
    if (!request.origin.empty()) head.set(http::field::origin, request.origin);
  }));
  socket.read_message_max(0);
  const std::string host = "127.0.0.1:" + std::to_string(port);
  stream_->must(
      [&](auto done) { socket.async_handshake(stream_->answer, host, request.path, done); });
}

WebSocketClient::~WebSocketClient() = default;
WebSocketClient::WebSocketClient(WebSocketClient&&) noexcept = default;

std::string WebSocketClient::subprotocol() const {
  const auto value = stream_->answer[http::field::sec_websocket_protocol];
  return {value.data(), value.size()};
}

void WebSocketClient::send(const kinesphere::Envelope& envelope) {
  const std::string bytes = envelope.SerializeAsString();
  stream_->socket.binary(true);
  stream_->run([&](auto done) { stream_->socket.async_write(asio::buffer(bytes), done); });
}

void WebSocketClient::send_text(std::string_view text) {
  stream_->socket.text(true);
  stream_->run([&](auto done) { stream_->socket.async_write(asio::buffer(text), done); });
}

void WebSocketClient::send_in_pieces(const kinesphere::Envelope& envelope,
                                     std::size_t piece_bytes) {
  const std::string bytes = envelope.SerializeAsString();
  stream_->socket.binary(true);
  for (std::size_t begin = 0; begin < bytes.size(); begin += piece_bytes) {
    const std::string piece = bytes.substr(begin, piece_bytes);
    const bool is_last = begin + piece_bytes >= bytes.size();
    stream_->run(
        [&](auto done) { stream_->socket.async_write_some(is_last, asio::buffer(piece), done); });
  }
}

void WebSocketClient::ping(std::string_view payload) {
  const websocket::ping_data data(beast::string_view(payload.data(), payload.size()));
  stream_->run([&](auto done) { stream_->socket.async_ping(data, done); });
}

std::optional<WebSocketClient::Message> WebSocketClient::receive_message() {
  beast::flat_buffer buffer;
  if (stream_->run([&](auto done) { stream_->socket.async_read(buffer, done); })) return {};
  return Message{{static_cast<const char*>(buffer.cdata().data()), buffer.size()},
                 stream_->socket.got_text()};
}

std::optional<kinesphere::Envelope> WebSocketClient::receive() {
  const auto message = receive_message();
  if (!message) return {};
  kinesphere::Envelope envelope;
  if (message->is_text || !envelope.ParseFromString(message->bytes)) {
    throw std::runtime_error("the server sent no envelope");
  }
  return envelope;
}

kinesphere::Hello WebSocketClient::say_hello() {
  kinesphere::Envelope envelope;
  envelope.mutable_hello()->set_version_major(1);
  envelope.mutable_hello()->set_name("a test");
  send(envelope);
  const auto answer = receive();
  if (!answer || !answer->has_hello()) throw std::runtime_error("the server says no Hello");
  return answer->hello();
}

void WebSocketClient::subscribe() {
  kinesphere::Envelope envelope;
  envelope.mutable_subscribe();
  send(envelope);
}

kinesphere::Frame WebSocketClient::next_frame() {
  while (const auto envelope = receive()) {
    if (envelope->has_frame()) return envelope->frame();
  }
  throw std::runtime_error("the server closed");
}

std::string WebSocketClient::last_words() { return last_words_of(*this); }

std::string WebSocketClient::close_reason() const {
  const auto& reason = stream_->socket.reason().reason;
  return {reason.data(), reason.size()};
}

std::uint16_t WebSocketClient::close_code() const {
  return static_cast<std::uint16_t>(stream_->socket.reason().code);
}

std::string WebSocketClient::pongs() const { return stream_->pongs; }

}  // namespace kine::test
