// Tests for server/guests/proxies.h.
#include "server/guests/proxies.h"

#include "tests/support/catch.h"

namespace kine::server::proxies_test {
namespace {

using boost::asio::ip::make_address;

std::string client_behind(const Proxies& proxies, const char* peer, std::string_view forwarded) {
  return proxies.client_behind(make_address(peer), forwarded).to_string();
}

const Proxies kProxies = *Proxies::parse({"10.0.0.1", "172.16.0.0/12", "2001:db8::/32"});

}  // namespace

TEST_CASE("proxies are addresses and networks", "[proxies]") {
  CHECK(kProxies.trusts(make_address("10.0.0.1")));
  CHECK(kProxies.trusts(make_address("::ffff:10.0.0.1")));
  CHECK_FALSE(kProxies.trusts(make_address("10.0.0.2")));
  CHECK(kProxies.trusts(make_address("172.31.255.255")));
  CHECK_FALSE(kProxies.trusts(make_address("172.32.0.0")));
  CHECK(kProxies.trusts(make_address("2001:db8:ffff::1")));
  CHECK_FALSE(kProxies.trusts(make_address("2001:db9::1")));
  CHECK_FALSE(Proxies().trusts(make_address("127.0.0.1")));
}

TEST_CASE("what is neither is an error that says what one is", "[proxies]") {
  for (const char* text : {"", "proxy.example", "10.0.0.1/33", "10.0.0", "10.0.0.1/", "::1/129",
                           "10.0.0.1 10.0.0.2"}) {
    CAPTURE(text);
    const auto parsed = Proxies::parse({text});
    REQUIRE_FALSE(parsed);
    CHECK(parsed.error().message ==
          "a proxy is an address or a network, as 10.0.0.1 or 10.0.0.0/8: '" + std::string(text) +
              "'");
  }
}

TEST_CASE("a trusted proxy says where its client is, however it is written", "[proxies]") {
  CHECK(client_behind(kProxies, "10.0.0.1", "192.0.2.7") == "192.0.2.7");
  CHECK(client_behind(kProxies, "10.0.0.1", " 192.0.2.7:443\t") == "192.0.2.7");
  CHECK(client_behind(kProxies, "10.0.0.1", "2001:db7::1") == "2001:db7::1");
  CHECK(client_behind(kProxies, "10.0.0.1", "[2001:db7::1]:443") == "2001:db7::1");
  CHECK(client_behind(kProxies, "::ffff:10.0.0.1", "192.0.2.7") == "192.0.2.7");
}

TEST_CASE("of a list the last address counts that is no trusted proxy's", "[proxies]") {
  CHECK(client_behind(kProxies, "10.0.0.1", "1.1.1.1, 192.0.2.7, 172.16.5.5") == "192.0.2.7");
  CHECK(client_behind(kProxies, "10.0.0.1", "172.16.5.5, 172.16.5.6") == "172.16.5.5");
}

TEST_CASE("what a stranger says of himself does not count", "[proxies]") {
  CHECK(client_behind(kProxies, "192.0.2.7", "1.1.1.1") == "192.0.2.7");
  CHECK(client_behind(kProxies, "10.0.0.1", "") == "10.0.0.1");
  CHECK(client_behind(kProxies, "10.0.0.1", "1.1.1.1, who knows") == "10.0.0.1");
  CHECK(client_behind(kProxies, "10.0.0.1", ",,,") == "10.0.0.1");
  CHECK(client_behind(kProxies, "10.0.0.1", "[") == "10.0.0.1");
  CHECK(client_behind({}, "10.0.0.1", "1.1.1.1") == "10.0.0.1");
}

}  // namespace kine::server::proxies_test
