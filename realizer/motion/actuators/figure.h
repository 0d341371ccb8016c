// The figure that a sequence poses: what each of its poses asks is solved here one after the other,
// by inverse kinematics, so that a pose goes on from the one before it.
//
// From the trunk outwards: stored poses, the trunk's directions, its leaning, the head, the arms on
// that trunk, the fingers. A trunk leans anew in each pose that asks it to, and no further than
// that pose needs.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "realizer/body/body.h"
#include "realizer/body/body_offsets.h"
#include "realizer/body/placement.h"
#include "realizer/core/diagnostics.h"
#include "realizer/motion/actuators/asked.h"
#include "realizer/motion/block.h"
#include "realizer/plan/plan.h"
#include "realizer/script/document.h"
#include "realizer/solve/touch.h"

namespace kine::motion {

class Figure {
 public:
  using Rotations = std::array<Quat, body::kJointCount>;

  /// Where the figure stands and what its targets are relative to.
  struct Stage {
    script::Space frame = script::Space::Character;
    body::Placement placement;
  };

  /// In the body's base pose.
  Figure(const body::Body& body, const Stage& stage, Diagnostics& diagnostics);

  /// Brings it to all that one pose asks. What stays away from its target is warned of.
  void take(std::span<const Asked> asked);

  /// How its arms do what the last pose asked on a body that is moved by `offsets`: rotations
  /// without these. Hands come to their places; those of `held`, and those that touch the body, on
  /// one that `under_held` moves as well. For those of `held` the tick makes up for hips that move.
  Rotations rotations_on(const body::BodyOffsets& offsets, body::JointSet held,
                         const body::BodyOffsets& under_held, std::span<const Asked> asked);

  const Rotations& rotations() const { return rotations_; }

  /// How far from its target the point stays that is farthest from it, of the last pose.
  double miss_m() const { return miss_m_; }

  /// What points of joints the last pose was to reach.
  const std::vector<JointGoal>& goals() const { return goals_; }

 private:
  Vec3 point_in_character(const Vec3& point, const body::Body::Model& model) const;
  Vec3 direction_in_character(const Vec3& direction, const body::Body::Model& model) const;
  Vec3 target_m(const plan::Reach& reach) const;
  solve::Surface touched_m(const plan::Touch& touch, const body::Body::Model& model) const;

  // The steps of take, in their order.
  void straighten(body::JointSet joints);
  void take_shapes(std::span<const Asked> asked);
  void take_trunk(std::span<const Asked> asked);
  void take_limbs(std::span<const Asked> asked);
  void take_arm(body::Side side, std::span<const Asked> asked);
  void find_misses(std::span<const Asked> asked);

  // Their parts.
  void take_aims(std::span<const Asked> asked, body::JointSet joints);
  void bend_trunk_to(const plan::Reach& reach, body::JointSet joints, std::span<const Asked> asked);
  void bend_trunk_for_hands(std::span<const Asked> asked);
  void lift_shoulder(const Asked& asked, const plan::Reach& reach);
  void put_elbow(const plan::Reach& reach);
  void keep_for_straightening(std::span<const body::Joint> chain);
  Vec3 point_of_hand_m(const plan::Reach& reach) const;
  std::pair<body::Joint, Vec3> placed_point(const plan::Reach& reach) const;

  const body::Body& body_;
  Stage stage_;
  Diagnostics& diagnostics_;
  Rotations rotations_;
  Vec3 hips_way_m_;  // how far they stand from where the body has them
  double miss_m_ = 0;
  std::vector<JointGoal> goals_;

  /// Of the joints that lean: how they stood before.
  std::array<std::optional<Quat>, body::kJointCount> before_leaning_;
};

}  // namespace kine::motion
