#include "server/commands/serve_cluster.h"

#include <spdlog/spdlog.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <fstream>
#include <utility>

#include "clients/cpp/address.h"
#include "realizer/core/number.h"
#include "server/base/plain_name.h"
#include "server/cluster/nats_servers.h"

namespace kine::server {
namespace {

/// What supervisors start again.
constexpr int kExitOfLost = 75;

/// Nothing of it may be shown any more, so it does not take its leave.
[[noreturn]] void end_at_once(const std::string& why) {
  spdlog::critical("ends at once: {}", why);
  spdlog::default_logger()->flush();
  std::_Exit(kExitOfLost);
}

bool is_empty_or_absent(const std::string& file) {
  return std::ifstream(file).peek() == std::ifstream::traits_type::eof();
}

bool is_everywhere(const std::string& host) { return host == "0.0.0.0" || host == "::"; }

Error wrong_option(std::string message, const std::string& value) {
  return {.code = ErrorCode::Unsupported, .message = std::move(message) + ": " + quoted(value)};
}

}  // namespace

void add_cluster_options(CLI::App& command, ClusterWords& words) {
  command
      .add_option("--cluster", words.servers,
                  "Plays its scenes together with other nodes, which go on where one is gone; the "
                  "servers of NATS that keep their log, with commas between them; in place of "
                  "--journal and --log")
      ->type_name("NATS-URL,…");
  command
      .add_option("--node", words.node, "The name of this node, which no other of the cluster has")
      ->type_name("NAME");
  command
      .add_option("--cluster-name", words.name,
                  "The name of the cluster: two on the same servers of NATS have two")
      ->type_name("NAME")
      ->capture_default_str();
  command
      .add_option("--advertise", words.address,
                  "Where the other nodes reach this one (default: where it listens)")
      ->type_name("HOST:PORT");
  command
      .add_option("--cluster-credentials", words.credentials,
                  "A file with the JWT and the key of a user of NATS")
      ->type_name("FILE");
}

Result<Done> give_cluster(const ClusterWords& words, const std::string& listens_on,
                          Options& options) {
  const bool knows_nodes = options.tls != nullptr && options.tls->knows_nodes();
  if (words.servers.empty()) {
    if (knows_nodes) return Error{ErrorCode::Unsupported, "--tls-nodes needs --cluster"};
    if (words.node.empty()) return Done{};
    return wrong_option("--node needs --cluster", words.node);
  }
  if (!options.journal.empty() || !options.session_log.empty()) {
    return wrong_option("--cluster stands in place of --journal and --log: the cluster has the log",
                        options.journal + options.session_log);
  }
  auto servers = parse_nats_servers(words.servers);
  if (!servers) return servers.error();
  if (!is_plain_name(words.node)) {
    return wrong_option("--cluster needs --node, of 1 to 64 letters, digits, - and _", words.node);
  }
  if (options.tls != nullptr && !knows_nodes) {
    return wrong_option(
        "--cluster with --tls-certificate needs --tls-nodes: nodes call each other by TLS as well",
        words.node);
  }
  if (!is_plain_name(words.name)) {
    return wrong_option("--cluster-name has 1 to 64 letters, digits, - and _", words.name);
  }
  if (!words.credentials.empty() && is_empty_or_absent(words.credentials)) {
    return wrong_option("--cluster-credentials names a file that is empty or cannot be read",
                        words.credentials);
  }
  if (words.address.empty() && is_everywhere(listens_on)) {
    return wrong_option("--cluster needs --advertise where --listen is no address of its own",
                        listens_on);
  }
  if (!words.address.empty()) {
    if (const auto address = client::parse_address(words.address); !address) {
      return address.error();
    }
  }
  options.cluster = ClusterOptions{.servers = *std::move(servers),
                                   .credentials_file = words.credentials,
                                   .name = words.name,
                                   .node = words.node,
                                   .address = words.address,
                                   .on_lost = end_at_once};
  return Done{};
}

}  // namespace kine::server
