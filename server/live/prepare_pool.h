// Threads for what is slow or can fail: reading and planning scripts.
//
// The jobs of one client run one after the other, in the order in which they were pushed; so its
// scripts are committed in the order in which it sent them, and it never holds more than one
// thread. The client that has used the least work has the next turn. Long jobs leave a thread to
// short ones. What waits is bounded a client, and what runs can be told to end.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <stop_token>
#include <thread>
#include <tuple>
#include <vector>

#include "realizer/core/ids.h"

namespace kine::server {

class PreparePool {
 public:
  /// What a job is told, and tells.
  struct Turn {
    std::stop_token stop;     // nobody waits for it any more: it is to end soon
    std::uint64_t steps = 0;  // that it took (realizer/core/work.h); its bytes count at least
  };
  using Job = std::function<void(Turn& turn)>;

  struct Options {
    std::size_t threads = 2;
    std::size_t jobs_per_client_max = 256;
    std::size_t bytes_per_client_max = std::size_t{4} << 20;

    /// Of a client that has left, so much of what waits still runs.
    std::size_t bytes_after_leaving_max = std::size_t{256} << 10;

    /// Of more bytes a job is long: of several threads one is left to the others.
    std::size_t short_job_bytes_max = std::size_t{16} << 10;
  };
  explicit PreparePool(Options options);

  /// Stops as stop() does.
  ~PreparePool();

  /// False where this client has too many jobs, or too many bytes in them, that have not run yet.
  [[nodiscard]] bool push(ClientId client, std::size_t bytes, Job job);

  /// A job that counts nothing and cannot be told to end.
  [[nodiscard]] bool push(ClientId client, std::size_t bytes, std::function<void()> job);

  /// Nobody hears of its jobs any more: what is past bytes_after_leaving_max is dropped, or told to
  /// end.
  void leave(ClientId client);

  /// Drops what has not begun, tells what has to end, and waits for it. Nothing runs from then on.
  void stop();

 private:
  struct Waiting {
    std::size_t bytes = 0;
    Job job;
  };
  struct Queue {
    std::deque<Waiting> jobs;  // the first may be running
    std::size_t bytes = 0;
    std::uint64_t used = 0;    // work, in steps
    std::uint64_t number = 0;  // of its turn, in the order in which they were asked for
    std::optional<std::stop_source> stop{};  // of the first, while it runs
  };
  /// The least used first, then the one that waits longest.
  using Place = std::tuple<std::uint64_t, std::uint64_t, ClientId>;

  void ask_for_turn(ClientId client, Queue& queue);
  std::optional<ClientId> take_turn();
  void run_first(ClientId client, Queue& queue, std::unique_lock<std::mutex>& lock);
  void give_back_turn(ClientId client, Queue& queue);
  bool is_long(const Queue& queue) const;
  void work();

  Options options_;
  std::mutex mutex_;
  std::condition_variable ready_;
  std::map<ClientId, Queue> queues_;        // of clients with jobs
  std::set<Place> turns_;                   // whose next job may run
  std::map<ClientId, std::uint64_t> used_;  // more than others, by clients without jobs
  std::uint64_t least_used_ = 0;            // by which client had the last turn
  std::uint64_t turns_asked_ = 0;
  std::size_t long_jobs_ = 0;  // that run
  bool stopping_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace kine::server
