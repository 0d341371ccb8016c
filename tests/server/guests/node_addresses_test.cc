// Tests for server/guests/node_addresses.h.
#include "server/guests/node_addresses.h"

#include "tests/support/catch.h"

namespace kine::server::node_addresses_test {
namespace {

using boost::asio::ip::address_v4;
using namespace std::chrono_literals;

boost::asio::ip::address numbered(std::uint32_t number) { return address_v4(0x0A000000 + number); }

}  // namespace

TEST_CASE("an address is a node's for ten minutes after a node has called", "[node_addresses]") {
  NodeAddresses nodes;
  CHECK_FALSE(nodes.has(numbered(1), 0s));
  nodes.note(numbered(1), 60s);
  CHECK(nodes.has(numbered(1), 60s + 10min));
  CHECK_FALSE(nodes.has(numbered(1), 61s + 10min));
  CHECK_FALSE(nodes.has(numbered(2), 60s));
  nodes.note(numbered(1), 5min);
  CHECK(nodes.has(numbered(1), 15min));
}

TEST_CASE("so many addresses of nodes are known, and those that are gone make room",
          "[node_addresses]") {
  NodeAddresses nodes;
  for (std::uint32_t i = 0; i <= kNodeAddressesMax; ++i) nodes.note(numbered(i), 0s);
  CHECK(nodes.has(numbered(kNodeAddressesMax - 1), 0s));
  CHECK_FALSE(nodes.has(numbered(kNodeAddressesMax), 0s));
  nodes.note(numbered(kNodeAddressesMax), 11min);
  CHECK(nodes.has(numbered(kNodeAddressesMax), 11min));
}

}  // namespace kine::server::node_addresses_test
