// Where a character stands: a spot on the ground and a heading.
#pragma once

#include "realizer/math/quat.h"
#include "realizer/math/vec3.h"

namespace kine::body {

struct Placement {
  Vec3 position_m;         // y is 0: on the ground
  double heading_rad = 0;  // 0 faces +Z, positive turns to its left (+X)

  Quat world_from_character() const { return rotation_about({0, 1, 0}, heading_rad); }
  friend bool operator==(const Placement&, const Placement&) = default;
};

}  // namespace kine::body
