#include "server/live/prepare_pool.h"

#include <algorithm>
#include <utility>

#include "server/base/thread_priority.h"

namespace kine::server {
namespace {

/// So many clients may be remembered before those are forgotten that have used no more than others.
constexpr std::size_t kRememberedMin = 64;

}  // namespace

PreparePool::PreparePool(Options options) : options_(options) {
  for (std::size_t i = 0; i < options_.threads; ++i) {
    threads_.emplace_back([this] { work(); });
  }
}

PreparePool::~PreparePool() { stop(); }

bool PreparePool::push(ClientId client, std::size_t bytes, std::function<void()> job) {
  return push(client, bytes, [job = std::move(job)](Turn&) { job(); });
}

bool PreparePool::push(ClientId client, std::size_t bytes, Job job) {
  {
    const std::lock_guard lock(mutex_);
    if (stopping_) return false;
    const auto [place, is_new] = queues_.try_emplace(client);
    Queue& queue = place->second;
    const bool full = queue.jobs.size() >= options_.jobs_per_client_max ||
                      queue.bytes + bytes > options_.bytes_per_client_max;
    // A full queue has jobs, so no empty one is left behind here.
    if (full && !queue.jobs.empty()) return false;
    if (is_new) {
      // A queue that comes is as far as the others: nobody saves up turns.
      const auto known = used_.extract(client);
      queue.used = std::max(least_used_, known ? known.mapped() : 0);
    }
    queue.jobs.push_back({bytes, std::move(job)});
    queue.bytes += bytes;
    if (queue.jobs.size() == 1) ask_for_turn(client, queue);
  }
  ready_.notify_one();
  return true;
}

void PreparePool::ask_for_turn(ClientId client, Queue& queue) {
  queue.number = ++turns_asked_;
  turns_.emplace(queue.used, queue.number, client);
}

bool PreparePool::is_long(const Queue& queue) const {
  return queue.jobs.front().bytes > options_.short_job_bytes_max;
}

/// The queue that has used the least, and may run now.
std::optional<ClientId> PreparePool::take_turn() {
  const bool takes_long = options_.threads == 1 || long_jobs_ + 1 < options_.threads;
  for (auto place = turns_.begin(); place != turns_.end(); ++place) {
    const auto [used, number, client] = *place;
    if (!takes_long && is_long(queues_.find(client)->second)) continue;
    turns_.erase(place);
    least_used_ = std::max(least_used_, used);
    return client;
  }
  return std::nullopt;
}

void PreparePool::leave(ClientId client) {
  std::vector<Job> dropped;  // they go without the lock: what they hold may push
  const std::lock_guard lock(mutex_);
  const auto found = queues_.find(client);
  if (found == queues_.end()) return;
  Queue& queue = found->second;
  std::size_t bytes = 0;
  std::size_t kept = 0;
  for (; kept < queue.jobs.size(); ++kept) {
    bytes += queue.jobs[kept].bytes;
    if (bytes > options_.bytes_after_leaving_max) break;
  }
  if (kept == 0 && queue.stop) {
    queue.stop->request_stop();
    kept = 1;
  }
  while (queue.jobs.size() > kept) {
    queue.bytes -= queue.jobs.back().bytes;
    dropped.push_back(std::move(queue.jobs.back().job));
    queue.jobs.pop_back();
  }
  if (!queue.jobs.empty()) return;
  turns_.erase({queue.used, queue.number, client});
  queues_.erase(found);
}

void PreparePool::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    for (auto& [client, queue] : queues_) {
      if (queue.stop) queue.stop->request_stop();
    }
  }
  ready_.notify_all();
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
}

void PreparePool::run_first(ClientId client, Queue& queue, std::unique_lock<std::mutex>& lock) {
  Waiting& first = queue.jobs.front();
  const std::size_t bytes = first.bytes;
  const bool was_long = is_long(queue);
  Turn turn{.stop = queue.stop.emplace().get_token()};
  if (was_long) ++long_jobs_;
  {
    // Gone with all that it holds before the lock is taken again: its last owner may push.
    const Job job = std::exchange(first.job, nullptr);
    lock.unlock();
    job(turn);
  }
  lock.lock();
  if (was_long) --long_jobs_;
  queue.stop.reset();
  queue.used += std::max<std::uint64_t>(turn.steps, bytes);
  queue.bytes -= bytes;
  queue.jobs.pop_front();
  give_back_turn(client, queue);
}

void PreparePool::give_back_turn(ClientId client, Queue& queue) {
  if (!queue.jobs.empty()) {
    ask_for_turn(client, queue);
    return ready_.notify_one();
  }
  if (queue.used > least_used_) used_[client] = queue.used;
  queues_.erase(client);
  if (queues_.empty()) {
    used_.clear();  // nobody waits for anybody
  } else if (used_.size() > kRememberedMin + queues_.size()) {
    std::erase_if(used_, [this](const auto& each) { return each.second <= least_used_; });
  }
}

void PreparePool::work() {
  give_way_to_frames();
  std::unique_lock lock(mutex_);
  for (;;) {
    std::optional<ClientId> client;
    ready_.wait(lock, [&] { return stopping_ || (client = take_turn()); });
    if (stopping_) return;
    // A queue stays: it is erased only in its own turn.
    run_first(*client, queues_.find(*client)->second, lock);
    // A queue that waited for a long job to end may run now.
    ready_.notify_one();
  }
}

}  // namespace kine::server
