#include "server/raw_transport.h"

#include <array>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <utility>

namespace kine::server {

namespace asio = boost::asio;
using asio::ip::tcp;

namespace {

/// Read at once before others have their turn.
constexpr std::size_t kReadBytes = std::size_t{16} << 10;

bool ends_at(const asio::const_buffer& buffer, const char* place) {
  return static_cast<const char*>(buffer.data()) + buffer.size() == place;
}

}  // namespace

RawTransport::RawTransport(tcp::socket socket, std::string_view bytes)
    : socket_(std::move(socket)),
      splitter_(protocol::kEnvelopeBytesBeforeHelloMax),
      has_first_bytes_(!bytes.empty()) {
  splitter_.push(bytes);
}

asio::awaitable<bool> RawTransport::read() {
  if (std::exchange(has_first_bytes_, false)) co_return true;
  // An idle connection holds no buffer while it waits.
  const auto [error] =
      co_await socket_.async_wait(tcp::socket::wait_read, asio::as_tuple(asio::use_awaitable));
  co_return !error && read_what_is_there();
}

bool RawTransport::read_what_is_there() {
  std::array<char, kReadBytes> bytes;
  boost::system::error_code error;
  const std::size_t size = socket_.read_some(asio::buffer(bytes), error);
  if (error == asio::error::would_block) return true;
  if (error) return false;
  splitter_.push({bytes.data(), size});
  return true;
}

const Pieces& RawTransport::lay_out(const std::vector<protocol::Bytes>& batch) {
  pieces_.clear();
  for (const protocol::Bytes& message : batch) {
    // Messages that stand one behind the other are one piece.
    if (!pieces_.empty() && ends_at(pieces_.back(), message->data())) {
      pieces_.back() = {pieces_.back().data(), pieces_.back().size() + message->size()};
    } else {
      pieces_.push_back(asio::buffer(*message));
    }
  }
  return pieces_;
}

const Pieces& RawTransport::lay_out_end() {
  pieces_.clear();
  return pieces_;
}

}  // namespace kine::server
