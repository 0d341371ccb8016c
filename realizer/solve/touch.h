// A hand on its own body: where on the surface, and how it turns to it.
//
//   a point of the body, a point of the hand --add_touch--> ArmRequest --solve_arm--> surfaces meet
//
// What touches depends on how the fingers are bent, so the place of the wrist does, too.
#pragma once

#include <array>

#include "realizer/body/body.h"
#include "realizer/solve/arm.h"

namespace kine::solve {

/// A place on a surface, and the direction out of it, in the axes that a function says.
struct Surface {
  Vec3 place_m;
  Vec3 normal;  // unit
};

/// In the space of the character.
Surface surface_at(const body::SurfacePoint& point, const body::Body::Model& model);

/// Where a surface comes to that touches this one.
Vec3 place_before(const Surface& touched);

/// A point of a hand or of one of its fingers, in the axes of that hand, as its fingers are bent.
Surface hand_surface(const body::Body& body, const std::array<Quat, body::kJointCount>& rotations,
                     const body::SurfacePoint& point);

/// Brings `hand` to what it touches. A palm or a back (`flat`) lies on it: it faces the surface
/// first, and of the directions that the request has the one that fits this best is the second one.
/// A finger keeps to them. Where there are none its hand goes on in line with the forearm.
void add_touch(const Surface& hand, bool flat, const Surface& touched, ArmRequest& request);

}  // namespace kine::solve
