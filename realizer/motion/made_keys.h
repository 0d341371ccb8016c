// Kind of motion: keys that are there already, for what lies on top of all else. It takes nothing
// over, so whatever stands there when it is bound does not matter.
//
//   life, and what goes with speech --Keys--> MadeKeys
#pragma once

#include <utility>

#include "realizer/motion/actuator.h"

namespace kine::motion {

class MadeKeys final : public Actuator {
 public:
  explicit MadeKeys(pose::Keys keys) : keys_(std::move(keys)) {}

  body::JointSet joints() const override { return keys_.joints.joints; }
  pose::ChannelSet channels() const override;
  pose::Solved solved() const override { return pose::Contents::of(keys_).solved; }
  pose::Keys compile(const Entry&, const body::Body&) const override { return keys_; }

 private:
  pose::Keys keys_;
};

}  // namespace kine::motion
