// What a server shows to clients that speak TLS, and what it asks of them.
//
//   TlsFiles --TlsContext::read--> TlsContext --open, call--> the TLS of one connection
//
// Nodes of a cluster call each other, and show the same certificate there. All have the first DNS
// name in common, by which they know each other.
//
// A context never changes. Files that are read again make another one, and connections that are
// there keep theirs.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "realizer/core/result.h"
#include "server/tls/client_certificate.h"
#include "server/tls/signers.h"

struct ssl_ctx_st;
struct ssl_st;

namespace kine::server {

struct SslCloser {
  void operator()(ssl_st* tls) const;
  void operator()(ssl_ctx_st* context) const;
};

/// Files in PEM. All empty: no TLS.
struct TlsFiles {
  std::string certificate;  // the server's, behind it those that lead to its root
  std::string key;          // of that certificate, without a passphrase
  std::string clients;      // the signers of clients' certificates; empty: clients need none
  std::string nodes = {};   // the signers of those of the cluster's nodes; empty: it calls none
};

/// A certificate of a client may be so long, with those that lead to its root: theirs are 1 to 4
/// KiB. OpenSSL makes room for what a client announces.
inline constexpr std::size_t kCertificateBytesMax = std::size_t{16} << 10;

class TlsContext {
 public:
  /// TLS 1.2 and 1.3 alone, without compression, renegotiation and resumption. An error names the
  /// file that is wrong. A certificate that is over is one.
  static Result<std::shared_ptr<const TlsContext>> read(const TlsFiles& files);

  /// Of a connection that a client has made. Never null.
  std::unique_ptr<ssl_st, SslCloser> open() const;

  /// Of one that this server makes to another node, which must have a certificate of a signer of
  /// nodes. Null where it has been told of none.
  std::unique_ptr<ssl_st, SslCloser> call() const;

  /// The other side, when the handshake is done. A node is one that has a certificate of a signer
  /// of nodes with the first DNS name of this server's own. A certificate that no signer of clients
  /// has signed names nobody.
  TlsPeer peer_of(const ssl_st& tls) const;

  /// Whether other nodes can be called, and may call.
  bool knows_nodes() const { return nodes_.has_value(); }

  /// Whether a client without a certificate comes no further.
  bool asks_for_certificates() const { return clients_.has_value(); }

 private:
  using OwnContext = std::unique_ptr<ssl_ctx_st, SslCloser>;

  TlsContext() = default;
  Result<Done> take_clients(const std::string& path);
  Result<Done> take_nodes(const TlsFiles& files);

  OwnContext context_;
  OwnContext calling_;  // null: there are no signers of nodes
  std::optional<Signers> clients_;
  std::optional<Signers> nodes_;
  std::string node_name_;
};

/// The context of a server that runs. Every call may come from any thread.
class PresentTls {
 public:
  /// Null: the server has no TLS.
  explicit PresentTls(std::shared_ptr<const TlsContext> context = {});

  /// For connections that come from now on.
  void replace(std::shared_ptr<const TlsContext> context);
  std::shared_ptr<const TlsContext> context() const;

 private:
  mutable std::mutex mutex_;
  std::shared_ptr<const TlsContext> context_;
};

}  // namespace kine::server
