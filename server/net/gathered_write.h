// Many pieces of memory, written to a socket by as few system calls as they take.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace kine::server {

using Pieces = std::vector<boost::asio::const_buffer>;

/// Joined.
std::string bytes_of(const Pieces& pieces);

/// How many bytes of the pieces the socket takes without waiting. It does not block. Whether it
/// breaks is said by write_gathered() with what is left.
std::size_t write_at_once(boost::asio::ip::tcp::socket& socket, const Pieces& pieces);

/// From byte `written` of the pieces on; false where the socket breaks. Calls `before_each` before
/// every wait for the client, which has taken something since the last one. Socket and pieces
/// outlive it.
boost::asio::awaitable<bool> write_gathered(boost::asio::ip::tcp::socket& socket,
                                            const Pieces& pieces, std::function<void()> before_each,
                                            std::size_t written = 0);

}  // namespace kine::server
