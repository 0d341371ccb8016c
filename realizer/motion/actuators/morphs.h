// Kind of motion: channels of the face, each straight from value to value. What a channel has when
// it is bound is where its first ramp begins.
#pragma once

#include <span>
#include <vector>

#include "realizer/motion/actuator.h"
#include "realizer/plan/plan.h"

namespace kine::motion {

class Morphs final : public Actuator {
 public:
  /// `tracks` as plan::make leaves them, of one sequence and with one start; at least one. `warps`
  /// bend their times.
  explicit Morphs(std::span<const plan::ChannelTrack> tracks, pose::Warps warps = {});

  body::JointSet joints() const override { return {}; }
  pose::ChannelSet channels() const override;
  pose::Keys compile(const Entry& entry, const body::Body& body) const override;

 private:
  std::vector<pose::ChannelKeys> keys_;
  pose::Warps warps_;
};

}  // namespace kine::motion
