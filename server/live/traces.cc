#include "server/live/traces.h"

namespace kine::server {

void Traces::expect(BlockId block, const std::string& traceparent) {
  if (traceparent.empty()) return;
  const std::lock_guard lock(mutex_);
  traces_.emplace(block, traceparent);
}

void Traces::forget(BlockId block) {
  const std::lock_guard lock(mutex_);
  traces_.erase(block);
}

void Traces::add_to(std::span<Feedback> feedback) {
  const std::lock_guard lock(mutex_);
  if (traces_.empty()) return;
  for (Feedback& each : feedback) {
    const auto found = traces_.find(each.block);
    if (found == traces_.end()) continue;
    each.traceparent = found->second;
    if (is_last_word(each)) traces_.erase(found);
  }
}

std::size_t Traces::size() const {
  const std::lock_guard lock(mutex_);
  return traces_.size();
}

}  // namespace kine::server
