// Where scenes are, as PLACE tells it: what nodes show their clients the way by, and when they try
// to claim.
//
// A lease that is forgotten tells nobody. So a place that was not renewed for its time to live is
// taken for free.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>

#include "server/cluster/lease.h"

namespace kine::server {

/// Every call may come from any thread.
class PlaceWatch {
 public:
  struct Place {
    Node node;
    std::uint64_t revision = 0;
    std::chrono::steady_clock::time_point seen{};  // when it was renewed last

    friend bool operator==(const Place&, const Place&) = default;
  };

  /// `key` is TENANT.SCENE. Called by a thread of its own, when a scene comes to a node, or goes;
  /// not when it is renewed.
  using OnChange = std::function<void(const std::string& key)>;

  PlaceWatch(const NatsConnection& connection, OnChange on_change,
             std::chrono::milliseconds ttl = kLeaseTtl);
  ~PlaceWatch();
  PlaceWatch(const PlaceWatch&) = delete;
  PlaceWatch& operator=(const PlaceWatch&) = delete;

  /// Nothing: no node has it, as far as anybody has told.
  std::optional<Place> place(const std::string& key) const;

  /// Whether the node that had it gave it away, and nobody has it since. A lease that ran out is
  /// no such thing.
  bool was_released(const std::string& key) const;

 private:
  struct Watcher;

  void work();
  bool begin(Watcher& watcher) const;
  void take(Watcher& watcher);
  void note(kvEntry* entry);
  void forget();

  const NatsConnection& connection_;
  const OnChange on_change_;
  const std::chrono::milliseconds ttl_;

  mutable std::mutex mutex_;
  std::condition_variable stopped_;
  std::map<std::string, Place> places_;
  std::set<std::string> released_;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace kine::server
