// Where the feet of a recording stand, and when: found by how high and how fast they are.
//
//   Recording --retarget--> RecordedLegs --find_footing--> ClipFooting
//
// Nobody says where the ground of a recording is. It is where feet are still for the longest time.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "realizer/core/time.h"
#include "realizer/math/quat.h"
#include "realizer/math/vec3.h"
#include "realizer/pose/clip.h"

namespace kine::pose {

/// The legs of a recording, in its own units and in the axes of the clip.
struct RecordedLegs {
  struct Frame {
    Vec3 hip_joints;             // halfway between the two
    std::array<Vec3, 2> ankles;  // the left one, the right one
    std::array<Quat, 2> feet;    // how each has turned since T-pose
  };

  double leg = 0;                            // from the hip joint along the bones to the ankle, > 0
  double half_width = 0;                     // from the middle to a hip joint
  double ankle_height = 0;                   // about where ankles are in standing
  std::array<std::optional<Vec3>, 2> balls;  // from the ankle, in the axes of the foot
  Seconds frame_time{0};                     // > 0
  std::vector<Frame> frames;
};

ClipFooting find_footing(const RecordedLegs& legs);

}  // namespace kine::pose
