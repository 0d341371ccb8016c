// A body made of round bones: cones with round ends, each hanging on one joint. What a glTF shows,
// and pictures where there is no avatar.
//
//   Body --round_bones--> RoundBones --place with a Figure--> pictures, meshes
#pragma once

#include <vector>

#include "realizer/body/body.h"
#include "realizer/formats/color.h"

namespace kine::formats {

/// All spheres whose centres lie between `from` and `to`, as their radii go from one to the other.
struct RoundBone {
  body::Joint joint = body::Joint::Hips;  // the space of the centres; in T-pose parallel to ours
  Vec3 from_m;
  Vec3 to_m;
  double from_radius_m = 0;  // > 0
  double to_radius_m = 0;    // > 0
  Color color;

  friend bool operator==(const RoundBone&, const RoundBone&) = default;
};

/// A dressed person of the body's proportions, the left sleeve blue and the right one red.
std::vector<RoundBone> round_bones(const body::Body& body);

}  // namespace kine::formats
