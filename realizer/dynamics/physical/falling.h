// How a body falls: it loses its balance, gives way in its legs, puts out its hands, and lies.
//
//   Fall, step by step: notice_fall --> give_way (targets and firmness) --> notice_rest
#pragma once

#include <array>
#include <span>

#include "realizer/dynamics/physical/engine.h"
#include "realizer/dynamics/physical/figure.h"
#include "realizer/dynamics/physical/firmness.h"
#include "realizer/math/vec3.h"

namespace kine::dynamics::physical {

struct Fall {
  double since_s = 0;    // how long it falls or lies; 0: it stands
  double resting_s = 0;  // how long it has lain still
  Vec3 towards;          // level, in the axes of the hips' heading as they were, of length 1

  bool has_begun() const { return since_s > 0; }
  friend bool operator==(const Fall&, const Fall&) = default;
};

/// A step of this length later: whether it falls now. Both are over its feet (standing.h). One that
/// steps is farther off them before it is lost.
void notice_fall(const MassPoint& now, const MassPoint& wanted, bool steps, double step_s,
                 Fall& fall);

/// Knees and hips bend, the head goes from the ground, and arms go where it falls. Changes the
/// coordinates that are wanted, and how firm joints are.
void give_way(const Figure& figure, const Fall& fall, std::span<double> wanted, Firmness& firmness);

/// A body that lies still for a while rests. `velocities` are those of its base.
void notice_rest(std::span<const double> velocities, double step_s, Fall& fall);

}  // namespace kine::dynamics::physical
