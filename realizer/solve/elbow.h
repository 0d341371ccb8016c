// Where the elbow of an arm lies: on the circle about the line from shoulder to wrist, measured by
// the swivel.
#pragma once

#include "realizer/body/body.h"
#include "realizer/solve/arm.h"

namespace kine::solve {

/// 1 for the left, whose side of the body is +X, and -1 for the right.
constexpr double sign_of(body::Side side) { return side == body::Side::Left ? 1 : -1; }

/// A swivel of 0 brings the elbow down, on an arm that points ahead.
inline constexpr Vec3 kAhead = {0, 0, 1};
inline constexpr Vec3 kDown = {0, -1, 0};

/// What a forearm and its hand are pronated about.
inline constexpr Vec3 kForearmAxis = {1, 0, 0};

/// The axis about which an elbow bends, in the axes of the upper arm and of the forearm alike.
constexpr Vec3 elbow_hinge(body::Side side) { return {0, -sign_of(side), 0}; }

/// The two directions that a swivel is measured by, unit and square to the line and each other:
/// the elbow lies towards cos(swivel) * zero + sin(swivel) * outwards.
struct SwivelFrame {
  Vec3 zero;
  Vec3 outwards;

  Vec3 direction_at(double swivel_rad) const;
  double swivel_of(const Vec3& direction) const;  // in [-pi, pi]
};

/// `line` is the unit direction from shoulder to wrist, `spine` the one up the spine; both in the
/// character's space.
SwivelFrame swivel_frame(SwivelZero zero, body::Side side, const Vec3& line, const Vec3& spine);

/// Where a person would have the elbow, measured as Carried: down and somewhat out, more so the
/// higher the hand, across the chest and behind the back. Smooth in the line.
double natural_swivel_rad(body::Side side, const Vec3& line);

/// How far from the shoulder the wrist of a fully bent arm is.
double nearest_reach_m(const body::Body& body, body::Side side);

/// The distance from the shoulder at which a wrist is put that should be `distance_m` away: the
/// same up to 97 % of the arm's length, and then ever less, up to that length.
double soft_reach_m(double distance_m, double arm_length_m);

}  // namespace kine::solve
