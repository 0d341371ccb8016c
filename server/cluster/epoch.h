// When tick 0 was, for all nodes of a cluster: written once, by the first, and never changed.
//
// Every scene counts its ticks from there. So a node that takes a scene over knows which tick it
// is.
#pragma once

#include <chrono>
#include <cstdint>

#include "realizer/core/result.h"
#include "server/cluster/nats_connection.h"

namespace kine::server {

/// The epoch of the cluster, in microseconds of Unix time. `ours` is written where there is none.
Result<std::int64_t> epoch_of_cluster(const NatsConnection& connection, std::int64_t ours,
                                      std::chrono::milliseconds patience);

}  // namespace kine::server
