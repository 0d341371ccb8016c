// The mass tracker's equation (Neff 2022, (1)) solved exactly: a point mass on a spring and damper
// follows a target that moves linearly over the step. Tuned by Tension; the step's length changes
// nothing but how often one looks, and no step and no tension makes it unstable.
//
// Gravity is left out: the paper adds it to the force and its sag to the target, which is nothing.
// The coefficients hold for a tension and a step; a kernel of float lanes takes them from here.
#pragma once

#include "realizer/core/time.h"
#include "realizer/math/tension.h"
#include "realizer/math/vec3.h"

namespace kine {

/// Where the mass is and how fast it moves, along one axis or in space.
template <class Value>
struct MassIn {
  Value x{};  // m, in the frame of the target
  Value v{};  // m / s

  friend bool operator==(const MassIn&, const MassIn&) = default;
};

using Mass = MassIn<double>;
using MassInSpace = MassIn<Vec3>;

/// What a step makes of y, the way from where the mass would settle behind a target that moves on
/// steadily, and of w, its velocity relative to that target: y' = P y + a Q y + Q w, and so on.
struct TrackerStep {
  double y_from_y = 1;  // P + a Q, with a = zeta wn
  double y_from_w = 0;  // Q, s
  double w_from_y = 0;  // -wn^2 Q, 1 / s
  double w_from_w = 1;  // P - a Q
  double lag_s = 0;     // 2 zeta / wn: how late the mass is on steady motion
  double rate_hz = 0;   // one over the step: what makes a velocity of the target's way

  friend bool operator==(const TrackerStep&, const TrackerStep&) = default;
};

/// Pre: valid(tension), length > 0.
TrackerStep step_of(const Tension& tension, Seconds length);

/// What becomes of y and w when the target goes on as it does (or stands): a free swing.
template <class Value>
MassIn<Value> swung(const TrackerStep& step, const Value& y, const Value& w) {
  return {step.y_from_y * y + step.y_from_w * w, step.w_from_y * y + step.w_from_w * w};
}

/// The mass a step later, while its target has gone from `from` to `to` evenly.
template <class Value>
MassIn<Value> advanced(const MassIn<Value>& mass, const TrackerStep& step, const Value& from,
                       const Value& to) {
  const Value velocity = step.rate_hz * (to - from);
  const Value behind = step.lag_s * velocity;
  const MassIn<Value> next = swung(step, Value(mass.x - from + behind), Value(mass.v - velocity));
  return {next.x + to - behind, next.v + velocity};
}

}  // namespace kine
