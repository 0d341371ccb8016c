// Tests for server/commands/serve_cluster.h.
#include "server/commands/serve_cluster.h"

#include "tests/support/catch.h"
#include "tests/support/server/node_stage.h"
#include "tests/support/server/tls_server.h"

namespace kine::server::serve_cluster_test {
namespace {

std::string fault_of(const ClusterWords& words, const std::string& host = "127.0.0.1") {
  Options options;
  const auto given = give_cluster(words, host, options);
  return given ? std::string() : given.error().message;
}

}  // namespace

TEST_CASE("options of a cluster that lack another are errors that name it", "[serve][cluster]") {
  const std::string nats = "nats://127.0.0.1:4222";
  CHECK(fault_of({}).empty());
  CHECK(fault_of({.servers = nats, .node = "one"}).empty());
  CHECK(fault_of({.servers = {}, .node = "one"}) == "--node needs --cluster: 'one'");
  CHECK(fault_of({.servers = nats, .node = ""}) ==
        "--cluster needs --node, of 1 to 64 letters, digits, - and _: ''");
  CHECK(fault_of({.servers = nats, .node = "a.b"}) ==
        "--cluster needs --node, of 1 to 64 letters, digits, - and _: 'a.b'");
  CHECK(fault_of({.servers = nats, .node = "one", .name = "*"}) ==
        "--cluster-name has 1 to 64 letters, digits, - and _: '*'");
  CHECK(fault_of({.servers = nats, .node = "one"}, "0.0.0.0") ==
        "--cluster needs --advertise where --listen is no address of its own: '0.0.0.0'");
  CHECK(fault_of({.servers = nats, .node = "one", .address = "node:7730"}, "0.0.0.0").empty());
  CHECK_FALSE(fault_of({.servers = "http://a", .node = "one"}).empty());
  CHECK(fault_of({.servers = nats, .node = "one", .credentials = "no/such.creds"}) ==
        "--cluster-credentials names a file that is empty or cannot be read: 'no/such.creds'");
  Options keeps;
  keeps.journal = "kept";
  const auto given = give_cluster({.servers = nats, .node = "one"}, "127.0.0.1", keeps);
  REQUIRE_FALSE(given);
  CHECK(given.error().message ==
        "--cluster stands in place of --journal and --log: the cluster has the log: 'kept'");
}

TEST_CASE("a cluster under TLS needs signers of nodes, and they a cluster", "[serve][cluster]") {
  const ClusterWords words{.servers = "nats://127.0.0.1:4222", .node = "one"};
  test::TlsStage lone;
  Options alone = lone.options();
  const auto refused = give_cluster(words, "127.0.0.1", alone);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message ==
        "--cluster with --tls-certificate needs --tls-nodes: nodes call each other by TLS as "
        "well: 'one'");
  const test::NodeStage nodes;
  Options node = nodes.options("tls:a lab main subscribe never\n",
                               test::NodeStage::Clients::NeedNoCertificate);
  const auto unused = give_cluster({}, "127.0.0.1", node);
  REQUIRE_FALSE(unused);
  CHECK(unused.error().message == "--tls-nodes needs --cluster");
  CHECK(give_cluster(words, "127.0.0.1", node));
}

TEST_CASE("options of a cluster say what a node is", "[serve][cluster]") {
  Options options;
  REQUIRE(give_cluster({.servers = "nats://a:1,nats://b", .node = "one", .name = "lab"},
                       "127.0.0.1", options));
  REQUIRE(options.cluster);
  CHECK(options.cluster->servers.size() == 2);
  CHECK(options.cluster->node == "one");
  CHECK(options.cluster->name == "lab");
  CHECK(options.cluster->on_lost != nullptr);
}

}  // namespace kine::server::serve_cluster_test
