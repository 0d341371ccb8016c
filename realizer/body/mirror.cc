#include "realizer/body/mirror.h"

namespace kine::body {

JointLimits mirrored(const JointLimits& limits) {
  return {.bone = limits.bone,
          .min_rad = {limits.min_rad.x, -limits.max_rad.y, -limits.max_rad.z},
          .max_rad = {limits.max_rad.x, -limits.min_rad.y, -limits.min_rad.z}};
}

}  // namespace kine::body
