// Servers that are nodes of one cluster by their certificates, and those who come there.
#pragma once

#include <string>
#include <utility>

#include "server/server.h"
#include "tests/support/server/certificates.h"
#include "tests/support/server/running_server.h"
#include "tests/support/server/tls_side.h"

namespace kine::test {

/// What stays while such servers run: files and signers.
class NodeStage {
 public:
  enum class Clients { NeedNoCertificate, NeedOne };

  /// Options of a node whose certificate has the name `nodes.lab` first.
  server::Options options(const std::string& tenants, Clients clients,
                          const std::string& name = "nodes.lab") const {
    server::TlsFiles files =
        write_tls(folder_, nodes_.issue({.names = "DNS:" + name + ",DNS:localhost"}),
                  clients == Clients::NeedOne ? clients_.certificate() : std::string());
    files.nodes = folder_.write("nodes.pem", nodes_.certificate());
    server::Options options = server_options();
    options.tls = *server::TlsContext::read(files);
    options.tenants = *server::Tenants::parse(tenants);
    return options;
  }

  /// A client that trusts the nodes, with this certificate or none.
  TlsWish client(Issued own = {}) const {
    return {.authority = nodes_.certificate(), .own = std::move(own)};
  }
  const Authority& nodes() const { return nodes_; }
  const Authority& clients() const { return clients_; }

 private:
  TemporaryFolder folder_;
  Authority nodes_;
  Authority clients_;
};

}  // namespace kine::test
