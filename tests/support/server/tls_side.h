// The client's side of TLS over a socket that blocks, by OpenSSL alone and no code of the server's.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "tests/support/server/certificates.h"

struct ssl_st;

namespace kine::test {

/// How a client speaks TLS, and what it shows.
struct TlsWish {
  std::string authority;           // in PEM, that must have signed the server's certificate
  Issued own = {};                 // what it shows; empty: nothing
  std::string name = "localhost";  // that the server's certificate must have
  int version_max = 0;             // OpenSSL's number; 0: the newest
};

class TlsSide {
 public:
  /// Shakes hands; throws where that fails, with the reason.
  TlsSide(int socket, const TlsWish& wish);
  ~TlsSide();
  TlsSide(const TlsSide&) = delete;
  TlsSide& operator=(const TlsSide&) = delete;

  /// False where the server has gone.
  bool write(std::string_view bytes);

  /// Changes the key of what it sends, and has the server change its own (RFC 8446, 4.6.3).
  void change_keys();

  /// How many; 0 at the end, in order or not.
  std::size_t read(char* into, std::size_t size);

  /// "TLSv1.3".
  std::string version() const;

  /// Whether the end came as TLS says it, and not by a socket that closed.
  bool has_ended_in_order() const { return has_ended_in_order_; }

  /// What OpenSSL says of the last thing that went wrong; empty: nothing has.
  const std::string& fault() const { return fault_; }

 private:
  struct Closer {
    void operator()(ssl_st* tls) const;
  };
  std::unique_ptr<ssl_st, Closer> tls_;
  std::string fault_;
  bool has_ended_in_order_ = false;
};

}  // namespace kine::test
