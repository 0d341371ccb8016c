// Kind of motion: recorded turns of some joints, blended in as Levine, Theobalt and Koltun (2009,
// section 8.3) do: a joint goes to where it was recorded no faster than the recording moves.
//
//   r_t = slerp(r_{t-1}, d_t; min(1, angle(d_t d_{t-1}^-1) / angle(d_t r_{t-1}^-1)))
//
// d is what was recorded and r what is shown, as orientations against what carries the joints. So a
// pose that is held never comes nearer.
#pragma once

#include <memory>

#include "realizer/motion/actuator.h"
#include "realizer/pose/recorded_turns.h"

namespace kine::motion {

class VelocityClip final : public Actuator {
 public:
  /// `turns` is not null. They begin with the block.
  explicit VelocityClip(std::shared_ptr<const pose::RecordedTurns> turns);

  body::JointSet joints() const override { return turns_->joints; }
  pose::ChannelSet channels() const override { return {}; }
  pose::Keys compile(const Entry& entry, const body::Body& body) const override;

 private:
  std::shared_ptr<const pose::RecordedTurns> turns_;
};

}  // namespace kine::motion
