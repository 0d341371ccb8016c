// The logs of scenes that no node plays, deleted in the cluster.
//
//   LOG, log.TENANT.* --forget_logs--> they are gone, and are told
//
// A log has what all clients of its scene said, so it goes as a whole. Meanwhile the lease of each
// scene is held: no node begins to play one, and a node that was stopped for a while is refused.
// The next node that plays it begins it anew.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "realizer/core/result.h"
#include "server/cluster/lease.h"

namespace kine::server {

struct ForgetLogsWish {
  std::string cluster;              // its name, which is the first part of its scenes' names
  std::vector<std::string> scenes;  // of which; empty: of all that have a log
  bool dry_run = false;             // says what would be deleted
  LeaseSettings lease = {};
};

struct ForgottenLog {
  SceneName scene;
  std::uint64_t messages = 0;
};

/// An error, and nothing is deleted, where a node plays one of the scenes. An error later says that
/// those that were told are gone, and others may be; ask again. How many there were.
Result<std::size_t> forget_logs(const NatsConnection& connection, const ForgetLogsWish& wish,
                                const std::function<void(const ForgottenLog& log)>& tell);

}  // namespace kine::server
