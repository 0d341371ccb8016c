#include "server/net/gathered_write.h"

#include <algorithm>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace kine::server {

namespace asio = boost::asio;

namespace {

/// As many as one system call takes.
constexpr std::size_t kBuffersAtOnce = 64;

/// What of the pieces has not been written: from `byte` of piece `first` on.
struct Rest {
  std::size_t first = 0;
  std::size_t byte = 0;

  Pieces buffers(const Pieces& pieces) const {
    const auto begin = pieces.begin() + static_cast<std::ptrdiff_t>(first);
    const std::size_t count = std::min(kBuffersAtOnce, pieces.size() - first);
    Pieces result(begin, begin + static_cast<std::ptrdiff_t>(count));
    result.front() += byte;
    return result;
  }

  void pass(const Pieces& pieces, std::size_t written) {
    byte += written;
    while (first < pieces.size() && byte >= pieces[first].size()) byte -= pieces[first++].size();
  }
};

}  // namespace

std::string bytes_of(const Pieces& pieces) {
  std::string bytes;
  for (const asio::const_buffer& piece : pieces) {
    bytes.append(static_cast<const char*>(piece.data()), piece.size());
  }
  return bytes;
}

std::size_t write_at_once(asio::ip::tcp::socket& socket, const Pieces& pieces) {
  boost::system::error_code error;
  // One call takes the first of the pieces, and mostly there are no more.
  std::size_t written = pieces.empty() ? 0 : socket.write_some(pieces, error);
  if (pieces.size() <= kBuffersAtOnce) return written;
  Rest rest;
  for (rest.pass(pieces, written); !error && rest.first < pieces.size();) {
    const std::size_t size = socket.write_some(rest.buffers(pieces), error);
    rest.pass(pieces, size);
    written += size;
  }
  return written;
}

asio::awaitable<bool> write_gathered(asio::ip::tcp::socket& socket, const Pieces& pieces,
                                     std::function<void()> before_each, std::size_t written) {
  Rest rest;
  for (rest.pass(pieces, written); rest.first < pieces.size();) {
    before_each();
    const auto [error, size] =
        co_await socket.async_write_some(rest.buffers(pieces), asio::as_tuple(asio::use_awaitable));
    if (error) co_return false;
    rest.pass(pieces, size);
  }
  co_return true;
}

}  // namespace kine::server
