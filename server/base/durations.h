// How long a thing took, each time that it was done: counts below bounds, as a histogram of
// Prometheus has them. Anybody adds, anybody reads.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kine::server {

class Durations {
 public:
  static constexpr std::size_t kBoundsMost = 12;

  /// Ascending, at most kBoundsMost; they outlive this.
  explicit Durations(std::span<const double> bounds_s);

  void add(std::chrono::nanoseconds duration);

  /// What was added by now. `up_to` has one count a bound: of all that took no longer.
  struct Counts {
    std::vector<std::uint64_t> up_to;
    std::uint64_t all = 0;
    double sum_s = 0;
  };
  Counts counts() const;

  std::span<const double> bounds_s() const { return bounds_s_; }

 private:
  std::span<const double> bounds_s_;
  std::array<std::atomic<std::uint64_t>, kBoundsMost + 1> within_{};  // each bound, and beyond
  std::atomic<std::uint64_t> sum_ns_{0};
};

}  // namespace kine::server
