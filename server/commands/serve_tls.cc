#include "server/commands/serve_tls.h"

#include <spdlog/spdlog.h>

#include <CLI/CLI.hpp>
#include <utility>

#include "realizer/core/number.h"

namespace kine::server {
namespace {

Error unpaired(std::string message, const std::string& value) {
  return {.code = ErrorCode::Unsupported, .message = std::move(message) + ": " + quoted(value)};
}

}  // namespace

void add_tls_options(CLI::App& command, TlsFiles& files) {
  command
      .add_option("--tls-certificate", files.certificate,
                  "Takes TLS alone (https, wss) with this certificate in PEM, behind it those that "
                  "lead to its root; SIGHUP reads it again")
      ->type_name("FILE");
  command
      .add_option("--tls-key", files.key,
                  "Its key in PEM, without a passphrase; read again with it")
      ->type_name("FILE");
  command
      .add_option("--tls-clients", files.clients,
                  "Lets in clients alone that have a certificate signed by one of this file, whose "
                  "DNS name has a line in --tenants; read again with it")
      ->type_name("CAFILE");
  command
      .add_option("--tls-nodes", files.nodes,
                  "In a cluster: the signers of the certificates of its nodes, which have the same "
                  "first DNS name and show them to each other; read again with it")
      ->type_name("CAFILE");
}

Result<Done> give_tls(const TlsFiles& files, Options& options) {
  if (files.certificate.empty()) {
    if (!files.key.empty()) return unpaired("--tls-key needs --tls-certificate", files.key);
    if (!files.clients.empty()) {
      return unpaired("--tls-clients needs --tls-certificate", files.clients);
    }
    if (files.nodes.empty()) return Done{};
    return unpaired("--tls-nodes needs --tls-certificate", files.nodes);
  }
  if (files.key.empty()) return unpaired("--tls-certificate needs --tls-key", files.certificate);
  if (!files.clients.empty() && !options.tenants) {
    return unpaired(
        "--tls-clients needs --tenants, whose lines say what a client with a certificate may do",
        files.clients);
  }
  auto context = TlsContext::read(files);
  if (!context) return context.error();
  options.tls = *std::move(context);
  return Done{};
}

void read_tls_again(const TlsFiles& files, Server& server) {
  if (files.certificate.empty()) return;
  auto context = TlsContext::read(files);
  if (!context) {
    return spdlog::error("the certificate stays as it was: {}", context.error().message);
  }
  server.replace_tls(*std::move(context));
  spdlog::info("the certificate was read: {}", files.certificate);
}

}  // namespace kine::server
