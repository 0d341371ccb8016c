// TLS of one connection, between what its socket carries and what is said.
//
//   socket --sealed bytes--> TlsLayer --read--> bytes;  bytes --seal--> TlsLayer --sealed--> socket
//
// It reads from the socket without waiting. It never writes there: sealed bytes stand in it until
// the owner of the socket has written them. So one write carries as many records as there are.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "server/tls/client_certificate.h"
#include "server/tls/tls_context.h"

namespace kine::server {

struct TlsEnds;

class TlsLayer {
 public:
  /// `tls` is new (TlsContext::open). `socket` does not block, and is open whenever the layer is
  /// called. `first_bytes` were read from it already.
  TlsLayer(std::unique_ptr<ssl_st, SslCloser> tls, int socket, std::string first_bytes);
  ~TlsLayer();

  enum class Handshake { Done, WantsBytes, Failed };

  /// As far as it goes with the bytes that are there. What it has to say is sealed, also where it
  /// failed.
  Handshake shake_hands();

  /// Why it failed, for the log.
  const std::string& fault() const { return fault_; }

  /// Whether the handshake is done, and nothing has broken since.
  bool is_open() const { return is_open_; }

  struct Read {
    std::size_t size = 0;
    bool has_ended = false;  // the other side has, or it has broken the form; else, with no size,
                             // nothing has come yet
  };

  /// What has come, at most `size` bytes; likewise sealed is what it has to say to that.
  Read read(char* into, std::size_t size);

  /// False where it is not open.
  bool seal(std::string_view bytes);

  /// That nothing more comes from this side.
  void seal_end();

  /// What is to be written, and that so much of it was. The view is valid until the next call.
  std::string_view sealed() const;
  void pass(std::size_t size);

  /// All of it, for a write that takes its time.
  std::string take_sealed();

  /// The other side, by the context from which this is; after the handshake.
  TlsPeer peer(const TlsContext& context) const;

 private:
  const std::unique_ptr<TlsEnds> ends_;
  const std::unique_ptr<ssl_st, SslCloser> tls_;
  std::string fault_;
  bool is_open_ = false;
};

}  // namespace kine::server
