// The figure that a sequence poses: what each of its poses asks is solved here one after the other,
// by inverse kinematics, so that a pose goes on from the one before it.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "realizer/body/body.h"
#include "realizer/body/placement.h"
#include "realizer/core/diagnostics.h"
#include "realizer/plan/plan.h"
#include "realizer/script/document.h"

namespace kine::motion {

/// A goal and the joints that may move for it.
struct Asked {
  body::JointSet joints;
  const plan::Goal* goal = nullptr;
};

/// Whether anything of a goal can be done here: a look-at or the position of a joint that is no
/// hand cannot.
bool is_realized(const plan::Goal& goal);

class Figure {
 public:
  /// Where the figure stands and what its targets are relative to.
  struct Stage {
    script::Space frame = script::Space::Character;
    body::Placement placement;
  };

  /// In the body's base pose.
  Figure(const body::Body& body, const Stage& stage, Diagnostics& diagnostics);

  /// Brings it to all that one pose asks: stored shapes, then torso and head, then the arms on that
  /// torso. What stays away from its target is warned of.
  void take(std::span<const Asked> asked);

  const std::array<Quat, body::kJointCount>& rotations() const { return rotations_; }

 private:
  Vec3 point_in_character(const Vec3& point, const body::Body::Model& model) const;
  Vec3 direction_in_character(const Vec3& direction, const body::Body::Model& model) const;

  void take_shapes(std::span<const Asked> asked);
  void take_aims(std::span<const Asked> asked);
  void take_arm(body::Side side, std::span<const Asked> asked);
  void aim(const plan::Aim& aim, body::JointSet joints);

  const body::Body& body_;
  Stage stage_;
  Diagnostics& diagnostics_;
  std::array<Quat, body::kJointCount> rotations_;
};

}  // namespace kine::motion
