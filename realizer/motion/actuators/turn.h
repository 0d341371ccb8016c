// Kind of motion: turns of what stands there, on top of all that moves the same joints: a nod while
// the head looks somewhere. It begins at nothing and is faded out with its sequence.
#pragma once

#include "realizer/body/body.h"
#include "realizer/motion/actuator.h"
#include "realizer/plan/plan.h"

namespace kine::motion {

class Turns final : public Actuator {
 public:
  /// `keys` as make_turn_keys makes them, at least one; `warps` bend their times.
  explicit Turns(pose::JointKeys keys, pose::Warps warps = {});

  body::JointSet joints() const override { return keys_.joints; }
  pose::ChannelSet channels() const override { return {}; }
  pose::Keys compile(const Entry& entry, const body::Body& body) const override;

 private:
  pose::JointKeys keys_;
  pose::Warps warps_;
};

/// What the turns of a track ask for, shared out evenly among the joints of its group. A key that
/// asks for no turn turns back. No keys where the track has no turn.
pose::JointKeys make_turn_keys(const plan::Track& track, const body::Body& body);

}  // namespace kine::motion
