// The flesh of a body as capsules within its skin: what nothing else of the body goes through.
//
//   <capsule> --read_capsules--> Body::capsules --Overlaps--> how deep one is in another
#pragma once

#include "realizer/body/skeleton.h"
#include "realizer/math/vec3.h"

namespace kine::body {

/// All that is within `radius_m` of a segment, in the axes of the joint that carries it.
struct Capsule {
  Joint joint = Joint::Hips;
  Vec3 from_m;
  Vec3 to_m;
  double radius_m = 0;

  friend bool operator==(const Capsule&, const Capsule&) = default;
};

}  // namespace kine::body
