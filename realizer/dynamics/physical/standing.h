// How a body keeps its balance on its feet: feedback from the centre of mass to ankles and hips.
//
//   the centre of mass over the feet, and where it is wanted --lean_back--> turns of ankles and
//   hips
//
// A leg is as firm as what it carries, for its own inertia says nothing of that.
#pragma once

#include <span>

#include "realizer/dynamics/physical/engine.h"
#include "realizer/dynamics/physical/figure.h"
#include "realizer/math/tension.h"

namespace kine::dynamics::physical {

/// The middle of a sole, in the world.
Vec3 sole_m(const Figure& figure, const Engine& engine, std::size_t side);

/// The centre of mass from the middle of the feet, in the axes of the hips' heading. Pre: the
/// figure has feet, and the engine has looked at it or loaded it.
MassPoint over_feet(const Figure& figure, Engine& engine);

/// Writes how far ankles and hips are to turn beyond what is wanted of them, a degree of freedom
/// each, so that the centre of mass goes back to where it is wanted.
void lean_back(const Figure& figure, const MassPoint& now, const MassPoint& wanted,
               std::span<double> leaning_rad);

/// Of each degree of freedom of a leg: 1,700 Nm / rad where a person of 70 kg and 1.75 m is as
/// tense as usual, and less where the tension is looser.
double leg_stiffness_Nm_rad(const Figure& figure, const Tension& tension);

/// Of a damper to the stiffness of its springs, as in the paper.
inline constexpr Seconds kLegDamping{0.1};

}  // namespace kine::dynamics::physical
