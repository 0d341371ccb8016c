// Kind of motion: the body under a gesture goes along as its poses say. It drives no joint: what
// moves the body is summed in the tick, over feet that stay.
#pragma once

#include "realizer/motion/actuator.h"
#include "realizer/plan/solved_poses.h"

namespace kine::motion {

class BodyMotion final : public Actuator {
 public:
  /// `keys` as make_body_keys makes them, at least one; `warps` bend their times.
  explicit BodyMotion(pose::BodyKeys keys, pose::Warps warps = {});

  body::JointSet joints() const override { return {}; }
  pose::ChannelSet channels() const override { return {}; }
  pose::Solved solved() const override { return pose::Solved::Body; }
  pose::Keys compile(const Entry& entry, const body::Body& body) const override;

 private:
  pose::BodyKeys keys_;
  pose::Warps warps_;
};

/// A key behind those that are there; one that comes with the last takes its place.
void append_body_key(Seconds time, const body::BodyOffsets& offsets, pose::BodyKeys& body);

/// The offsets of the poses when they are reached and as long as they are held, from the body as it
/// is at `start`. No keys where no pose has any.
pose::BodyKeys make_body_keys(const plan::SolvedPoses& solved, Seconds start);

}  // namespace kine::motion
