// Two bones brought to a point, on any skeleton and in any unit of length: an arm or a leg of a
// captured motion. The bones go where the shortest turn of the line between their ends takes them
// (parallel transport), so that nothing turns where nothing is asked, and no pose is special.
//
//   where the bones are, and their end's new place --reached--> the turns of both, in space
#pragma once

#include "realizer/math/quat.h"
#include "realizer/math/vec3.h"

namespace kine {

struct TwoBones {
  Vec3 root;    // the shoulder
  Vec3 middle;  // the elbow
  Vec3 end;     // the wrist
};

struct TwoBoneReach {
  TwoBones bones;  // where they come to be; the root stays
  Quat upper;      // what turns each bone there from where it was
  Quat lower;
};

/// Past this share of full length, an end is approached softly unless it was there before.
inline constexpr double kSoftReachShare = 0.97;

/// `hinge` is the axis about which the middle bends (the right-hand way from the first bone to the
/// second): it says where to bend what is straight. Pre: both bones have a length.
TwoBoneReach reached(const TwoBones& bones, const Vec3& target, const Vec3& hinge);

/// The same without softness: the end is at the target, or as near it as the bones let it.
TwoBoneReach reached_exactly(const TwoBones& bones, const Vec3& target, const Vec3& hinge);

}  // namespace kine
