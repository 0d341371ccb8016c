// The name of a node, which no other node of its cluster has while it runs.
//
//   NODES, key CLUSTER.NAME: a lease as of a scene --NodeName::claim--> it is this node's
//
// A node that was killed has its name until NATS forgets it. So a name that somebody has is looked
// at for a while: where it is renewed, a node that runs has it.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "realizer/core/result.h"
#include "server/cluster/lease.h"

namespace kine::server {

struct NodeNameSettings {
  std::chrono::milliseconds renew_each{1'000};
  std::chrono::milliseconds look_each{50};
};

class NodeName {
  struct Private {};  // claim() makes it

 public:
  /// Returns when the name is this node's, or with an error where another one that runs has it, or
  /// `patience` is over. `on_taken` is called from another thread, once: NATS had forgotten the
  /// name, and another node has it now.
  static Result<std::unique_ptr<NodeName>> claim(
      const NatsConnection& connection, const std::string& cluster, const Node& node,
      std::chrono::milliseconds patience, std::function<void(const std::string& why)> on_taken,
      NodeNameSettings settings = {});

  NodeName(Private, Lease lease, std::function<void(const std::string& why)> on_taken,
           NodeNameSettings settings);

  /// Gives the name to others at once.
  ~NodeName();
  NodeName(const NodeName&) = delete;
  NodeName& operator=(const NodeName&) = delete;

 private:
  void work();
  bool keep();

  Lease lease_;  // of the thread, while that runs
  const std::function<void(const std::string& why)> on_taken_;
  const NodeNameSettings settings_;
  std::mutex mutex_;  // of stopping_
  std::condition_variable stopped_;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace kine::server
