// Many pieces of memory, written to a socket by as few system calls as they take.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <functional>
#include <vector>

namespace kine::server {

using Pieces = std::vector<boost::asio::const_buffer>;

/// False where the socket breaks. Calls `before_each` before every wait for the client, which has
/// taken something since the last one. Socket and pieces outlive it.
boost::asio::awaitable<bool> write_gathered(boost::asio::ip::tcp::socket& socket,
                                            const Pieces& pieces,
                                            std::function<void()> before_each);

}  // namespace kine::server
