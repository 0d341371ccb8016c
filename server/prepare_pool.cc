#include "server/prepare_pool.h"

#include <utility>

namespace kine::server {

PreparePool::PreparePool(Options options) : options_(options) {
  for (std::size_t i = 0; i < options_.threads; ++i) {
    threads_.emplace_back([this] { work(); });
  }
}

PreparePool::~PreparePool() { stop(); }

bool PreparePool::push(ClientId client, std::size_t bytes, Job job) {
  {
    const std::lock_guard lock(mutex_);
    if (stopping_) return false;
    Queue& queue = queues_[client];
    const bool full = queue.jobs.size() >= options_.jobs_per_client_max ||
                      queue.bytes + bytes > options_.bytes_per_client_max;
    // A full queue has jobs, so no empty one is left behind here.
    if (full && !queue.jobs.empty()) return false;
    queue.jobs.push_back({bytes, std::move(job)});
    queue.bytes += bytes;
    if (queue.jobs.size() == 1) turns_.push_back(client);
  }
  ready_.notify_one();
  return true;
}

void PreparePool::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  ready_.notify_all();
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
}

void PreparePool::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    ready_.wait(lock, [this] { return stopping_ || !turns_.empty(); });
    if (stopping_) return;
    const ClientId client = turns_.front();
    turns_.pop_front();
    Queue& queue = queues_[client];  // stays: it is erased only by who has its turn
    {
      // Gone with all that it holds before the lock is taken again: its last owner may push.
      const Job job = std::move(queue.jobs.front().job);
      queue.jobs.front().job = nullptr;
      lock.unlock();
      job();
    }
    lock.lock();

    queue.bytes -= queue.jobs.front().bytes;
    queue.jobs.pop_front();
    if (queue.jobs.empty()) {
      queues_.erase(client);
    } else {
      turns_.push_back(client);
      ready_.notify_one();
    }
  }
}

}  // namespace kine::server
