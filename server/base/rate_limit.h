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

  /// So many from now on; what is left stays, as far as it fits.
  void set_count(std::size_t count) {
    count_ = static_cast<double>(count);
    left_ = std::min(left_, count_);
  }

  /// Whether one more may happen at `now`, which never runs back; and whether none has for so long
  /// that it does not count any more.
  bool has_room(std::chrono::microseconds now) const { return left_at(now) >= 1; }
  bool is_full(std::chrono::microseconds now) const { return left_at(now) >= count_; }

  /// Whether one more may happen at `now`; if so, it has.
  [[nodiscard]] bool allow(std::chrono::microseconds now) {
    left_ = left_at(now);
    filled_at_ = now;
    if (left_ < 1) return false;
    left_ -= 1;
    return true;
  }

  /// One that was allowed has not happened.
  void give_back() { left_ = std::min(count_, left_ + 1); }

  /// How long from `now` until `amount` may happen at once; of more than fits, until the rate has
  /// made up for it. And that it has happened, whether there was room or not.
  std::chrono::microseconds wait_for(std::size_t amount, std::chrono::microseconds now) const {
    const double missing = static_cast<double>(amount) - left_at(now);
    if (missing <= 0) return {};
    if (count_ <= 0) return std::chrono::hours(24);  // none ever happens
    return std::chrono::ceil<std::chrono::microseconds>(missing / count_ * time_);
  }
  void take(std::size_t amount, std::chrono::microseconds now) {
    left_ = left_at(now) - static_cast<double>(amount);
    filled_at_ = now;
  }

 private:
  double left_at(std::chrono::microseconds now) const {
    return std::min(count_, left_ + (now - filled_at_) / time_ * count_);
  }

  double count_;
  std::chrono::duration<double> time_;
  double left_;
  std::chrono::microseconds filled_at_{0};
};

}  // namespace kine::server
