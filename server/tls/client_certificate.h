// The name of a client by its certificate, once the handshake has proved that it has the key.
//
//   a connection's TLS --certificate_of--> ClientCertificate --> the line of its tenant
#pragma once

#include <chrono>
#include <optional>
#include <string>

struct ssl_st;
struct x509_st;

namespace kine::server {

struct ClientCertificate {
  /// The first DNS name of its subject alternative names, byte by byte; empty: it has none.
  std::string name;
  std::chrono::sys_seconds expires;

  bool is_over(std::chrono::sys_seconds now) const { return expires <= now; }
};

/// The other side of a connection.
struct TlsPeer {
  std::optional<ClientCertificate> certificate = {};  // nothing: it has shown none
  bool is_node = false;                               // of the cluster of this server
};

/// Empty: it has none.
std::string first_dns_name_of(const x509_st& certificate);

/// Nothing where the client has shown none.
std::optional<ClientCertificate> certificate_of(const ssl_st& tls);

/// When its time is over; the beginning of time where it does not say so.
std::chrono::sys_seconds expiry_of_certificate(const x509_st& certificate);

}  // namespace kine::server
