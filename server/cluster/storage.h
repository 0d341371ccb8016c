// What a cluster keeps in NATS: three buckets and a stream, made by the first node that needs them.
//
//   PLACE   bucket, forgets after 3 s: which node runs a scene (lease.h)
//   NODES   bucket, likewise: the names of the nodes that run (node_name.h)
//   SCENES  bucket: the epoch of ticks (epoch.h)
//   LOG     stream of log.TENANT.SCENE: what scenes took in (scene_log.h)
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

#include "server/cluster/nats_connection.h"
#include "server/cluster/scene_name.h"

namespace kine::server {

inline constexpr const char* kPlaceBucket = "PLACE";
inline constexpr const char* kNodesBucket = "NODES";
inline constexpr const char* kScenesBucket = "SCENES";
inline constexpr const char* kLogStream = "LOG";

/// A message of the log, with its headers.
inline constexpr std::size_t kLogMessageBytesMax = 1'153'434;  // 1.1 MiB

/// A lease that nobody renews is gone after so long.
inline constexpr std::chrono::milliseconds kLeaseTtl{3'000};

/// Servers that have each message: as many as there are, three at most.
inline constexpr std::size_t kReplicasMax = 3;

/// The stream that a bucket is.
std::string stream_of_bucket(const std::string& bucket);

/// The subject of a key of a bucket.
std::string subject_of_key(const std::string& bucket, const std::string& key);

/// The subject of a scene's log.
std::string subject_of_log(const SceneName& name);

/// Makes what is missing, and leaves what is there as it is. Servers that have just started need a
/// moment to agree on a leader: it is tried until `patience` is over.
Result<Done> make_storage(const NatsConnection& connection, std::chrono::milliseconds patience,
                          std::chrono::milliseconds lease_ttl = kLeaseTtl);

}  // namespace kine::server
