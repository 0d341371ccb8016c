// The options of `serve` for playing its scenes together with other servers.
#pragma once

#include <string>

#include "realizer/core/result.h"
#include "server/services/options.h"

namespace CLI {
class App;
}

namespace kine::server {

/// As they are typed.
struct ClusterWords {
  std::string servers;  // of NATS, with commas between them; empty: it plays alone
  std::string node;     // the name of this server
  std::string name = "kinesphere";
  std::string address;      // where others reach this one; empty: where it listens
  std::string credentials;  // a file; empty: what the URLs say
};

/// `words` outlive the command.
void add_cluster_options(CLI::App& command, ClusterWords& words);

/// `listens_on` is the host of --listen. To be called when `options` say what the server keeps: the
/// cluster has the log. A server that has lost a scene to another ends at once.
Result<Done> give_cluster(const ClusterWords& words, const std::string& listens_on,
                          Options& options);

}  // namespace kine::server
