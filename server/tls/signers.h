// Certificates whose holders sign those of others: of clients, or of nodes.
//
//   a file in PEM --Signers::read--> Signers --have_signed--> whether a certificate is one of
//   theirs
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

struct ssl_ctx_st;
struct ssl_st;
struct x509_store_st;

namespace kine::server {

/// Below a root there are seldom more than two.
inline constexpr int kChainLengthMax = 4;

class Signers {
 public:
  /// Nothing where the file has no certificate in PEM.
  static std::optional<Signers> read(const std::string& path);

  /// Whether the other side of a connection has shown a certificate of theirs, that counts now.
  bool have_signed_peer_of(const ssl_st& tls) const;

  /// Whether the certificate of a context is theirs, for a server and for its calls to others.
  bool have_signed_own_of(ssl_ctx_st& context) const;

 private:
  explicit Signers(std::shared_ptr<x509_store_st> store) : store_(std::move(store)) {}

  std::shared_ptr<x509_store_st> store_;  // never null, and never changes
};

}  // namespace kine::server
