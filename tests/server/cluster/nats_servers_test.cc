// Tests for server/cluster/nats_servers.h
#include "server/cluster/nats_servers.h"

#include "tests/support/catch.h"

namespace kine::server::nats_servers_test {
namespace {

std::string fault_of(std::string_view list) {
  const auto servers = parse_nats_servers(list);
  REQUIRE_FALSE(servers);
  return servers.error().message;
}

}  // namespace

TEST_CASE("servers of NATS are a list, with ports", "[cluster]") {
  const auto servers = parse_nats_servers("nats://a:4222,tls://u:p@b.example,nats://[::1]:5");
  REQUIRE(servers);
  CHECK(*servers ==
        std::vector<std::string>{"nats://a:4222", "tls://u:p@b.example:4222", "nats://[::1]:5"});
  CHECK(parse_nats_servers("nats://[::1]")->front() == "nats://[::1]:4222");
}

TEST_CASE("a wrong server of NATS is told by its number, without its password", "[cluster]") {
  CHECK(fault_of("") == "server 1 of the cluster: it is empty");
  CHECK(fault_of("nats://a,") == "server 2 of the cluster: it is empty");
  CHECK(fault_of("nats://a,b:4222") ==
        "server 2 of the cluster: it does not begin with nats:// or tls://");
  CHECK(fault_of("http://a") == "server 1 of the cluster: its scheme is neither nats nor tls");
  CHECK(fault_of("nats://u:secret@") == "server 1 of the cluster: it names no host");
  CHECK(fault_of("nats://:4222") == "server 1 of the cluster: it names no host");
  CHECK(fault_of("nats://a/b") == "server 1 of the cluster: it has a path");
  CHECK(fault_of("nats://a b") ==
        "server 1 of the cluster: it has a space, or a character that is not ASCII");
  for (const char* port : {"0", "65536", "x", "", "42x"}) {
    CHECK(fault_of("nats://u:secret@a:" + std::string(port)) ==
          "server 1 of the cluster: its port is no number from 1 to 65535");
  }
  CHECK(fault_of("nats://" + std::string(kNatsServerBytesMax, 'a')) ==
        "server 1 of the cluster: it is longer than 512 bytes");
  std::string many = "nats://a";
  for (std::size_t i = 0; i < kNatsServersMax; ++i) many += ",nats://a";
  CHECK(fault_of(many) == "more than 16 servers of the cluster");
}

}  // namespace kine::server::nats_servers_test
