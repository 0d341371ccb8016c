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

asio::awaitable<bool> write_gathered(asio::ip::tcp::socket& socket, const Pieces& pieces,
                                     std::function<void()> before_each) {
  for (Rest rest; rest.first < pieces.size();) {
    before_each();
    const auto [error, size] =
        co_await socket.async_write_some(rest.buffers(pieces), asio::as_tuple(asio::use_awaitable));
    if (error) co_return false;
    rest.pass(pieces, size);
  }
  co_return true;
}

}  // namespace kine::server
