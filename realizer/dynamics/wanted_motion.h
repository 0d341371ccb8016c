// The wanted motion within a tick, for filters that go through it in sub-steps: joints turn evenly
// from the pose that was wanted in the last tick to the one that is wanted in this tick.
#pragma once

#include <optional>

#include "realizer/core/time.h"
#include "realizer/dynamics/shown_pose.h"
#include "realizer/math/quat.h"
#include "realizer/math/vec3.h"

namespace kine::dynamics {

class WantedMotion {
 public:
  /// A tick later. The first pose stands still.
  void advance_to(const ShownPose& wanted);

  /// `share` of the tick has passed, in [0, 1].
  Quat rotation(body::Joint joint, double share) const;
  Vec3 hips_m(double share) const;

  /// Constant within the tick, in the axes of the joint's parent.
  Vec3 velocity_rad_s(body::Joint joint, Seconds step) const;

  friend bool operator==(const WantedMotion&, const WantedMotion&) = default;

 private:
  struct Rows {
    Rotations parent_from_joint = {};
    std::array<float, 3> hips_m = {};
    friend bool operator==(const Rows&, const Rows&) = default;
  };

  std::optional<Rows> now_;  // nothing: no tick yet
  Rows before_;
};

}  // namespace kine::dynamics
