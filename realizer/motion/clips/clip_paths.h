// Where the wrists of a clip go in the manner of a nucleus: the properties of key poses
// (plan/properties), on paths that were recorded.
//
//   ClipArms, Expressivity --new_paths--> a point a frame and an arm
#pragma once

#include <span>
#include <vector>

#include "realizer/body/body.h"
#include "realizer/core/time.h"
#include "realizer/motion/clips/clip_arms.h"
#include "realizer/script/expressivity.h"

namespace kine::motion {

/// New places of each arm's wrist, in the axes of the upper chest: larger or smaller about one
/// middle of all arms that gesture, rounded, straight or wide, drawn back and swung through. Where
/// an arm rests it stays. `frame_time` is as it is played.
std::vector<std::vector<Vec3>> new_paths(std::span<const ClipArm> arms,
                                         const script::Expressivity& manner, Seconds frame_time,
                                         const body::Body& body);

}  // namespace kine::motion
