// Tests for server/base/peer_address.h.
#include "server/base/peer_address.h"

#include "tests/support/catch.h"

namespace kine::server::peer_address_test {
namespace {

std::string counted_as(const char* address) {
  return share_of(boost::asio::ip::make_address(address)).to_string();
}

}  // namespace

TEST_CASE("an IPv4 address is counted by itself, however it came", "[peer_address]") {
  CHECK(counted_as("192.0.2.7") == "192.0.2.7");
  CHECK(counted_as("::ffff:192.0.2.7") == "192.0.2.7");
}

TEST_CASE("addresses of IPv6 are counted by their network of 64 bits", "[peer_address]") {
  CHECK(counted_as("2001:db8:1:2:3:4:5:6") == "2001:db8:1:2::");
  CHECK(counted_as("2001:db8:1:2::") == "2001:db8:1:2::");
  CHECK(counted_as("2001:db8:1:3:3:4:5:6") == "2001:db8:1:3::");
  CHECK(counted_as("fe80::1%7") == counted_as("fe80::2%8"));
}

}  // namespace kine::server::peer_address_test
