// Kind of motion: recorded turns of some joints that take over from whatever moves them. Where a
// pose differs from them is an offset, which with its speed dies away like that of a critically
// damped spring. One that is far dies away so slowly that it is never faster than a bound.
//
//   pose = exp(offset) recorded,   offset(t) = o (1 + u t) exp(-u t) + v t exp(-w t),   u <= w
#pragma once

#include <memory>

#include "realizer/motion/actuator.h"
#include "realizer/pose/recorded_turns.h"

namespace kine::motion {

/// An offset without speed is half as large after this time, where no bound makes it slower.
inline constexpr Seconds kOffsetHalves{0.15};

class InertialClip final : public Actuator {
 public:
  /// `turns` is not null. They begin at `start`, from the start of the block. An offset without
  /// speed dies away no faster than `catch_up_rad_s`; 0: without a bound.
  explicit InertialClip(std::shared_ptr<const pose::RecordedTurns> turns,
                        Seconds start = Seconds{0}, double catch_up_rad_s = 0);

  body::JointSet joints() const override { return turns_->joints; }
  pose::ChannelSet channels() const override { return {}; }
  pose::Keys compile(const Entry& entry, const body::Body& body) const override;

 private:
  std::shared_ptr<const pose::RecordedTurns> turns_;
  Seconds start_;
  double catch_up_rad_s_;
};

}  // namespace kine::motion
