// Certificates for tests, made by OpenSSL while they run: no file of the tree holds a key.
//
//   Authority --issue(wish)--> a certificate and its key in PEM --write_tls--> files of a folder
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "server/tls/tls_context.h"
#include "tests/support/temporary_folder.h"

struct evp_pkey_st;
struct x509_st;

namespace kine::test {

struct Issued {
  std::string certificate;
  std::string key;
};

struct CertificateWish {
  std::string names;  // as OpenSSL's configuration has them: "DNS:lab,URI:urn:lab"; empty: none
  int days_from = -1;
  int days_to = 1;
};

/// What signs certificates, with a key and a name of its own.
class Authority {
 public:
  Authority();
  ~Authority();
  Authority(const Authority&) = delete;
  Authority& operator=(const Authority&) = delete;

  /// Its own certificate in PEM.
  const std::string& certificate() const { return certificate_; }
  Issued issue(const CertificateWish& wish) const;

 private:
  struct Closer {
    void operator()(evp_pkey_st* key) const;
    void operator()(x509_st* certificate) const;
  };
  std::unique_ptr<evp_pkey_st, Closer> key_;
  std::unique_ptr<x509_st, Closer> own_;
  std::string certificate_;
};

/// Of a server on this machine: its certificate has the name localhost and the address 127.0.0.1.
Issued issue_to_server(const Authority& authority);

/// In files of the folder: those of `server` and, where `clients` is given, whom it lets in.
server::TlsFiles write_tls(const TemporaryFolder& folder, const Issued& server,
                           const std::string& clients = {});

}  // namespace kine::test
