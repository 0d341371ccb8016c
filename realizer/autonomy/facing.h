// Where a character faces, and whether it has just turned far: people blink as they do.
//
//   the head's direction, tick by tick --face--> Facing --> a blink (life.h)
#pragma once

#include "realizer/core/time.h"
#include "realizer/math/vec3.h"

namespace kine::autonomy {

/// A part of a character's state.
struct Facing {
  Vec3 settled{0, 0, 1};  // where it has faced lately: it comes after where it faces now
  bool away = false;      // it is on its way: a turn is noticed once
  bool turned = false;    // far and quickly, and nothing has gone with it yet

  friend bool operator==(const Facing&, const Facing&) = default;
};

/// Goes on to where the head faces now, a unit vector in the character's space.
void face(const Vec3& direction, Seconds step, Facing& facing);

}  // namespace kine::autonomy
