// Where the joints of a frame are: what is drawn, and what a target is compared with.
//
//   Frame --compute_figure--> positions and turns of the joints
#pragma once

#include "realizer/body/body.h"
#include "realizer/tick/state/frame.h"

namespace kine::formats {

/// The rotation that four numbers of a frame are.
Quat rotation_of(const float* xyzw);

/// Positions in metres and the turns of the axes, in the world.
using Figure = body::Body::Model;

/// The chain of the body's offsets, walked from the root and the hips of the frame.
Figure compute_figure(const body::Body& body, const Frame& frame);

/// Where the frame's character stands.
struct Stand {
  Vec3 position_m;
  Quat world_from_character;
};
Stand stand_of(const Frame& frame);

/// From a joint without children to where its bone ends, in the joint's space: the bones of the
/// face look ahead, the others go on like the bone before them.
Vec3 bone_end_m(const body::Body& body, body::Joint joint);

/// The figure as seen from a stand: from the world into its space.
Figure seen_from(const Stand& stand, const Figure& figure_in_world);

}  // namespace kine::formats
