#include "server/net/wire.h"

#include <algorithm>
#include <array>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <utility>

#include "server/net/take_in_bytes.h"

namespace kine::server {

namespace asio = boost::asio;

namespace {

/// Of a batch so much is joined and sealed at once: four whole records of TLS, as much as the
/// kernel takes of a connection.
constexpr std::size_t kSealedAtOnce = std::size_t{64} << 10;

/// One record of TLS has no more.
constexpr std::size_t kRecordBytes = std::size_t{16} << 10;

constexpr const char* kBrokeOff = "the other side went during the handshake";

/// The bytes of many pieces, in stretches of up to kSealedAtOnce.
class JoinedPieces {
 public:
  explicit JoinedPieces(const Pieces& pieces) : pieces_(pieces) {
    if (pieces.size() > 1) joined_.reserve(std::min(asio::buffer_size(pieces), kSealedAtOnce));
  }

  /// The next stretch, valid until the next call; empty at the end. What lies in one piece is not
  /// copied.
  std::string_view next() {
    joined_.clear();
    while (piece_ < pieces_.size()) {
      const std::string_view rest = rest_of_piece();
      const bool fills_it = rest.size() >= kSealedAtOnce || piece_ + 1 == pieces_.size();
      if (joined_.empty() && fills_it) return take(std::min(rest.size(), kSealedAtOnce));
      const std::size_t room = kSealedAtOnce - joined_.size();
      if (room == 0) break;
      joined_ += take(std::min(rest.size(), room));
    }
    return joined_;
  }

 private:
  std::string_view rest_of_piece() const {
    const asio::const_buffer rest = pieces_[piece_] + byte_;
    return {static_cast<const char*>(rest.data()), rest.size()};
  }

  std::string_view take(std::size_t size) {
    const std::string_view taken = rest_of_piece().substr(0, size);
    byte_ += size;
    if (byte_ == pieces_[piece_].size()) {
      ++piece_;
      byte_ = 0;
    }
    return taken;
  }

  const Pieces& pieces_;
  std::size_t piece_ = 0;
  std::size_t byte_ = 0;  // of it
  std::string joined_;
};

}  // namespace

asio::awaitable<std::string> Wire::begin_tls(const TlsContext& context, std::string first_bytes) {
  tls_ =
      std::make_unique<TlsLayer>(context.open(), socket_.native_handle(), std::move(first_bytes));
  co_return co_await shake_hands(context);
}

asio::awaitable<std::string> Wire::call_by_tls(const TlsContext& context) {
  auto tls = context.call();
  if (tls == nullptr) co_return "this server was told of no signer of nodes, by --tls-nodes";
  if (!socket_.is_open()) co_return kBrokeOff;
  tls_ = std::make_unique<TlsLayer>(std::move(tls), socket_.native_handle(), std::string());
  co_return co_await shake_hands(context);
}

asio::awaitable<std::string> Wire::shake_hands(const TlsContext& context) {
  const std::function<void()> nobody_counts = [] {};
  for (;;) {
    const TlsLayer::Handshake step = tls_->shake_hands();
    const bool is_said = co_await flush(nobody_counts);
    if (step == TlsLayer::Handshake::Failed) co_return tls_->fault();
    if (!is_said) co_return kBrokeOff;
    if (step == TlsLayer::Handshake::Done) {
      peer_ = tls_->peer(context);
      co_return std::string();
    }
    const auto [error] =
        co_await socket_.async_wait(Socket::wait_read, asio::as_tuple(asio::use_awaitable));
    // Closed meanwhile, its number may be another connection's already.
    if (error || !socket_.is_open()) co_return kBrokeOff;
  }
}

asio::awaitable<bool> Wire::wait() {
  if (tls_ && !is_drained_) {
    // There may be more in what was read. Others of this thread have their turn first.
    co_await asio::post(socket_.get_executor(), asio::use_awaitable);
    co_return socket_.is_open();
  }
  const auto [error] =
      co_await socket_.async_wait(Socket::wait_read, asio::as_tuple(asio::use_awaitable));
  is_drained_ = false;
  co_return !error;
}

boost::system::error_code Wire::take_in(const std::function<void(std::string_view)>& taker) {
  if (!tls_) return take_in_bytes(socket_, taker);
  std::array<char, kRecordBytes> bytes;
  boost::system::error_code error;
  const std::size_t size = read_some(bytes.data(), bytes.size(), error);
  if (error == asio::error::would_block) return {};
  if (!error) taker({bytes.data(), size});
  return error;
}

std::size_t Wire::read_some(char* into, std::size_t size, boost::system::error_code& error) {
  if (!tls_) return socket_.read_some(asio::buffer(into, size), error);
  if (!socket_.is_open()) {
    error = asio::error::bad_descriptor;
    return 0;
  }
  const TlsLayer::Read read = tls_->read(into, size);
  if (!writing_) flush_now();
  is_drained_ = read.size == 0;
  if (read.has_ended) {
    error = asio::error::eof;
  } else if (is_drained_) {
    error = asio::error::would_block;
  } else {
    error = {};
  }
  return read.size;
}

std::size_t Wire::write_at_once(const Pieces& pieces) {
  return tls_ ? 0 : server::write_at_once(socket_, pieces);
}

asio::awaitable<bool> Wire::write(const Pieces& pieces, std::function<void()> before_each,
                                  std::size_t written) {
  if (!tls_) co_return co_await write_gathered(socket_, pieces, std::move(before_each), written);
  writing_ = true;
  const bool done = co_await write_sealed(pieces, before_each);
  writing_ = false;
  co_return done;
}

asio::awaitable<bool> Wire::write_sealed(const Pieces& pieces,
                                         const std::function<void()>& before_each) {
  JoinedPieces joined(pieces);
  for (std::string_view bytes = joined.next(); !bytes.empty(); bytes = joined.next()) {
    if (!tls_->seal(bytes)) co_return false;
    const bool is_out = co_await flush(before_each);
    if (!is_out) co_return false;
  }
  co_return true;
}

/// What is sealed while this is written follows it.
asio::awaitable<bool> Wire::flush(const std::function<void()>& before_each) {
  while (!tls_->sealed().empty()) {
    const std::string sealed = tls_->take_sealed();
    for (std::size_t sent = 0; sent < sealed.size();) {
      before_each();
      const auto [error, size] = co_await socket_.async_write_some(
          asio::buffer(sealed) + sent, asio::as_tuple(asio::use_awaitable));
      if (error) co_return false;
      sent += size;
    }
  }
  co_return true;
}

/// What does not go now goes before the next bytes.
void Wire::flush_now() {
  const std::string_view sealed = tls_->sealed();
  if (sealed.empty()) return;
  boost::system::error_code error;
  tls_->pass(socket_.write_some(asio::buffer(sealed), error));
}

void Wire::write_now(std::string_view words) {
  boost::system::error_code ignored;
  if (!tls_) {
    socket_.write_some(asio::buffer(words), ignored);
  } else if (tls_->seal(words)) {
    flush_now();
  }
}

void Wire::end_sending() {
  if (tls_) {
    tls_->seal_end();
    if (!writing_) flush_now();
  }
  boost::system::error_code ignored;
  socket_.shutdown(Socket::shutdown_send, ignored);
}

void Wire::close() {
  boost::system::error_code ignored;
  socket_.close(ignored);
}

}  // namespace kine::server
