// Where the ankles of a figure are, and the turns of a leg that bring its ankle to a place.
//
//   hips, ankle --bring_ankle--> coordinates of the leg, the sole level
#pragma once

#include <cstddef>
#include <span>

#include "realizer/body/placement.h"
#include "realizer/dynamics/physical/engine.h"
#include "realizer/dynamics/physical/figure.h"
#include "realizer/math/quat.h"
#include "realizer/math/vec3.h"

namespace kine::dynamics::physical {

/// In the world.
struct HipsPlace {
  Vec3 position_m;
  Quat world_from_base;
};

/// The first of its coordinates.
HipsPlace hips_of(std::span<const double> coordinates);

/// In the world, of a figure with these coordinates on hips that are there.
Vec3 ankle_m(const Figure& figure, std::size_t side, const HipsPlace& hips,
             std::span<const double> coordinates);

/// Writes the turns of one leg. `sole` is where the axes of the foot are to be, in the world. A leg
/// that is too short points to the ankle's place.
void bring_ankle(const Figure& figure, std::size_t side, const HipsPlace& hips, const Vec3& ankle_m,
                 const Quat& sole, std::span<double> coordinates);

/// Legs of a body that lies and rolls over sink until one of them is on the ground. What of a leg
/// reaches into the ground is lifted. `left` is how much of the way is left; at both of its ends
/// legs are as they were.
void lay_legs(const Figure& figure, const HipsPlace& hips, double left,
              std::span<double> coordinates);

/// The place of a foot in a step, lifted on its way; `share` of it in [0, 1].
Vec3 stepping_m(const Vec3& from_m, const Vec3& to_m, double share);

/// The same of one that goes around the other foot, and so higher. `around_m` is how far at the
/// most.
Vec3 passing_m(const Vec3& from_m, const Vec3& to_m, double share, const Vec3& around_m);

/// Where a character stands so that this foot is where it is. It faces as these hips do.
body::Placement place_by_foot(const Figure& figure, std::size_t side, const HipsPlace& hips,
                              const Vec3& ankle_m);

}  // namespace kine::dynamics::physical
