// Steps that a body takes so as not to fall: a foot goes to where the body could come to a stand.
//
//   Stepping, step by step: take_steps --> place_legs (targets of the legs)
//
// Where a body that is let go could stand still is its capture point, x + v sqrt(h / g).
//
// A push moves the weight to the foot on that side, which cannot leave the ground then. So the
// other one steps. Where the body falls aside, it crosses in front of the foot that carries, or
// behind it.
#pragma once

#include <cstdint>
#include <span>

#include "realizer/dynamics/physical/engine.h"
#include "realizer/dynamics/physical/figure.h"
#include "realizer/math/vec3.h"

namespace kine::dynamics::physical {

struct Stepping {
  enum class Phase : std::uint8_t {
    None,   // on both feet, which are where they are wanted
    Swing,  // a foot is in the air
    Both,   // on both feet, which are apart
    Done    // the same, and it has come to a stand
  };
  Phase phase = Phase::None;
  std::size_t swing = 0;  // the side of the foot that moves, or did last
  double since_s = 0;     // in this phase
  double calm_s = 0;      // how long it has been slow
  int steps = 0;
  bool crosses = false;    // to the other side of the foot that carries
  int passes = 0;          // that foot: in front of it 1, behind it -1; 0 where it need not
  double heading_rad = 0;  // of the hips, as they are to be
  Vec3 from_m;             // of the ankle that moves
  Vec3 to_m;

  bool is_under_way() const { return phase != Phase::None; }

  /// Which way the other foot goes around the one that moved last: by the way that is free.
  int way_back() const { return crosses ? -passes : 0; }
  friend bool operator==(const Stepping&, const Stepping&) = default;
};

/// A step of this length later.
void take_steps(const Figure& figure, Engine& engine, double step_s, Stepping& stepping);

/// Writes what is wanted of the legs meanwhile. Pre: it is under way.
void place_legs(const Figure& figure, Engine& engine, const Stepping& stepping,
                std::span<double> wanted);

/// The trunk stays upright meanwhile, and a leg in the air does not lean.
void let_swing(const Figure& figure, const Stepping& stepping, std::span<double> leaning_rad);

/// The centre of mass from where it is to be meanwhile, in the axes of the heading. `wanted` is
/// over the feet.
MassPoint over_step(const Figure& figure, Engine& engine, const Stepping& stepping,
                    const MassPoint& wanted);

}  // namespace kine::dynamics::physical
