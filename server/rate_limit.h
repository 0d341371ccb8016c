// How many of a thing may happen a second, or in another time: a bucket that fills at that rate and
// holds so many.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>

namespace kine::server {

class RateLimit {
 public:
  explicit RateLimit(std::size_t count,
                     std::chrono::duration<double> time = std::chrono::seconds(1))
      : count_(static_cast<double>(count)), time_(time), left_(count_) {}

  /// Whether one more may happen at `now`, which never runs back; if so, it has.
  [[nodiscard]] bool allow(std::chrono::microseconds now) {
    left_ = std::min(count_, left_ + (now - filled_at_) / time_ * count_);
    filled_at_ = now;
    if (left_ < 1) return false;
    left_ -= 1;
    return true;
  }

 private:
  double count_;
  std::chrono::duration<double> time_;
  double left_;
  std::chrono::microseconds filled_at_{0};
};

}  // namespace kine::server
