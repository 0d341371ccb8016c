// `kinesphere forget TENANT`: deletes what a server, or the nodes of a cluster, have kept of a
// tenant when they are stopped.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "server/retention/forget.h"

namespace CLI {
class App;
}

namespace kine::server {

/// What the nodes of a cluster have kept together, as it is typed.
struct ForgetClusterWords {
  std::string servers;  // of NATS, with commas between them; empty: none is asked
  std::string name = "kinesphere";
  std::string credentials;          // a file; empty: what the URLs say
  std::vector<std::string> scenes;  // empty: all
};

/// The exit code: 1 where a server runs, a node plays, or the disk or the cluster refuses. What is
/// on the disk is looked at first, and goes last.
int forget_tenant(const ForgetWish& wish, std::ostream& output, std::ostream& messages,
                  const ForgetClusterWords& cluster = {});

void add_forget(CLI::App& program, int& exit_code);

}  // namespace kine::server
