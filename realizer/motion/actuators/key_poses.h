// Kind of motion: a group of joints from key pose to key pose, one complex motion segment (Pohl
// 2010, 4.1). The keys were solved in preparation; binding puts the pose that stands there in front
// of them, and lets the curve leave it at the velocity that it has.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "realizer/math/quat.h"
#include "realizer/motion/actuator.h"
#include "realizer/motion/actuators/transit_keys.h"

namespace kine::motion {

/// How movements go to keys: one a key, or none where all go as they are.
struct Transits {
  std::vector<Transit> transits = {};
  std::uint64_t seed = 0;  // of what trembles
};

class KeyPoses final : public Actuator {
 public:
  /// `keys` as append_key makes them, at least one; `warps` bend their times; `held` as append_held
  /// makes them, at the same times.
  explicit KeyPoses(pose::JointKeys keys, pose::Warps warps = {}, pose::HeldKeys held = {},
                    Transits transits = {});

  body::JointSet joints() const override { return keys_.joints; }
  pose::ChannelSet channels() const override { return {}; }
  pose::Solved solved() const override {
    return held_.empty() ? pose::Solved::Nothing : pose::Solved::Hands;
  }
  pose::Keys compile(const Entry& entry, const body::Body& body) const override;

 private:
  pose::JointKeys keys_;
  pose::Warps warps_;
  pose::HeldKeys held_;
  Transits transits_;
};

/// One solved key behind those that are there: what `rotations` say of the joints of `keys`, from
/// `time` on for as long as `hold`, passed as `tcb` says.
void append_key(const std::array<Quat, body::kJointCount>& rotations, Seconds time, Seconds hold,
                const Tcb& tcb, pose::JointKeys& keys);

}  // namespace kine::motion
