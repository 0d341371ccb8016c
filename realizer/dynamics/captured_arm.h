// Mass trackers on an arm that was captured, on whatever skeleton (Neff 2022, sections 4 and 5).
//
//   Recording --captured_arm--> where the arm is, in the chest --with_holds--> where it is meant
//     --tracked--> parent_from_joint of its joints, as the mass takes them
//
// Each step is a pure function of all frames. Lengths are in the units of the recording: a tension
// says how fast a mass swings, whatever the way is measured in.
#pragma once

#include <span>
#include <vector>

#include "realizer/core/time.h"
#include "realizer/math/tension.h"
#include "realizer/math/two_bones.h"
#include "realizer/pose/recording.h"
#include "realizer/pose/retarget/arm_nodes.h"

namespace kine::dynamics {

/// An arm in a frame, in the axes of the chest and from its origin.
struct ArmInChest {
  TwoBones bones;
  Vec3 target;  // where the wrist is meant
  Quat upper_arm;
  Quat lower_arm;
  Quat hand;

  // What stands between the joints and is left as it is.
  Quat parent_of_upper_arm;
  Quat lower_parent_in_upper;
  Quat hand_parent_in_lower;
};

/// What is asked of an arm in a frame.
struct CapturedFrame {
  Tension tension;       // valid
  bool is_held = false;  // it stays as it was when the hold began
};

/// How long an arm takes from a hold back to what was captured: as long as a short preparation.
inline constexpr Seconds kHoldLeftOver{0.2};

/// The arm in each frame. Pre: valid(recording), `nodes` are of an arm of it.
std::vector<ArmInChest> captured_arm(const pose::Recording& recording, const pose::ArmNodes& nodes);

/// The arm with what was captured in holds replaced by constant holds, left without a jump: the
/// oscillations of the captured person are in them. Pre: as many frames as `asked`.
std::vector<ArmInChest> with_holds(std::vector<ArmInChest> arm,
                                   std::span<const CapturedFrame> asked, Seconds frame_time);

/// parent_from_joint in each frame.
struct ArmTurnsOfFrames {
  std::vector<Quat> upper_arm;
  std::vector<Quat> lower_arm;
  std::vector<Quat> hand;  // keeps its turn in the chest, as far as wrists bend
};

/// The arm brought to a mass that follows its wrist. The mass begins at the wrist, as fast as that.
/// Pre: as many frames as `asked`, not none.
ArmTurnsOfFrames tracked(const std::vector<ArmInChest>& arm, std::span<const CapturedFrame> asked,
                         Seconds frame_time);

}  // namespace kine::dynamics
