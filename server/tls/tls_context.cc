#include "server/tls/tls_context.h"

#include <openssl/err.h>
#include <openssl/ssl.h>

#include <filesystem>
#include <utility>

#include "realizer/core/assert.h"
#include "realizer/core/number.h"
#include "server/tls/client_certificate.h"

namespace kine::server {
namespace {

using OwnContext = std::unique_ptr<ssl_ctx_st, SslCloser>;

/// Below a root there are seldom more than two.
constexpr int kChainLengthMax = 4;

/// Keys are agreed on anew for each connection, and bytes are proved as they are hidden.
constexpr const char* kCiphersOfTls12 = "ECDHE+AESGCM:ECDHE+CHACHA20";

Error tls_fault(std::string message, const std::string& path) {
  ERR_clear_error();
  return {.code = ErrorCode::Unsupported, .message = std::move(message) + ": " + quoted(path)};
}

/// A server has nobody to ask.
int no_passphrase(char* /*into*/, int /*size*/, int /*is_written*/, void* /*data*/) { return -1; }

OwnContext make_tls_context() {
  OwnContext context(SSL_CTX_new(TLS_server_method()));
  KINE_ASSERT(context != nullptr);
  SSL_CTX* const raw = context.get();
  const bool is_made = SSL_CTX_set_min_proto_version(raw, TLS1_2_VERSION) == 1 &&
                       SSL_CTX_set_cipher_list(raw, kCiphersOfTls12) == 1;
  KINE_ASSERT(is_made);
  SSL_CTX_set_options(raw, SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_TICKET |
                               SSL_OP_CIPHER_SERVER_PREFERENCE | SSL_OP_IGNORE_UNEXPECTED_EOF);
  // A connection that is resumed would not show its certificate again.
  SSL_CTX_set_session_cache_mode(raw, SSL_SESS_CACHE_OFF);
  SSL_CTX_set_num_tickets(raw, 0);
  // An idle connection holds no buffer.
  SSL_CTX_set_mode(raw, SSL_MODE_RELEASE_BUFFERS);
  // A client that changes its keys on and on is read one change at a time, as others are.
  SSL_CTX_clear_mode(raw, SSL_MODE_AUTO_RETRY);
  SSL_CTX_set_max_cert_list(raw, static_cast<long>(kCertificateBytesMax));
  SSL_CTX_set_default_passwd_cb(raw, no_passphrase);
  return context;
}

Result<Done> look_for_file(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_regular_file(path, ignored)) return Done{};
  return tls_fault("there is no such file", path);
}

Result<Done> take_certificate(SSL_CTX& context, const std::string& path) {
  if (auto found = look_for_file(path); !found) return found;
  if (SSL_CTX_use_certificate_chain_file(&context, path.c_str()) != 1) {
    return tls_fault("no certificate in PEM can be read from the file of --tls-certificate", path);
  }
  const X509* const certificate = SSL_CTX_get0_certificate(&context);
  const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
  if (expiry_of_certificate(*certificate) <= now)
    return tls_fault("the server's certificate is over", path);
  return Done{};
}

Result<Done> take_key(SSL_CTX& context, const std::string& path) {
  if (auto found = look_for_file(path); !found) return found;
  if (SSL_CTX_use_PrivateKey_file(&context, path.c_str(), SSL_FILETYPE_PEM) != 1) {
    const bool is_of_another = ERR_GET_REASON(ERR_peek_last_error()) == X509_R_KEY_VALUES_MISMATCH;
    return tls_fault(
        is_of_another
            ? "the key of --tls-key is not that of the certificate"
            : "no key in PEM, without a passphrase, can be read from the file of --tls-key",
        path);
  }
  if (SSL_CTX_check_private_key(&context) == 1) return Done{};
  return tls_fault("the key of --tls-key is not that of the certificate", path);
}

/// From now on a client without a certificate that these have signed comes no further.
Result<Done> take_signers(SSL_CTX& context, const std::string& path) {
  if (auto found = look_for_file(path); !found) return found;
  STACK_OF(X509_NAME)* const names = SSL_load_client_CA_file(path.c_str());
  if (names == nullptr || SSL_CTX_load_verify_file(&context, path.c_str()) != 1) {
    sk_X509_NAME_pop_free(names, X509_NAME_free);
    return tls_fault("no certificate in PEM can be read from the file of --tls-clients", path);
  }
  SSL_CTX_set_client_CA_list(&context, names);  // which owns them
  SSL_CTX_set_verify(&context, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nullptr);
  SSL_CTX_set_verify_depth(&context, kChainLengthMax);
  return Done{};
}

}  // namespace

void SslCloser::operator()(ssl_st* tls) const { SSL_free(tls); }

void SslCloser::operator()(ssl_ctx_st* context) const { SSL_CTX_free(context); }

Result<std::shared_ptr<const TlsContext>> TlsContext::read(const TlsFiles& files) {
  OwnContext context = make_tls_context();
  if (auto taken = take_certificate(*context, files.certificate); !taken) return taken.error();
  if (auto taken = take_key(*context, files.key); !taken) return taken.error();
  const bool asks = !files.clients.empty();
  if (asks) {
    if (auto taken = take_signers(*context, files.clients); !taken) return taken.error();
  }
  return std::shared_ptr<const TlsContext>(new TlsContext(std::move(context), asks));
}

TlsContext::TlsContext(OwnContext context, bool asks_for_certificates)
    : context_(std::move(context)), asks_for_certificates_(asks_for_certificates) {}

std::unique_ptr<ssl_st, SslCloser> TlsContext::open() const {
  std::unique_ptr<ssl_st, SslCloser> tls(SSL_new(context_.get()));
  KINE_ASSERT(tls != nullptr);
  SSL_set_accept_state(tls.get());
  return tls;
}

PresentTls::PresentTls(std::shared_ptr<const TlsContext> context) : context_(std::move(context)) {}

void PresentTls::replace(std::shared_ptr<const TlsContext> context) {
  const std::lock_guard lock(mutex_);
  context_ = std::move(context);
}

std::shared_ptr<const TlsContext> PresentTls::context() const {
  const std::lock_guard lock(mutex_);
  return context_;
}

}  // namespace kine::server
