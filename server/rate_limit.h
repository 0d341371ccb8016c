// How many of a thing may happen a second: a bucket that fills at that rate and holds one second.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>

namespace kine::server {

class RateLimit {
 public:
  explicit RateLimit(std::size_t per_second)
      : per_second_(static_cast<double>(per_second)), left_(per_second_) {}

  /// Whether one more may happen at `now`, which never runs back; if so, it has.
  [[nodiscard]] bool allow(std::chrono::microseconds now) {
    const double seconds = std::chrono::duration<double>(now - filled_at_).count();
    left_ = std::min(per_second_, left_ + seconds * per_second_);
    filled_at_ = now;
    if (left_ < 1) return false;
    left_ -= 1;
    return true;
  }

 private:
  double per_second_;
  double left_;
  std::chrono::microseconds filled_at_{0};
};

}  // namespace kine::server
