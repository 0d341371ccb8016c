// A captured gesture as BVH, for tests: the body turns, the left arm is raised, held and lowered,
// the right arm hangs. Centimetres, +Y up, facing +Z, in T-pose at rest.
#pragma once

#include <string>
#include <vector>

#include "realizer/math/vec3.h"
#include "realizer/pose/recording.h"
#include "realizer/pose/retarget/arm_nodes.h"

namespace kine::test {

struct CapturedGesture {
  bool biovision = false;     // "LeftCollar", "LeftShoulder", "LeftElbow"; else Mixamo's names
  std::string order = "ZXY";  // of the rotations
  int frames_a_second = 60;
  double wobble_rad = 0;  // of the arm after the stroke, decaying
  bool has_right_arm = true;
  int lower_arm_turns = 3;  // channels of rotation of the left forearm
};

/// The times of the gesture.
inline constexpr double kRaiseFrom_s = 0.5;
inline constexpr double kRaisedAt_s = 0.9;
inline constexpr double kLowerFrom_s = 1.7;
inline constexpr double kLoweredAt_s = 2.3;
inline constexpr double kGestureEnds_s = 3.2;

std::string captured_bvh(const CapturedGesture& gesture = {});

/// What recorders call joints, as far as the gesture needs it.
pose::JointNames recorders_names();

/// The arm's wrist in the axes of the chest, a place a frame, in centimetres.
std::vector<Vec3> wrist_in_chest(const pose::Recording& recording, body::Side side);

}  // namespace kine::test
