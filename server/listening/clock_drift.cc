#include "server/listening/clock_drift.h"

#include <algorithm>

namespace kine::server {

/// The line through the points, by least squares.
void ClockDrift::add_point() {
  if (points_.size() == kDriftPointsMost) points_.erase(points_.begin());
  points_.push_back(*least_);
  if (points_.size() < kDriftPointsLeast) return;
  Point middle;
  const auto count = static_cast<double>(points_.size());
  for (const Point& each : points_) {
    middle.at += each.at / count;
    middle.delay += each.delay / count;
  }
  double together = 0;
  double spread = 0;
  for (const Point& each : points_) {
    const double at_s = (each.at - middle.at).count();
    together += at_s * (each.delay - middle.delay).count();
    spread += at_s * at_s;
  }
  if (spread <= 0) return;
  slope_ = std::clamp(together / spread, -kStretchMost, kStretchMost);
  middle_ = middle;
}

void ClockDrift::see(Seconds sound, Seconds stretched, Seconds now) {
  const Seconds delay = now - sound;
  if (!least_) window_began_ = now;
  if (!least_ || delay < least_->delay) least_ = Point{.at = now, .delay = delay};
  if (now - window_began_ >= kDriftWindow) {
    add_point();
    least_.reset();
  }
  stretch_ = slope_;
  if (!middle_) return;
  const Seconds expected = middle_->delay + slope_ * (now - middle_->at);
  const Seconds made_longer = stretched - sound;
  if (!aligned_) aligned_ = expected - made_longer;
  const double left = (expected - *aligned_ - made_longer) / kDriftSettles;
  stretch_ = std::clamp(slope_ + left, -kStretchMost, kStretchMost);
}

void ClockDrift::jump() {
  points_.clear();
  least_.reset();
  middle_.reset();
  aligned_.reset();
}

}  // namespace kine::server
