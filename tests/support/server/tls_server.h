// A server whose port takes TLS, and those who may come there.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "server/server.h"
#include "tests/support/server/certificates.h"
#include "tests/support/server/running_server.h"
#include "tests/support/server/wire_client.h"

namespace kine::test {

/// What stays while such servers run: files and signers.
class TlsStage {
 public:
  /// Options of a server with TLS. With `tenants` it wants certificates of clients, too.
  server::Options options(const std::string& tenants = {}) {
    server::Options options = server_options();
    options.tls = *server::TlsContext::read(
        write_tls(folder_, issue_to_server(servers_),
                  tenants.empty() ? std::string() : clients_.certificate()));
    if (!tenants.empty()) options.tenants = *server::Tenants::parse(tenants);
    return options;
  }

  /// A client that trusts the server, without a certificate and with one of this name.
  TlsWish client() const { return {.authority = servers_.certificate()}; }
  TlsWish client_named(const std::string& name) const {
    return {.authority = servers_.certificate(), .own = clients_.issue({.names = "DNS:" + name})};
  }
  const Authority& clients() const { return clients_; }
  const TemporaryFolder& folder() const { return folder_; }

 private:
  TemporaryFolder folder_;
  Authority servers_;
  Authority clients_;
};

/// As is_well() of a server that is plain.
inline bool is_well_under_tls(const server::Server& server, const TlsWish& wish) {
  WireClient client(server.port(), wish);
  client.say_hello();
  client.subscribe();
  const std::uint64_t tick = client.next_frame().tick();
  while (client.next_frame().tick() < tick + 3) {
  }
  return true;
}

}  // namespace kine::test
