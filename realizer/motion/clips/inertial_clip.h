// Kind of motion: recorded turns of some joints that take over from whatever moves them. Where a
// pose differs from them is an offset, which with its speed dies away like that of a critically
// damped spring.
//
//   pose = exp(offset) recorded,   offset(t) = (o + (v + w o) t) exp(-w t)
#pragma once

#include <memory>

#include "realizer/motion/actuator.h"
#include "realizer/pose/recorded_turns.h"

namespace kine::motion {

/// An offset without speed is half as large after this time.
inline constexpr Seconds kOffsetHalves{0.15};

class InertialClip final : public Actuator {
 public:
  /// `turns` is not null. They begin at `start`, from the start of the block.
  explicit InertialClip(std::shared_ptr<const pose::RecordedTurns> turns,
                        Seconds start = Seconds{0});

  body::JointSet joints() const override { return turns_->joints; }
  pose::ChannelSet channels() const override { return {}; }
  pose::Keys compile(const Entry& entry, const body::Body& body) const override;

 private:
  std::shared_ptr<const pose::RecordedTurns> turns_;
  Seconds start_;
};

}  // namespace kine::motion
