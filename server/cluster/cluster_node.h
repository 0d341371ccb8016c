// A node of a cluster: which of its scenes it runs, and where the others are.
//
//   the scenes that it may run --claim, renew each second--> on_won, on_lost
//
// A scene that nobody has is claimed by the node that has the fewest: each waits a little for every
// scene that it has already.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "server/cluster/lease.h"
#include "server/cluster/place_watch.h"

namespace kine::server {

struct ClusterNodeSettings {
  LeaseSettings lease = {};
  std::chrono::milliseconds renew_each{1'000};
  std::chrono::milliseconds wait_per_scene{50};  // before a claim, for each scene that it has

  // Before a claim of a scene that was given away: the node that has run it ahead claims first.
  std::chrono::milliseconds wait_for_successor{100};
};

/// What becomes of its scenes. Called by the node's own thread: a call that takes long keeps it
/// from renewing, and its leases run out.
struct ClusterNodeListening {
  /// From now on this node runs it. The fence goes with all that it writes.
  std::function<void(const SceneName& scene, std::uint64_t fence)> on_won;

  /// It must not show anything of it any more.
  std::function<void(const SceneName& scene)> on_lost;
};

/// Every call may come from any thread.
class ClusterNode {
 public:
  ClusterNode(const NatsConnection& connection, Node node, std::vector<SceneName> scenes,
              ClusterNodeListening listening, ClusterNodeSettings settings = {});

  /// Gives its scenes to others, and says that they are lost, before it returns.
  ~ClusterNode();
  ClusterNode(const ClusterNode&) = delete;
  ClusterNode& operator=(const ClusterNode&) = delete;

  /// Whether it may show something of this scene now: its lease has not run out, by the steady
  /// clock, which goes on while the program is stopped.
  bool may_play(const SceneName& scene) const;

  /// Which node runs a scene; nothing: none, as far as anybody has told.
  std::optional<Node> place(const SceneName& scene) const;

  /// Claims this scene as soon as it is free: this node has run it ahead.
  void prefer(const SceneName& scene);

  /// Gives a scene to another node at once, and claims it no more. For one that is its own, on_lost
  /// comes before the lease is free.
  void hand_over(const SceneName& scene);

  /// Claims no scene any more, and goes on with those that it has: when it returns, none is won.
  void claim_no_more();

  /// Likewise, and gives each to others: before the program ends.
  void drain();

 private:
  using Clock = std::chrono::steady_clock;

  struct Scene {
    Lease lease;
    bool is_won = false;
    bool is_wanted = true;
    Clock::time_point renew_at{};
    Clock::time_point claim_at{};  // 0: nobody has said that it is free
  };

  void work();
  void step(Clock::time_point now, bool claims);
  bool renew(Scene& scene, Clock::time_point now);
  bool try_to_claim(Scene& scene, Clock::time_point now);
  std::chrono::milliseconds wait_before_claim(const SceneName& scene) const;
  void note_lease(const Scene& scene);
  void lose(Scene& scene);
  void give_away(Scene& scene);
  std::size_t won() const;

  const ClusterNodeListening listening_;
  const ClusterNodeSettings settings_;

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  bool has_news_ = false;
  bool stopping_ = false;
  bool draining_ = false;
  bool claims_ = true;
  bool claims_no_more_ = false;   // the node's own thread has seen that
  std::vector<SceneName> given_;  // that hand_over() was asked for
  std::set<SceneName> preferred_;

  std::map<SceneName, std::atomic<Clock::rep>> held_until_;  // of its scenes
  std::vector<Scene> scenes_;                                // of the node's own thread
  PlaceWatch watch_;
  std::thread thread_;
};

}  // namespace kine::server
