// Shapes drawn at random: every number anywhere, each by itself.
#pragma once

#include <algorithm>

#include "realizer/solve/body_shape.h"
#include "tests/support/motion/random_rotations.h"

namespace kine::test {

inline solve::Shape any_shape(RandomRotations& random) {
  const auto any = [&] { return random.number(-1, 1); };
  return {.posture = any(),
          .line = any(),
          .lean = any(),
          .chest = any(),
          .abdomen = any(),
          .head = any(),
          .raise = any(),
          .round = any(),
          .tilt = any(),
          .balance = {any(), any()},
          .loads = {std::max(any(), 0.0), std::max(any(), 0.0)},
          .legs = any(),
          .heading_rad = 3 * any()};
}

}  // namespace kine::test
