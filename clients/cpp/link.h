// One TCP connection to a server: envelopes out, envelopes in. It knows nothing of what they say.
//
//   Connection --send--> Link --bytes--> server;  server --bytes--> Link --on_envelope-->
//   Connection
//
// Everything happens on the thread that calls. A header of the client's inside: it brings Boost.
#pragma once

#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <chrono>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <optional>

#include "clients/cpp/address.h"
#include "protocol/framing.h"
#include "realizer/core/result.h"

namespace kinesphere {
class Envelope;
}

namespace kine::client {

using Deadline = std::chrono::steady_clock::time_point;

class Link {
 public:
  using OnEnvelope = std::function<void(kinesphere::Envelope)>;

  /// `on_envelope` is called from run_until and send.
  static Result<std::unique_ptr<Link>> open(const Address& address, Deadline deadline,
                                            OnEnvelope on_envelope);

  /// Until all of it is on its way; a server that takes no byte for so long is gone. What is sent
  /// from within `on_envelope`, while another goes out, follows that one.
  Result<Done> send(const kinesphere::Envelope& envelope, std::chrono::milliseconds patience);

  /// Hears what comes until `done`, the deadline, or the end of the connection.
  void run_until(Deadline deadline, const std::function<bool()>& done);

  /// Hears all that has come.
  void hear() { io_.poll(); }

  /// Why it is over; the first reason holds.
  const std::optional<Error>& over() const { return over_; }
  void close(Error why);

 private:
  explicit Link(OnEnvelope on_envelope) : on_envelope_(std::move(on_envelope)) {}
  Result<Done> connect(const Address& address, Deadline deadline);
  void read();
  void write();
  bool take_in_messages();

  static constexpr std::size_t kReadBytes = std::size_t{64} << 10;

  OnEnvelope on_envelope_;
  boost::asio::io_context io_;
  boost::asio::ip::tcp::socket socket_{io_};
  std::array<char, kReadBytes> bytes_{};
  std::deque<protocol::Bytes> outgoing_;  // the first is being written,
  std::size_t written_ = 0;               // and so many bytes of it are on their way
  protocol::EnvelopeSplitter splitter_{protocol::kEnvelopeBytesMax};
  std::optional<Error> over_;
};

/// That a connection is over, and why.
Error gone(std::string why);

}  // namespace kine::client
