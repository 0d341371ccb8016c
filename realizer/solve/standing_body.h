// A body that stands on both feet, and how its centre of mass and shoulders go with the turns of
// its trunk: the model that solve_body steps on.
//
//   Unknowns --StandingBody::evaluate--> points, each with its analytic slopes
//
// Legs are solved by inverse kinematics inside: feet stay.
#pragma once

#include <array>
#include <cstddef>

#include "realizer/body/body.h"
#include "realizer/body/body_offsets.h"
#include "realizer/math/quat.h"
#include "realizer/math/vec3.h"
#include "realizer/solve/leg.h"

namespace kine::solve {

/// Pelvis 6 (way, turn), spine 9, clavicles 4 (back and up of the left one, of the right one).
inline constexpr std::size_t kUnknownCount = 19;
using Unknowns = std::array<double, kUnknownCount>;
inline constexpr std::size_t kFirstPelvisTurn = 3;
inline constexpr std::size_t kFirstSpineTurn = 6;
inline constexpr std::size_t kFirstClavicleTurn = kFirstSpineTurn + 3 * body::kTrunkJoints;

/// What of offsets they are, and the offsets with them in their place.
Unknowns unknowns_of(const body::BodyOffsets& offsets);
body::BodyOffsets with_unknowns(const Unknowns& unknowns, body::BodyOffsets offsets);

/// A place and its derivative by each unknown.
struct SlopedPoint {
  Vec3 at_m;
  std::array<Vec3, kUnknownCount> slopes = {};
};

struct Standing {
  SlopedPoint mass;                      // the centre of mass
  std::array<SlopedPoint, 2> shoulders;  // where the upper arms hang: left, right
};

class StandingBody {
 public:
  using Rotations = std::array<Quat, body::kJointCount>;

  /// A body whose joints are turned so where no unknown moves it. The head keeps its turn in space.
  /// Where legs come to their ends the hips go down, from `soft_m` before that on.
  StandingBody(const body::Body& body, const Rotations& rotations, double soft_m);

  Standing evaluate(const Unknowns& unknowns) const;

 private:
  struct Moving;

  /// Mass that keeps its place on what carries it.
  struct Lump {
    double share = 0;
    Vec3 from_joint_m;  // in the axes of its joint
  };
  struct Arm {
    Quat clavicle;
    Vec3 shoulder_m;  // the joint of the upper arm, in the clavicle's axes
    Lump carried;     // as far as it goes with the chest
    Vec3 hanging_m;   // and as far as it hangs, from the shoulder, times its mass
    Lump of_clavicle;
  };
  struct Leg {
    StandingLeg standing;
    double reach_m = 0;
    Vec3 from_hips_m;
    double thigh = 0;  // shares of the mass
    double shin = 0;
  };

  void take_head(const body::Body::Model& model);
  void take_arm(const body::Body::Model& model, body::Side side);
  void take_leg(const body::Body::Model& model, body::Side side);
  void let_down(Moving& hips) const;
  void add_legs(const Moving& hips, SlopedPoint& mass) const;
  void add_arm(const Moving& chest, const Unknowns& unknowns, body::Side side,
               Standing& standing) const;

  const body::Body& body_;
  double soft_m_;
  Vec3 hips_m_;
  std::array<Quat, 1 + body::kTrunkJoints> column_;  // of hips and spine, parent_from_joint
  std::array<Lump, 1 + body::kTrunkJoints> lumps_;
  Lump neck_and_head_;  // as far as they go with the chest
  Vec3 head_m_;         // and as far as they do not, from the neck, times their mass
  Vec3 feet_m_;         // of feet and toes, times their mass
  std::array<Arm, 2> arms_;
  std::array<Leg, 2> legs_;
};

}  // namespace kine::solve
