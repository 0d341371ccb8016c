// A trunk that gives way: it bends, turns and leans so that what it carries comes where it is asked
// to be, and no further than that.
//
//   a far target --solve_lean--> spine and chest --solve_arm--> the arm on that torso
//
// The turns are shared out over the chain by how far each joint can turn, each within its limits.
// The answer is continuous in the targets.
#pragma once

#include <array>
#include <span>

#include "realizer/body/body.h"

namespace kine::solve {

/// A joint that the trunk carries, and how near to a point it has to come.
struct Nearness {
  body::Joint joint;
  Vec3 target_m;  // in the character's space
  double distance_m = 0;
};

/// Turns the joints of `chain`, from the hips outwards, from where they stand in `pose` by as
/// little as brings all joints as near as they are asked to be; where that cannot be, as near as a
/// person would lean. What is near enough turns nothing.
void lean_near(const body::Body& body, std::span<const body::Joint> chain,
               std::span<const Nearness> wanted, std::array<Quat, body::kJointCount>& pose);

/// A point in the axes of a joint, and where it is to be.
struct PlaceOfPoint {
  body::Joint joint;
  Vec3 offset_m;
  Vec3 target_m;  // in the character's space
};

/// Turns the chain so that the point comes as near to its target as it can: a head or a chest that
/// has a place. The result is how far it stays away.
double lean_to(const body::Body& body, std::span<const body::Joint> chain,
               const PlaceOfPoint& wanted, std::array<Quat, body::kJointCount>& pose);

}  // namespace kine::solve
