// Mass trackers of both wrists, and the arms that follow them: step 7 of a tick, 16 characters at
// once, a lane each.
//
//   a shown pose --FollowJob--> the same with other upper arms, forearms and hands
//
// The wrist of the pose is the target of a point mass on a spring (Neff 2022; solved exactly, so
// that the rate of ticks changes nothing). The arm is brought to the mass the shortest way, from
// the pose of this tick and not from the last one, so nothing drifts. The hand keeps how it is
// turned in space, and lags behind that as a pendulum on a spring of its own; what it twists about
// the forearm, the forearm does. The same bits on every machine and in every lane.
#pragma once

#include <array>
#include <span>

#include "realizer/core/time.h"
#include "realizer/dynamics/arm_bones.h"
#include "realizer/dynamics/shown_pose.h"
#include "realizer/dynamics/tracked_arm.h"

namespace kine::dynamics {

/// The body's acceleration (of free fall) past which a loose arm swings no further, softly: more
/// than any person's trunk does, and less than what a cut in the motion would.
inline constexpr double kSwingMax_g = 3;

/// How far a hand is shown from where it would be without tension, softly: a wrist's own range.
inline constexpr double kHandLeadMax_rad = 1;

struct FollowJob {
  struct Character {
    ShownPose shown;                       // the arms that are tracked are written
    std::array<TrackedArm*, 2> arms = {};  // left, right; nothing: not tracked, not touched
  };

  /// What stands in lanes while the job runs.
  struct Scratch {
    struct Side {
      pose::QuatBlock hand;  // its joint's rotation, then that which is shown
      TrackedArms tracked;

      // Between the stages, in the axes of the upper chest: first as they are, then as shown.
      pose::QuatBlock upper, lower, whole_hand;
      pose::VectorBlock root_m;                      // of the arm, from the upper chest's joint
      pose::VectorBlock elbow_m, wrist_m, target_m;  // from there
    };
    pose::QuatBlock hips, spine, chest, upper_chest;
    pose::VectorBlock hips_m;
    pose::QuatBlock character_from_chest;
    pose::VectorBlock chest_m;
    std::array<Side, 2> sides;
  };

  std::span<const Character> characters;  // 1 to kLanes
  BodyBones* bones = nullptr;             // a lane each; their arms' rotations are overwritten
  Seconds step{0};                        // of a tick
  Scratch* scratch = nullptr;

  void run() const;
};

}  // namespace kine::dynamics
