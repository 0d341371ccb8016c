#include "tests/support/server/tls_side.h"

#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>

#include <csignal>
#include <stdexcept>

namespace kine::test {
namespace {

std::string take_fault() {
  const char* const reason = ERR_reason_error_string(ERR_peek_last_error());
  ERR_clear_error();
  return reason == nullptr ? "it broke off" : reason;
}

template <class Value, class Read>
Value* from_pem(const std::string& text, Read read) {
  BIO* const memory = BIO_new_mem_buf(text.data(), static_cast<int>(text.size()));
  Value* const value = read(memory, nullptr, nullptr, nullptr);
  BIO_free(memory);
  if (value == nullptr) throw std::runtime_error("no PEM: " + take_fault());
  return value;
}

/// OpenSSL writes without MSG_NOSIGNAL. Of this thread alone: the server must not depend on it.
void forbid_broken_pipes() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
}

void trust(SSL_CTX* context, const std::string& authority) {
  X509* const certificate = from_pem<X509>(authority, PEM_read_bio_X509);
  X509_STORE_add_cert(SSL_CTX_get_cert_store(context), certificate);
  X509_free(certificate);
  SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nullptr);
}

void show(SSL_CTX* context, const Issued& own) {
  X509* const certificate = from_pem<X509>(own.certificate, PEM_read_bio_X509);
  EVP_PKEY* const key = from_pem<EVP_PKEY>(own.key, PEM_read_bio_PrivateKey);
  SSL_CTX_use_certificate(context, certificate);
  SSL_CTX_use_PrivateKey(context, key);
  X509_free(certificate);
  EVP_PKEY_free(key);
}

}  // namespace

void TlsSide::Closer::operator()(ssl_st* tls) const { SSL_free(tls); }

TlsSide::TlsSide(int socket, const TlsWish& wish) {
  forbid_broken_pipes();
  SSL_CTX* const context = SSL_CTX_new(TLS_client_method());
  trust(context, wish.authority);
  if (!wish.own.key.empty()) show(context, wish.own);
  if (wish.version_max != 0) {
    // Old versions are not for this library's own liking.
    SSL_CTX_set_security_level(context, 0);
    SSL_CTX_set_min_proto_version(context, 0);
    SSL_CTX_set_max_proto_version(context, wish.version_max);
  }
  tls_.reset(SSL_new(context));
  SSL_CTX_free(context);  // the connection has its own hold of it
  SSL_set1_host(tls_.get(), wish.name.c_str());
  SSL_set_fd(tls_.get(), socket);
  ERR_clear_error();
  if (SSL_connect(tls_.get()) != 1) throw std::runtime_error("no handshake: " + take_fault());
}

TlsSide::~TlsSide() = default;

bool TlsSide::write(std::string_view bytes) {
  ERR_clear_error();
  std::size_t written = 0;
  const bool done =
      bytes.empty() || SSL_write_ex(tls_.get(), bytes.data(), bytes.size(), &written) == 1;
  if (!done) fault_ = take_fault();
  return done;
}

void TlsSide::change_keys() {
  if (SSL_key_update(tls_.get(), SSL_KEY_UPDATE_REQUESTED) != 1 ||
      SSL_do_handshake(tls_.get()) != 1) {
    throw std::runtime_error("no other keys: " + take_fault());
  }
}

std::size_t TlsSide::read(char* into, std::size_t size) {
  ERR_clear_error();
  std::size_t count = 0;
  const int result = SSL_read_ex(tls_.get(), into, size, &count);
  if (result == 1) return count;
  has_ended_in_order_ = SSL_get_error(tls_.get(), result) == SSL_ERROR_ZERO_RETURN;
  if (!has_ended_in_order_) fault_ = take_fault();
  return 0;
}

std::string TlsSide::version() const { return SSL_get_version(tls_.get()); }

}  // namespace kine::test
