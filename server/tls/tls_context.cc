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

/// Keys are agreed on anew for each connection, and bytes are proved as they are hidden.
constexpr const char* kCiphersOfTls12 = "ECDHE+AESGCM:ECDHE+CHACHA20";

Error tls_fault(std::string message, const std::string& path) {
  ERR_clear_error();
  return {.code = ErrorCode::Unsupported, .message = std::move(message) + ": " + quoted(path)};
}

/// A server has nobody to ask.
int no_passphrase(char* /*into*/, int /*size*/, int /*is_written*/, void* /*data*/) { return -1; }

std::unique_ptr<ssl_ctx_st, SslCloser> make_tls_context(const SSL_METHOD* method) {
  std::unique_ptr<ssl_ctx_st, SslCloser> context(SSL_CTX_new(method));
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

/// From now on certificates that these have signed are taken.
Result<Signers> take_signers(SSL_CTX& context, const std::string& path, const std::string& option) {
  if (auto found = look_for_file(path); !found) return found.error();
  auto signers = Signers::read(path);
  if (!signers || SSL_CTX_load_verify_file(&context, path.c_str()) != 1) {
    return tls_fault("no certificate in PEM can be read from the file of " + option, path);
  }
  SSL_CTX_set_verify_depth(&context, kChainLengthMax);
  return *std::move(signers);
}

/// Clients choose by the names of signers which certificate they show.
void announce_signers(SSL_CTX& context, const TlsFiles& files) {
  STACK_OF(X509_NAME)* const names = sk_X509_NAME_new_null();
  for (const std::string* const each : {&files.clients, &files.nodes}) {
    if (!each->empty()) SSL_add_file_cert_subjects_to_stack(names, each->c_str());
  }
  SSL_CTX_set_client_CA_list(&context, names);  // which owns them
}

Result<Done> take_own(SSL_CTX& context, const TlsFiles& files) {
  if (auto taken = take_certificate(context, files.certificate); !taken) return taken;
  return take_key(context, files.key);
}

}  // namespace

void SslCloser::operator()(ssl_st* tls) const { SSL_free(tls); }

void SslCloser::operator()(ssl_ctx_st* context) const { SSL_CTX_free(context); }

Result<std::shared_ptr<const TlsContext>> TlsContext::read(const TlsFiles& files) {
  const std::shared_ptr<TlsContext> made(new TlsContext());
  made->context_ = make_tls_context(TLS_server_method());
  if (auto taken = take_own(*made->context_, files); !taken) return taken.error();
  if (!files.clients.empty()) {
    if (auto taken = made->take_clients(files.clients); !taken) return taken.error();
  }
  if (!files.nodes.empty()) {
    if (auto taken = made->take_nodes(files); !taken) return taken.error();
  }
  announce_signers(*made->context_, files);
  return std::shared_ptr<const TlsContext>(made);
}

/// From now on a client without a certificate comes no further.
Result<Done> TlsContext::take_clients(const std::string& path) {
  auto signers = take_signers(*context_, path, "--tls-clients");
  if (!signers) return signers.error();
  clients_ = *std::move(signers);
  SSL_CTX_set_verify(context_.get(), SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nullptr);
  return Done{};
}

/// A node shows its certificate, whether clients must or not.
Result<Done> TlsContext::take_nodes(const TlsFiles& files) {
  auto signers = take_signers(*context_, files.nodes, "--tls-nodes");
  if (!signers) return signers.error();
  nodes_ = *std::move(signers);
  if (!clients_) SSL_CTX_set_verify(context_.get(), SSL_VERIFY_PEER, nullptr);
  node_name_ = first_dns_name_of(*SSL_CTX_get0_certificate(context_.get()));
  if (node_name_.empty()) {
    return tls_fault("the certificate of a node needs a DNS name, which all nodes have first",
                     files.certificate);
  }
  if (!nodes_->have_signed_own_of(*context_)) {
    return tls_fault(
        "other nodes would not know this one: its certificate is not signed by one of "
        "--tls-nodes, for servers and for clients",
        files.certificate);
  }
  calling_ = make_tls_context(TLS_client_method());
  if (auto taken = take_own(*calling_, files); !taken) return taken;
  if (auto taken = take_signers(*calling_, files.nodes, "--tls-nodes"); !taken) {
    return taken.error();
  }
  SSL_CTX_set_verify(calling_.get(), SSL_VERIFY_PEER, nullptr);
  return Done{};
}

std::unique_ptr<ssl_st, SslCloser> TlsContext::open() const {
  std::unique_ptr<ssl_st, SslCloser> tls(SSL_new(context_.get()));
  KINE_ASSERT(tls != nullptr);
  SSL_set_accept_state(tls.get());
  return tls;
}

std::unique_ptr<ssl_st, SslCloser> TlsContext::call() const {
  if (calling_ == nullptr) return {};
  std::unique_ptr<ssl_st, SslCloser> tls(SSL_new(calling_.get()));
  KINE_ASSERT(tls != nullptr);
  SSL_set_connect_state(tls.get());
  return tls;
}

TlsPeer TlsContext::peer_of(const ssl_st& tls) const {
  TlsPeer peer{.certificate = certificate_of(tls)};
  if (!peer.certificate || !nodes_) return peer;
  peer.is_node = peer.certificate->name == node_name_ && nodes_->have_signed_peer_of(tls);
  // The handshake takes what either have signed.
  if (!clients_ || !clients_->have_signed_peer_of(tls)) peer.certificate->name.clear();
  return peer;
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
