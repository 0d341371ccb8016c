// A TCP connection, plain or with TLS above it: readers and writers need not know.
//
//   Session, Reception --bytes, Pieces--> Wire --socket--> the client
//   Relay --bytes, Pieces--> Wire --socket--> another server
//
// It belongs to the strand of its socket. One coroutine may read while another writes.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "server/net/gathered_write.h"
#include "server/tls/client_certificate.h"
#include "server/tls/tls_layer.h"

namespace kine::server {

class Wire {
 public:
  using Socket = boost::asio::ip::tcp::socket;

  /// A plain one. The socket does not block.
  Wire(Socket socket) : socket_(std::move(socket)) {}  // NOLINT: a socket is one

  /// What is beneath.
  Socket& socket() { return socket_; }
  Socket::executor_type get_executor() { return socket_.get_executor(); }

  /// Takes the client's handshake, of which `first_bytes` were read already. Empty where all that
  /// follows is under TLS, else why not; then nothing more can be said.
  boost::asio::awaitable<std::string> begin_tls(const TlsContext& context, std::string first_bytes);

  /// Likewise of a connection that this server has made to another one.
  boost::asio::awaitable<std::string> call_by_tls(const TlsContext& context);

  bool has_tls() const { return tls_ != nullptr; }

  /// The other side, as its certificate says; of a plain connection nobody.
  const TlsPeer& peer() const { return peer_; }

  /// Until there may be something to take in. False where there will be nothing.
  boost::asio::awaitable<bool> wait();

  /// As take_in_bytes.h has it.
  boost::system::error_code take_in(const std::function<void(std::string_view)>& taker);

  /// At most `size` bytes, without waiting; `would_block` where none have come.
  std::size_t read_some(char* into, std::size_t size, boost::system::error_code& error);

  /// As gathered_write.h has it, while nothing is being written. None under TLS: write() seals.
  std::size_t write_at_once(const Pieces& pieces);

  /// As gathered_write.h has it. Under TLS the pieces are joined, and each 64 KiB of them are
  /// sealed at once and leave by one call.
  boost::asio::awaitable<bool> write(const Pieces& pieces, std::function<void()> before_each,
                                     std::size_t written = 0);

  /// As far as it goes without waiting, while nothing is being written. Nothing before the
  /// handshake is done.
  void write_now(std::string_view words);

  /// Nothing more comes from this side.
  void end_sending();
  void close();

 private:
  boost::asio::awaitable<std::string> shake_hands(const TlsContext& context);
  boost::asio::awaitable<bool> write_sealed(const Pieces& pieces,
                                            const std::function<void()>& before_each);
  boost::asio::awaitable<bool> flush(const std::function<void()>& before_each);
  void flush_now();

  Socket socket_;
  std::unique_ptr<TlsLayer> tls_;  // null: plain
  TlsPeer peer_;
  bool is_drained_ = false;  // under TLS: all that had come was read
  bool writing_ = false;     // likewise: what is sealed meanwhile follows
};

}  // namespace kine::server
