// What a server shows to clients that speak TLS, and what it asks of them.
//
//   TlsFiles --TlsContext::read--> TlsContext --open--> the TLS of one connection
//
// A context never changes. Files that are read again make another one, and connections that are
// there keep theirs.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <string>

#include "realizer/core/result.h"

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

  bool asks_for_certificates() const { return asks_for_certificates_; }

 private:
  TlsContext(std::unique_ptr<ssl_ctx_st, SslCloser> context, bool asks_for_certificates);

  const std::unique_ptr<ssl_ctx_st, SslCloser> context_;
  const bool asks_for_certificates_;
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
