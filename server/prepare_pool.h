// Threads for what is slow or can fail: reading and planning scripts.
//
// The jobs of one client run one after the other, in the order in which they were pushed; so its
// scripts are committed in the order in which it sent them, and it never holds more than one
// thread. Clients take turns. What waits is bounded a client.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <thread>
#include <vector>

#include "realizer/core/ids.h"

namespace kine::server {

class PreparePool {
 public:
  using Job = std::function<void()>;

  struct Options {
    std::size_t threads = 2;
    std::size_t jobs_per_client_max = 256;
    std::size_t bytes_per_client_max = std::size_t{4} << 20;
  };
  explicit PreparePool(Options options);

  /// Stops as stop() does.
  ~PreparePool();

  /// False where this client has too many jobs, or too many bytes in them, that have not run yet.
  [[nodiscard]] bool push(ClientId client, std::size_t bytes, Job job);

  /// Drops what has not begun, and waits for what has. Nothing runs from then on.
  void stop();

 private:
  struct Waiting {
    std::size_t bytes = 0;
    Job job;
  };
  struct Queue {
    std::deque<Waiting> jobs;  // the first may be running
    std::size_t bytes = 0;
  };

  void work();

  Options options_;
  std::mutex mutex_;
  std::condition_variable ready_;
  std::map<ClientId, Queue> queues_;  // of clients with jobs
  std::deque<ClientId> turns_;        // whose next job may run
  bool stopping_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace kine::server
