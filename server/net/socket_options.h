// How the kernel is to treat a client's connection.
#pragma once

#include <boost/asio/ip/tcp.hpp>

namespace kine::server {

/// Small messages leave at once, what the kernel holds stays little, no call waits, and a client
/// that is gone without a word is noticed (limits.h).
void tune(boost::asio::ip::tcp::socket& socket);

/// Whether the other side has confirmed every byte that was written.
bool is_all_confirmed(boost::asio::ip::tcp::socket& socket);

}  // namespace kine::server
