#include "server/tls/signers.h"

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509_vfy.h>

#include <utility>

namespace kine::server {
namespace {

enum class TlsRole { Server, Client };

struct VerificationCloser {
  void operator()(X509_STORE_CTX* verification) const { X509_STORE_CTX_free(verification); }
};

/// `between` lead from the certificate to its root; null: none do.
bool is_signed(X509_STORE* signers, X509* certificate, STACK_OF(X509) * between, TlsRole role) {
  const std::unique_ptr<X509_STORE_CTX, VerificationCloser> verification(X509_STORE_CTX_new());
  if (verification == nullptr || certificate == nullptr) return false;
  X509_STORE_CTX* const raw = verification.get();
  if (X509_STORE_CTX_init(raw, signers, certificate, between) != 1) return false;
  X509_STORE_CTX_set_default(raw, role == TlsRole::Server ? "ssl_server" : "ssl_client");
  X509_STORE_CTX_set_depth(raw, kChainLengthMax);
  const bool is_so = X509_verify_cert(raw) == 1;
  ERR_clear_error();
  return is_so;
}

}  // namespace

std::optional<Signers> Signers::read(const std::string& path) {
  std::shared_ptr<x509_store_st> store(X509_STORE_new(), X509_STORE_free);
  if (store == nullptr || X509_STORE_load_file(store.get(), path.c_str()) != 1) {
    ERR_clear_error();
    return {};
  }
  return Signers(std::move(store));
}

bool Signers::have_signed_peer_of(const ssl_st& tls) const {
  const TlsRole role = SSL_is_server(&tls) == 1 ? TlsRole::Client : TlsRole::Server;
  return is_signed(store_.get(), SSL_get0_peer_certificate(&tls), SSL_get_peer_cert_chain(&tls),
                   role);
}

bool Signers::have_signed_own_of(ssl_ctx_st& context) const {
  STACK_OF(X509)* between = nullptr;
  SSL_CTX_get0_chain_certs(&context, &between);
  X509* const own = SSL_CTX_get0_certificate(&context);
  return is_signed(store_.get(), own, between, TlsRole::Server) &&
         is_signed(store_.get(), own, between, TlsRole::Client);
}

}  // namespace kine::server
