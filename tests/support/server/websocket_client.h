// A WebSocket client of Boost.Beast's, and no code of the server's, for tests of what travels.
//
// Every wait has a deadline of some seconds, past which it throws: the test has failed.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/kinesphere.pb.h"

namespace kine::test {

class WebSocketClient {
 public:
  struct Request {
    std::string subprotocol = "kinesphere.v1";
    std::string path = "/ws";
    std::string origin = {};
  };
  struct Message {
    std::string bytes;
    bool is_text = false;
  };

  /// Connects to 127.0.0.1 and shakes hands; throws where that is refused.
  explicit WebSocketClient(std::uint16_t port) : WebSocketClient(port, Request{}) {}
  WebSocketClient(std::uint16_t port, const Request& request);
  ~WebSocketClient();
  WebSocketClient(WebSocketClient&&) noexcept;

  /// What the server chose.
  std::string subprotocol() const;

  void send(const kinesphere::Envelope& envelope);
  void send_text(std::string_view text);

  /// In frames of that many bytes each.
  void send_in_pieces(const kinesphere::Envelope& envelope, std::size_t piece_bytes);
  void ping(std::string_view payload);

  /// The next message, or nothing where the server has closed.
  std::optional<Message> receive_message();
  std::optional<kinesphere::Envelope> receive();

  kinesphere::Hello say_hello();
  void subscribe();
  kinesphere::Frame next_frame();

  /// The error of the Problem that the server closes with; empty if there is none.
  std::string last_words();

  /// After the end: the code and the reason that the server closed with, and the pongs that came,
  /// each with a "|".
  std::uint16_t close_code() const;
  std::string close_reason() const;
  std::string pongs() const;

 private:
  struct Stream;
  std::unique_ptr<Stream> stream_;
};

}  // namespace kine::test
