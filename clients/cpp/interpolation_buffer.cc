#include "clients/cpp/interpolation_buffer.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace kine::client {
namespace {

/// Four seconds at a usual rate.
constexpr std::size_t kFramesMax = 256;

/// Below it the quotient of the sines is that of the angles.
constexpr double kSineMin = 1e-6;

/// The part `share` of the shorter way from `a` to `b`, at constant speed.
void slerp(const float* a, const float* b, double share, float* out) {
  double dot = 0;
  for (std::size_t i = 0; i < 4; ++i) dot += double{a[i]} * double{b[i]};
  const double angle = std::acos(std::min(1.0, std::abs(dot)));
  const double sine = std::sin(angle);
  const auto part = [&](double of) { return sine < kSineMin ? of : std::sin(of * angle) / sine; };
  const double of_a = part(1 - share);
  const double of_b = dot < 0 ? -part(share) : part(share);
  double mixed[4];
  double squares = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    mixed[i] = of_a * a[i] + of_b * b[i];
    squares += mixed[i] * mixed[i];
  }
  for (std::size_t i = 0; i < 4; ++i) out[i] = static_cast<float>(mixed[i] / std::sqrt(squares));
}

void mix(const float* a, const float* b, std::size_t count, double share, float* out) {
  for (std::size_t i = 0; i < count; ++i) {
    out[i] = static_cast<float>(a[i] + share * (double{b[i]} - a[i]));
  }
}

Frame between(const Frame& a, const Frame& b, double time) {
  const double share = (time - a.time) / (b.time - a.time);
  Frame frame = a;
  frame.time = time;
  mix(a.root.data(), b.root.data(), 3, share, frame.root.data());
  slerp(a.root.data() + 3, b.root.data() + 3, share, frame.root.data() + 3);
  mix(a.hips.data(), b.hips.data(), a.hips.size(), share, frame.hips.data());
  const std::size_t joints = std::min(a.parent_from_joint.size(), b.parent_from_joint.size());
  for (std::size_t i = 0; i < joints; ++i) {
    slerp(a.parent_from_joint[i].data(), b.parent_from_joint[i].data(), share,
          frame.parent_from_joint[i].data());
  }
  mix(a.channels.data(), b.channels.data(), std::min(a.channels.size(), b.channels.size()), share,
      frame.channels.data());
  return frame;
}

}  // namespace

void InterpolationBuffer::push(Frame frame) {
  if (!frames_.empty() && frame.tick <= frames_.back().tick) return;
  frames_.push_back(std::move(frame));
  if (frames_.size() > kFramesMax) frames_.pop_front();
}

void InterpolationBuffer::clear() {
  frames_.clear();
  ahead_s_ = 0;
}

std::optional<Frame> InterpolationBuffer::sample(double tick_time_s) {
  if (frames_.empty()) return {};
  const double newest = frames_.back().time;
  double wanted = tick_time_s + ahead_s_ - options_.delay_s;
  if (newest - wanted > options_.jump_s) {
    ahead_s_ += newest - options_.delay_s - wanted;
    wanted = newest - options_.delay_s;
  } else if (ahead_s_ > 0 && wanted > newest) {
    // The clock has come right again: what the jump has added is too much now.
    const double back = std::min(ahead_s_, wanted - (newest - options_.delay_s));
    ahead_s_ -= back;
    wanted -= back;
  }
  // Those before the last one that is not after `wanted` are of no use any more.
  while (frames_.size() > 1 && frames_[1].time <= wanted) frames_.pop_front();
  const Frame& before = frames_.front();
  if (frames_.size() == 1 || wanted <= before.time || frames_[1].discontinuity) return before;
  return between(before, frames_[1], wanted);
}

}  // namespace kine::client
