// Tests for clients/cpp/address.h.
#include "clients/cpp/address.h"

#include "tests/support/catch.h"

namespace kine::client::address_test {

TEST_CASE("an address is a host and a port, each of which may be left out", "[address]") {
  CHECK(*parse_address("example.org:80") == Address{"example.org", 80});
  CHECK(*parse_address("example.org") == Address{"example.org", 7730});
  CHECK(*parse_address(":0") == Address{"127.0.0.1", 0});
  CHECK(*parse_address("") == Address{});
}

TEST_CASE("an IPv6 address with a port stands in brackets", "[address]") {
  CHECK(*parse_address("[::1]:80") == Address{"::1", 80});
  CHECK(*parse_address("[::1]") == Address{"::1", 7730});
  CHECK(*parse_address("::1") == Address{"::1", 7730});
  // Two colons make an IPv6 address, which only a resolver can judge.
  CHECK(*parse_address("a:1:") == Address{"a:1:", 7730});
}

TEST_CASE("what is no address is an error that quotes it", "[address]") {
  const char* text =
      GENERATE("host:", "host:x", "host:65536", "host:-1", "[::1", "[::1]80", "[::1]:", "7730");
  const auto address = parse_address(text);
  REQUIRE_FALSE(address);
  CHECK(address.error().message == "no address of the form HOST:PORT: '" + std::string(text) + "'");
}

TEST_CASE("an address prints so that it reads back", "[address]") {
  for (const Address& address : {Address{"example.org", 80}, Address{"::1", 7730}}) {
    CHECK(*parse_address(to_string(address)) == address);
  }
}

}  // namespace kine::client::address_test
