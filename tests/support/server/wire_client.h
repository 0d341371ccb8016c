// A client of the server made of a socket and libprotobuf alone, for tests of what travels; under
// TLS by OpenSSL. It can also misbehave.
//
// Every wait has a deadline of some seconds, past which it throws: the test has failed.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/kinesphere.pb.h"
#include "tests/support/server/tls_side.h"

namespace kine::test {

class WireClient {
 public:
  /// Connects to 127.0.0.1. `receive_bytes` bounds what the kernel holds for it; 0 leaves that.
  explicit WireClient(std::uint16_t port, int receive_bytes = 0);

  /// Likewise, from another address of this machine: "127.0.0.2".
  static WireClient from(const char* address, std::uint16_t port);

  /// Likewise, under TLS; throws where the handshake fails, with the reason.
  WireClient(std::uint16_t port, const TlsWish& wish, const char* from = "127.0.0.1");
  ~WireClient();
  WireClient(WireClient&&) noexcept;
  WireClient& operator=(WireClient&&) = delete;

  void send_bytes(std::string_view bytes);

  /// Its side of TLS; null: plain.
  const TlsSide* tls() const { return tls_.get(); }

  /// Nothing more comes from this side; it still receives.
  void end_sending();
  void send(const kinesphere::Envelope& envelope);

  /// Without caring what it means: up to and with `end`, or up to the server's close.
  std::string receive_up_to(std::string_view end);
  std::string receive_all();

  /// The next message, or nothing where the server has closed.
  std::optional<kinesphere::Envelope> receive();

  /// Passes over messages until this is one.
  kinesphere::Envelope receive_until(const std::function<bool(const kinesphere::Envelope&)>& is_it);

  /// Says Hello and returns the answer.
  kinesphere::Hello say_hello(const std::string& token = {}, const std::string& scene = {});
  void submit(const std::string& script, const std::string& id = {},
              const std::string& character = {});
  void subscribe(std::initializer_list<kinesphere::Part> parts = {});

  /// Pings, and waits for the pong.
  void say_ping();
  void interrupt(const std::string& id, float fade = 0);

  /// The answer to a script: Accepted or Refused.
  kinesphere::Envelope answer();
  kinesphere::Frame next_frame();
  kinesphere::Feedback next_feedback();

  /// What the server says last, as a Problem or a Goodbye, before it closes; empty if it says none.
  std::string last_words();

 private:
  WireClient(std::uint16_t port, int receive_bytes, const char* from);
  bool receive_some();

  int socket_ = -1;
  std::unique_ptr<TlsSide> tls_;  // null: plain
  std::string buffer_;
};

/// `message` with its length in front.
std::string framed(std::string_view message);

}  // namespace kine::test
