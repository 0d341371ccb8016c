// A lease of a scene: one node runs it at a time.
//
//   claim:   a message into PLACE that is stored where nobody has the scene; its number is the
//   fence renew:   one that is stored where the last one is our own, each second release: a mark
//   that nobody has it
//
// A quorum of NATS decides, by what it stores and what it refuses. What anybody reads decides
// nothing. A holder that could not renew stops before NATS forgets the lease.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "realizer/core/result.h"
#include "server/cluster/nats_connection.h"
#include "server/cluster/scene_name.h"
#include "server/cluster/storage.h"

namespace kine::server {

struct Node {
  std::string name;
  std::string address;  // where its clients go, HOST:PORT

  friend bool operator==(const Node&, const Node&) = default;
};

struct LeaseSettings {
  const char* bucket = kPlaceBucket;  // of those that forget after kLeaseTtl
  std::chrono::milliseconds ttl = kLeaseTtl;
  std::chrono::milliseconds patience{300};  // for one answer of NATS
};

/// One thread uses it.
class Lease {
 public:
  using Clock = std::chrono::steady_clock;

  enum class Renewed : std::uint8_t {
    Yes,
    NotYet,  // no answer: try again
    Lost,    // somebody else had it meanwhile, or it was forgotten
  };

  Lease(const NatsConnection& connection, SceneName scene, Node node, LeaseSettings settings = {});

  /// Its fence, larger than all before it; nothing: somebody else has the scene. An error: NATS
  /// does not answer.
  Result<std::optional<std::uint64_t>> claim();

  Renewed renew();

  /// Whether this node may run the scene now. False from 0.9 of the time to live after the last
  /// renewal on, until another one succeeds.
  bool is_held() const { return Clock::now() < held_until_; }

  Clock::time_point held_until() const { return held_until_; }

  /// Of the claim; 0: there is none.
  std::uint64_t fence() const { return fence_; }

  /// Lets another node take the scene at once. False: NATS does not say so, and others wait.
  bool release();

  const SceneName& scene() const { return scene_; }

 private:
  bool is_ours(std::uint64_t& revision) const;
  Result<std::optional<std::uint64_t>> claim_behind(std::uint64_t revision);
  std::string value() const;
  void hold(std::uint64_t revision, Clock::time_point sent);
  void lose();

  const NatsConnection& connection_;
  const SceneName scene_;
  const Node node_;
  const LeaseSettings settings_;
  const std::string subject_;
  const std::string holder_;  // this lease and no other, of any node
  std::uint64_t revision_ = 0;
  std::uint64_t fence_ = 0;
  Clock::time_point held_until_{};
  bool is_in_doubt_ = false;  // a renewal had no answer: it may be stored
};

/// Nothing where the value is none of ours.
std::optional<Node> node_of_value(std::string_view value);

}  // namespace kine::server
