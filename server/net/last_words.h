// What a client is told before its connection is closed, as far as it goes without waiting.
//
//   problem --> closing_problem() --bytes--> say_and_close() --> socket
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <string>
#include <string_view>

#include "protocol/framing.h"
#include "server/net/wire.h"

namespace kine::server {

/// A Problem after which nothing comes.
protocol::Bytes closing_problem(const std::string& problem);

/// `socket` does not block. What the client has sent already is read first: a socket that is closed
/// with bytes that nobody read breaks its own last words.
void say_and_close(boost::asio::ip::tcp::socket& socket, std::string_view words);

/// Likewise, under its TLS where it has one.
void say_and_close(Wire& wire, std::string_view words);

}  // namespace kine::server
