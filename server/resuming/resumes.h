// The clients that name themselves across connections, by tenant and word.
//
//   Hello.resume --key_of--> find_or_make --> ResumedClient;  look, each tick --> what is due
//
// A client that is gone is waited for, and known for some time more. The word is a secret: only
// what it becomes by SHA-256 is kept and written. Every call may come from any thread, but for
// look(), which is the ticks'.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "realizer/core/result.h"
#include "server/base/live_limits.h"
#include "server/resuming/resumed_client.h"
#include "server/resuming/told_client.h"

namespace kine::server {

class Resumes {
 public:
  using Time = ResumedClient::Time;

  /// `limits` outlive it.
  explicit Resumes(const LiveLimits& limits) : limits_(limits) {}

  /// Another tenant's word is another key.
  static std::string key_of(std::string_view tenant, std::string_view word);

  struct Found {
    std::shared_ptr<ResumedClient> client;  // never null
    bool is_new = false;
  };
  /// The client of this key, which is about to attach; a new one has the number of its connection.
  /// Where there are too many, the one that is gone for the longest is forgotten; an error where
  /// all are there.
  Result<Found> find_or_make(const std::string& key, ClientId connection);

  /// What waits of this client goes on to wait when it is gone.
  void keep_waiting(const std::string& key, bool keeps_waiting);

  /// Calls `tell` with all of them, unless a block of one is not over. A client that comes
  /// meanwhile waits until it has returned: what is written of it stands behind what `tell` writes.
  void tell_then(const std::function<void(std::vector<ToldClient>)>& tell) const;

  /// What is due of clients that are gone.
  void look(Time now);

  // Of a server that runs its journal again.

  void recover(const std::string& key, ClientId client, bool keeps_waiting);

  void recover(const ToldClient& told);

  /// Null: it does not name itself.
  std::shared_ptr<ResumedClient> find(ClientId client) const;

  /// All of them are gone since `now`. `let_go` is called with those whose blocks do not wait on.
  void recovered(Time now, const std::function<void(ClientId)>& let_go);

  /// They hear from here on of their blocks. The hub outlives this.
  void listen_to(Hub& hub);

 private:
  struct Known {
    std::shared_ptr<ResumedClient> client;
    bool keeps_waiting = false;
  };
  bool make_room();

  const LiveLimits& limits_;
  Time next_look_{0};  // of the ticks

  mutable std::mutex mutex_;
  std::map<std::string, Known, std::less<>> clients_;  // by their keys
  std::map<ClientId, std::string> keys_;
};

}  // namespace kine::server
