// A Footing: where the root, the hips and the feet are at one time of ground keys.
//
//   GroundKeys, time --footing_at--> Footing --stand--> the legs of a Pose
#pragma once

#include <array>

#include "realizer/body/body.h"
#include "realizer/body/placement.h"
#include "realizer/math/quat.h"
#include "realizer/math/vec3.h"
#include "realizer/pose/ground_keys.h"
#include "realizer/pose/pose.h"

namespace kine::motion {

/// A foot, in the character's space.
struct Foot {
  Vec3 ankle_m;
  double yaw_rad = 0;    // of its toes, to the left
  double pitch_rad = 0;  // above 0 the heel is up, below it the toes
  double toes_rad = 0;   // how far the toes are bent up against the foot
  double knee_rad = 0;   // how far the knee points to the left of the toes
};

/// What goes along with the steps of the body above: turns about the axes of the character.
struct GoingAlong {
  Vec3 trunk_rad;                           // shared by the spine
  Vec3 head_rad;                            // so that it looks where it goes
  std::array<double, 2> arms_rad = {};      // forwards
  std::array<double, 2> arms_out_rad = {};  // to their sides
  std::array<double, 2> forearms_rad = {};  // elbows bend further
  std::array<double, 2> on_thighs = {};     // how much of the hands rests there, in [0, 1]
};

struct Footing {
  body::Placement root;
  Vec3 hips_m;
  Quat character_from_hips;
  std::array<Foot, 2> feet;  // the left one, the right one
  GoingAlong along;
};

/// As the body stands in its base pose.
Footing standing(const pose::StandingBody& body, const body::Placement& root);

Footing footing_at(const pose::GroundKeys& keys, double time_s);

/// How the feet and hips of a body are in its base pose.
pose::StandingBody standing_body(const body::Body& body);

/// How high the lowest point of each sole of a pose is: the left one, the right one. `legs` are
/// those of standing_body(body).
std::array<double, 2> lowest_soles_m(const body::Body& body,
                                     const std::array<pose::LegAtRest, 2>& legs,
                                     const pose::Pose& pose);

}  // namespace kine::motion
