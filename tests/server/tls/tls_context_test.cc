// Tests for server/tls/tls_context.h.
#include "server/tls/tls_context.h"

#include "realizer/core/number.h"
#include "tests/support/catch.h"
#include "tests/support/server/certificates.h"
#include "tests/support/server/tls_pair.h"

namespace kine::server::tls_context_test {
namespace {

std::string tls_fault_of(const TlsFiles& files) {
  const auto context = TlsContext::read(files);
  return context ? "" : context.error().message;
}

}  // namespace

TEST_CASE("a certificate, its key and who signs clients are read", "[tls_context]") {
  const test::TemporaryFolder folder;
  const test::Authority authority;
  const TlsFiles files = test::write_tls(folder, test::issue_to_server(authority));
  const auto context = TlsContext::read(files);
  REQUIRE(context);
  CHECK_FALSE((*context)->asks_for_certificates());
  CHECK((*context)->open() != nullptr);
  const auto mutual = TlsContext::read(
      test::write_tls(folder, test::issue_to_server(authority), authority.certificate()));
  REQUIRE(mutual);
  CHECK((*mutual)->asks_for_certificates());
}

TEST_CASE("a file of TLS that is wrong is named with what is wrong", "[tls_context]") {
  const test::TemporaryFolder folder;
  const test::Authority authority;
  const test::Issued own = test::issue_to_server(authority);
  const TlsFiles good = test::write_tls(folder, own, authority.certificate());
  const auto with = [&](std::string TlsFiles::*member, const std::string& path) {
    TlsFiles files = good;
    files.*member = path;
    return tls_fault_of(files);
  };
  const std::string nowhere = folder.file("nowhere");
  const std::string text = folder.write("text", "no PEM\n");
  for (const auto member : {&TlsFiles::certificate, &TlsFiles::key, &TlsFiles::clients}) {
    CHECK(with(member, nowhere) == "there is no such file: " + quoted(nowhere));
  }
  CHECK(with(&TlsFiles::certificate, text) ==
        "no certificate in PEM can be read from the file of --tls-certificate: " + quoted(text));
  CHECK(with(&TlsFiles::key, text) ==
        "no key in PEM, without a passphrase, can be read from the file of --tls-key: " +
            quoted(text));
  CHECK(with(&TlsFiles::clients, text) ==
        "no certificate in PEM can be read from the file of --tls-clients: " + quoted(text));

  const std::string other = folder.write("other.key", test::issue_to_server(authority).key);
  CHECK(with(&TlsFiles::key, other) ==
        "the key of --tls-key is not that of the certificate: " + quoted(other));
  const test::Issued old =
      authority.issue({.names = "DNS:localhost", .days_from = -3, .days_to = -1});
  const std::string old_file = folder.write("old.pem", old.certificate);
  CHECK(with(&TlsFiles::certificate, old_file) ==
        "the server's certificate is over: " + quoted(old_file));
}

namespace {

/// Nodes of a cluster, and those who come there.
struct NodesOfTest {
  test::TemporaryFolder folder;
  test::Authority nodes;
  test::Authority clients;

  TlsFiles files(const std::string& clients_file, const std::string& names = "DNS:nodes.lab") {
    TlsFiles files =
        test::write_tls(folder, nodes.issue({.names = names + ",DNS:localhost"}), clients_file);
    files.nodes = folder.write("nodes.pem", nodes.certificate());
    return files;
  }

  TlsPeer peer(const TlsFiles& files, const test::Issued& own) const {
    test::TlsPair pair(files, {.authority = nodes.certificate(), .own = own});
    REQUIRE(pair.refusal().empty());
    return pair.peer();
  }
};

}  // namespace

TEST_CASE("a node is who has the nodes' name by a signer of nodes, and nobody else",
          "[tls_context]") {
  NodesOfTest stage;
  const auto node = stage.nodes.issue({.names = "DNS:nodes.lab,DNS:b.lab"});
  for (const bool asks : {false, true}) {
    CAPTURE(asks);
    const TlsFiles files = stage.files(asks ? stage.clients.certificate() : std::string());
    const TlsPeer known = stage.peer(files, node);
    CHECK(known.is_node);
    REQUIRE(known.certificate);
    CHECK(known.certificate->name.empty());  // as a client it is nobody

    // The name must be the first.
    const TlsPeer second = stage.peer(files, stage.nodes.issue({.names = "DNS:b,DNS:nodes.lab"}));
    CHECK_FALSE(second.is_node);
    REQUIRE(second.certificate);
    CHECK(second.certificate->name.empty());
  }
  const TlsFiles mutual = stage.files(stage.clients.certificate());
  const TlsPeer client = stage.peer(mutual, stage.clients.issue({.names = "DNS:nodes.lab"}));
  CHECK_FALSE(client.is_node);
  REQUIRE(client.certificate);
  CHECK(client.certificate->name == "nodes.lab");
  const TlsPeer nobody = stage.peer(stage.files({}), {});
  CHECK_FALSE(nobody.is_node);
  CHECK_FALSE(nobody.certificate);
}

TEST_CASE("where one authority signs all, the name alone makes a node", "[tls_context]") {
  NodesOfTest stage;
  const TlsFiles files = stage.files(stage.nodes.certificate());
  const TlsPeer client = stage.peer(files, stage.nodes.issue({.names = "DNS:hall.lab"}));
  CHECK_FALSE(client.is_node);
  REQUIRE(client.certificate);
  CHECK(client.certificate->name == "hall.lab");
  CHECK(stage.peer(files, stage.nodes.issue({.names = "DNS:nodes.lab"})).is_node);
}

TEST_CASE("a certificate that other nodes would not know is an error at once", "[tls_context]") {
  NodesOfTest stage;
  TlsFiles files = stage.files({});
  const auto good = TlsContext::read(files);
  REQUIRE(good);
  CHECK((*good)->knows_nodes());
  CHECK((*good)->call() != nullptr);
  files.nodes = stage.folder.write("others.pem", stage.clients.certificate());
  CHECK(tls_fault_of(files) ==
        "other nodes would not know this one: its certificate is not signed by one of "
        "--tls-nodes, for servers and for clients: " +
            quoted(files.certificate));
  files.nodes = stage.folder.file("nowhere");
  CHECK(tls_fault_of(files) == "there is no such file: " + quoted(files.nodes));
  files.nodes = stage.folder.write("text", "no PEM\n");
  CHECK(tls_fault_of(files) ==
        "no certificate in PEM can be read from the file of --tls-nodes: " + quoted(files.nodes));
  TlsFiles nameless = test::write_tls(stage.folder, stage.nodes.issue({.names = "URI:urn:a"}));
  nameless.nodes = stage.folder.write("nodes.pem", stage.nodes.certificate());
  CHECK(tls_fault_of(nameless) ==
        "the certificate of a node needs a DNS name, which all nodes have first: " +
            quoted(nameless.certificate));
  nameless.nodes.clear();
  const auto alone = TlsContext::read(nameless);
  REQUIRE(alone);
  CHECK_FALSE((*alone)->knows_nodes());
  CHECK((*alone)->call() == nullptr);
}

TEST_CASE("what is replaced holds for whoever asks from then on", "[tls_context]") {
  const test::TemporaryFolder folder;
  const test::Authority authority;
  PresentTls present;
  CHECK(present.context() == nullptr);
  const auto first = *TlsContext::read(test::write_tls(folder, test::issue_to_server(authority)));
  present.replace(first);
  CHECK(present.context() == first);
  const auto second = *TlsContext::read(test::write_tls(folder, test::issue_to_server(authority)));
  present.replace(second);
  CHECK(present.context() == second);
}

}  // namespace kine::server::tls_context_test
