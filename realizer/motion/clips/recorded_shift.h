// Kind of motion: recorded hips and trunk move the body over feet that stay. It drives no joint:
// what moves the body is summed in the tick, and the legs follow.
//
//   RecordedTurns of the lower body --RecordedShift--> BodyKeys
#pragma once

#include <memory>

#include "realizer/motion/actuator.h"
#include "realizer/pose/recorded_turns.h"

namespace kine::motion {

class RecordedShift final : public Actuator {
 public:
  /// `turns` is not null, and hips and trunk are among its joints. They begin with the block.
  explicit RecordedShift(std::shared_ptr<const pose::RecordedTurns> turns);

  body::JointSet joints() const override { return {}; }
  pose::ChannelSet channels() const override { return {}; }
  pose::Solved solved() const override { return pose::Solved::Body; }
  pose::Keys compile(const Entry& entry, const body::Body& body) const override;

 private:
  std::shared_ptr<const pose::RecordedTurns> turns_;
};

}  // namespace kine::motion
