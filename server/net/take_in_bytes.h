// What a socket holds, without waiting for more.
//
//   socket that is readable --take_in_bytes--> taker(bytes)
//
// A session reads so much at once, then others of its thread have their turn; the buffer is gone
// while it waits.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <functional>
#include <string_view>

namespace kine::server {

/// Hands on what is there, which may be nothing. `eof` where the other side has ended; any error
/// means that nothing was handed on and nothing more will come. `socket` does not block.
boost::system::error_code take_in_bytes(boost::asio::ip::tcp::socket& socket,
                                        const std::function<void(std::string_view)>& taker);

}  // namespace kine::server
