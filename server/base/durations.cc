#include "server/base/durations.h"

#include <algorithm>

#include "realizer/core/assert.h"

namespace kine::server {

Durations::Durations(std::span<const double> bounds_s) : bounds_s_(bounds_s) {
  KINE_ASSERT(bounds_s.size() <= kBoundsMost && std::ranges::is_sorted(bounds_s));
}

void Durations::add(std::chrono::nanoseconds duration) {
  const double seconds = std::chrono::duration<double>(duration).count();
  const auto bound = std::ranges::lower_bound(bounds_s_, seconds);
  ++within_[static_cast<std::size_t>(bound - bounds_s_.begin())];
  sum_ns_ += static_cast<std::uint64_t>(std::max<std::int64_t>(duration.count(), 0));
}

Durations::Counts Durations::counts() const {
  Counts counts;
  for (std::size_t i = 0; i <= bounds_s_.size(); ++i) {
    counts.all += within_[i];
    if (i < bounds_s_.size()) counts.up_to.push_back(counts.all);
  }
  counts.sum_s = 1e-9 * static_cast<double>(sum_ns_);
  return counts;
}

}  // namespace kine::server
