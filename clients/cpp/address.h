// Where a server is: "HOST:PORT".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "realizer/core/result.h"

namespace kine::client {

struct Address {
  std::string host = "127.0.0.1";
  std::uint16_t port = 7730;
  friend bool operator==(const Address&, const Address&) = default;
};

/// "HOST:PORT", "HOST" or ":PORT"; what is left out is as above, or `port`. An IPv6 address with a
/// port stands in brackets: "[::1]:7730".
Result<Address> parse_address(std::string_view text, std::uint16_t port = Address{}.port);

/// As parse_address reads it.
std::string to_string(const Address& address);

}  // namespace kine::client
