// Inverse kinematics of a leg: a thigh and a shin that bring the foot to its place on the ground.
//
//   hips, ankle, turn of the foot --bring_foot--> the turns of its three joints
//   hips, the leg as it stood --keep_foot--> the same, for any leg
//
// Closed form; the knee is a hinge. A leg that is too short is stretched towards the ankle's place.
#pragma once

#include <array>

#include "realizer/body/body.h"
#include "realizer/math/quat.h"
#include "realizer/math/vec3.h"

namespace kine::solve {

struct LegChain {
  body::Joint upper_leg;
  body::Joint lower_leg;
  body::Joint foot;
  body::Joint toes;
};
LegChain leg_chain(body::Side side);

/// How far the ankle can be from where the leg begins, by bending a knee that is turned so far.
double leg_reach_m(const body::Body& body, body::Side side, const Quat& lower_leg = {});

struct FootGoal {
  Vec3 ankle_m;   // in the character's space, as all of it
  Quat turn;      // character_from_foot
  Vec3 sideways;  // to the left of the plane in which the knee bends, about square to the leg; unit
};

/// Each parent_from_joint.
struct LegTurns {
  Quat upper_leg;
  Quat lower_leg;
  Quat foot;
};

LegTurns bring_foot(const body::Body& body, body::Side side, const Vec3& hips_m,
                    const Quat& character_from_hips, const FootGoal& goal);

/// A leg as it stands, whose foot is to stay where it is.
struct StandingLeg {
  Vec3 ankle_m;
  Quat character_from_upper_leg;
  Quat lower_leg;  // parent_from_joint
  Quat character_from_foot;
};

/// A leg of these turns on hips that are there.
StandingLeg standing_leg(const body::Body& body, body::Side side, const Vec3& hips_m,
                         const Quat& character_from_hips, const LegTurns& turns);

/// How far the ankle can be from where the leg begins: no farther than it was, or not quite
/// straight, for the knee would snap.
double standing_reach_m(const body::Body& body, body::Side side, const StandingLeg& leg);

/// Where the knee is, and how far it goes with where the leg begins: by x, y and z of that.
struct KneePlace {
  Vec3 knee_m;
  std::array<Vec3, 3> slopes = {};
};

/// The knee that keep_foot makes of a leg that begins there; within reach of its ankle.
KneePlace find_knee(const body::Body& body, body::Side side, const Vec3& from_m,
                    const StandingLeg& leg);

/// The leg on hips that have moved: its knee bends as much more or less as brings the ankle back.
LegTurns keep_foot(const body::Body& body, body::Side side, const Vec3& hips_m,
                   const Quat& character_from_hips, const StandingLeg& leg);

}  // namespace kine::solve
