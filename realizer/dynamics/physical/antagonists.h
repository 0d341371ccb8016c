// Two springs that pull a degree of freedom each its own way, and a damper (Neff and Fiume 2002,
// section 4). Their set points are the limits of the joint, a little beyond.
//
//   torque = k_low (low - angle) + k_high (high - angle) - k_d speed              (eq. 4)
#pragma once

namespace kine::dynamics::physical {

struct Gains {
  double low_Nm_rad = 0;   // of the spring that pulls to the low limit
  double high_Nm_rad = 0;  // and of the one that pulls to the high one

  double tension_Nm_rad() const { return low_Nm_rad + high_Nm_rad; }
};

/// How far beyond the limits of a joint the set points lie.
inline constexpr double kBeyondSetPoint_rad = 0.35;

struct SetPoints {
  double low_rad = 0;
  double high_rad = 0;
};

/// The gains of this tension that hold the joint at `angle_rad` against `external_Nm` about it: the
/// point of the isoangle line (eq. 6) at which both gains add up to the tension. A spring pulls and
/// does not push: where the tension is too little for that, it is raised.
Gains equilibrium_gains(double tension_Nm_rad, double angle_rad, double external_Nm,
                        const SetPoints& points);

/// Of both springs, without the damper.
double torque_Nm(const Gains& gains, double angle_rad, const SetPoints& points);

}  // namespace kine::dynamics::physical
