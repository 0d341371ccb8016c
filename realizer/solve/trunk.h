// The trunk as an obstacle for the arms: an elliptic cylinder between hips and shoulders.
//
// It is no collision detection: it tells an elbow that has a choice where not to be.
#pragma once

#include "realizer/body/body.h"

namespace kine::solve {

struct Trunk {
  Vec3 chest_m;  // the cylinder's axis is the y axis of the chest, through its joint
  Quat character_from_chest;
  double half_width_m = 0;
  double half_depth_m = 0;
  double bottom_m = 0;  // along that axis, from the chest
  double top_m = 0;
};

/// The trunk of a body whose joints are at `model`.
Trunk make_trunk(const body::Body& body, const body::Body::Model& model);

/// How deep an elbow and the forearm that goes on from it are in the trunk, 0 outside. The end at
/// the wrist does not count, for it is where it was asked to be.
double depth_in_trunk_m(const Trunk& trunk, const Vec3& elbow_m, const Vec3& wrist_m);

}  // namespace kine::solve
