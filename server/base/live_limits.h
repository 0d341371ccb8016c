// The limits of a server that runs: an operator may have others come into effect.
//
//   Limits of the start, or of a file that was read again --> now() --> the sessions
//
// No lock is taken. All limits that there ever were are kept, some hundred bytes each time that an
// operator changes them.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "server/base/limits.h"

namespace kine::server {

/// Every call may come from any thread.
class LiveLimits {
 public:
  /// `first` outlives this.
  explicit LiveLimits(const Limits& first) : now_(&first) {}

  /// It stays as it is for as long as this is there, also when others have come.
  const Limits& now() const { return *now_.load(std::memory_order_acquire); }

  void replace(const Limits& limits) {
    const std::lock_guard lock(mutex_);
    kept_.push_back(std::make_unique<const Limits>(limits));
    now_.store(kept_.back().get(), std::memory_order_release);
  }

 private:
  std::mutex mutex_;  // of kept_
  std::vector<std::unique_ptr<const Limits>> kept_;
  std::atomic<const Limits*> now_;
};

}  // namespace kine::server
