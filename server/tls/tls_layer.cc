#include "server/tls/tls_layer.h"

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "realizer/core/assert.h"

namespace kine::server {

/// Where OpenSSL reads from and writes to.
struct TlsEnds {
  int socket;
  std::string read_before;  // comes before what the socket has
  bool has_ended = false;   // the socket has
  std::string sealed;

  int read(char* into, std::size_t size) {
    if (!read_before.empty()) {
      const std::size_t count = read_before.copy(into, size);
      read_before.erase(0, count);
      if (read_before.empty()) read_before.shrink_to_fit();
      return static_cast<int>(count);
    }
    const ssize_t count = ::recv(socket, into, size, 0);
    if (count == 0) has_ended = true;
    return static_cast<int>(count);
  }
};

namespace {

/// What records add, to 16 KiB each: less than one byte to so many, and to the last one.
constexpr std::size_t kBytesOfRecordHeads = 256;
constexpr std::size_t kRecordMoreMax = 256;

TlsEnds& ends_of(BIO* bio) { return *static_cast<TlsEnds*>(BIO_get_data(bio)); }

/// A reason of OpenSSL's for the last error, which is forgotten.
std::string take_reason() {
  const char* const reason = ERR_reason_error_string(ERR_peek_last_error());
  ERR_clear_error();
  return reason == nullptr ? "it broke off" : reason;
}

int read_from_ends(BIO* bio, char* into, int size) {
  BIO_clear_retry_flags(bio);
  const int count = ends_of(bio).read(into, static_cast<std::size_t>(size));
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) BIO_set_retry_read(bio);
  return count;
}

/// There is always room: how much is sealed at once is up to the caller.
int write_to_ends(BIO* bio, const char* from, int size) {
  BIO_clear_retry_flags(bio);
  ends_of(bio).sealed.append(from, static_cast<std::size_t>(size));
  return size;
}

long control_ends(BIO* bio, int command, long /*number*/, void* /*data*/) {
  if (command == BIO_CTRL_FLUSH) return 1;
  return command == BIO_CTRL_EOF && ends_of(bio).has_ended ? 1 : 0;
}

/// One for all connections, as long as the program runs.
const BIO_METHOD* method_of_ends() {
  static const BIO_METHOD* const method = [] {
    BIO_METHOD* const made =
        BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "a connection of kinesphere");
    KINE_ASSERT(made != nullptr);
    BIO_meth_set_read(made, read_from_ends);
    BIO_meth_set_write(made, write_to_ends);
    BIO_meth_set_ctrl(made, control_ends);
    return made;
  }();
  return method;
}

}  // namespace

TlsLayer::TlsLayer(std::unique_ptr<ssl_st, SslCloser> tls, int socket, std::string first_bytes)
    : ends_(std::make_unique<TlsEnds>(
          TlsEnds{.socket = socket, .read_before = std::move(first_bytes), .sealed = {}})),
      tls_(std::move(tls)) {
  BIO* const bio = BIO_new(method_of_ends());
  KINE_ASSERT(bio != nullptr);
  BIO_set_data(bio, ends_.get());
  BIO_set_init(bio, 1);
  SSL_set_bio(tls_.get(), bio, bio);  // which owns it
}

TlsLayer::~TlsLayer() = default;

TlsLayer::Handshake TlsLayer::shake_hands() {
  ERR_clear_error();
  const int result = SSL_do_handshake(tls_.get());
  if (result == 1) {
    is_open_ = true;
    return Handshake::Done;
  }
  if (SSL_get_error(tls_.get(), result) == SSL_ERROR_WANT_READ) return Handshake::WantsBytes;
  fault_ = take_reason();
  const long verified = SSL_get_verify_result(tls_.get());
  if (verified != X509_V_OK) {
    fault_.append(": ").append(X509_verify_cert_error_string(verified));
  }
  return Handshake::Failed;
}

TlsLayer::Read TlsLayer::read(char* into, std::size_t size) {
  if (!is_open_) return {.has_ended = true};
  ERR_clear_error();
  std::size_t count = 0;
  const int result = SSL_read_ex(tls_.get(), into, size, &count);
  if (result == 1) return {.size = count};
  const int problem = SSL_get_error(tls_.get(), result);
  if (problem == SSL_ERROR_WANT_READ) return {};
  // After an error of the form nothing may be said any more.
  if (problem != SSL_ERROR_ZERO_RETURN) is_open_ = false;
  ERR_clear_error();
  return {.has_ended = true};
}

bool TlsLayer::seal(std::string_view bytes) {
  if (!is_open_) return false;
  if (bytes.empty()) return true;
  // At once, where records would have it grow again and again.
  ends_->sealed.reserve(ends_->sealed.size() + bytes.size() + bytes.size() / kBytesOfRecordHeads +
                        kRecordMoreMax);
  ERR_clear_error();
  std::size_t count = 0;
  is_open_ = SSL_write_ex(tls_.get(), bytes.data(), bytes.size(), &count) == 1;
  if (!is_open_) ERR_clear_error();
  return is_open_;
}

void TlsLayer::seal_end() {
  if (!is_open_) return;
  ERR_clear_error();
  SSL_shutdown(tls_.get());
  ERR_clear_error();
}

std::string_view TlsLayer::sealed() const { return ends_->sealed; }

void TlsLayer::pass(std::size_t size) {
  ends_->sealed.erase(0, size);
  if (ends_->sealed.empty()) ends_->sealed.shrink_to_fit();
}

std::string TlsLayer::take_sealed() { return std::exchange(ends_->sealed, {}); }

TlsPeer TlsLayer::peer(const TlsContext& context) const { return context.peer_of(*tls_); }

}  // namespace kine::server
