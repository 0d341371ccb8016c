#include "server/net/take_in_bytes.h"

#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>

namespace kine::server {
namespace {

constexpr std::size_t kReadBytes = std::size_t{16} << 10;

}  // namespace

boost::system::error_code take_in_bytes(boost::asio::ip::tcp::socket& socket,
                                        const std::function<void(std::string_view)>& taker) {
  std::array<char, kReadBytes> bytes;
  boost::system::error_code error;
  const std::size_t size = socket.read_some(boost::asio::buffer(bytes), error);
  if (error == boost::asio::error::would_block) return {};
  if (!error) taker({bytes.data(), size});
  return error;
}

}  // namespace kine::server
