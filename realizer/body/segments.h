// What physics takes of a joint's segment: how its mass is spread, and what of it meets the ground.
//
//   <joint gyration="…"><ball/><box/></joint> --read_segment--> Segment -->
//   dynamics/physical/figure.h
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "realizer/math/vec3.h"

namespace kine::body {

/// A ball that meets the ground.
struct ContactBall {
  double along = 0;     // from the joint, 0, to the far end of its segment, 1
  double radius_m = 0;  // above 0

  friend bool operator==(const ContactBall&, const ContactBall&) = default;
};

/// Two at most, so that a body that lies has no more contacts than the engine has room for.
inline constexpr std::size_t kContactBallsMax = 2;

/// The box under a foot that stands flat.
struct ContactBox {
  double heel_m = 0;    // how far behind the ankle it begins
  double length_m = 0;  // from there ahead
  double width_m = 0;

  friend bool operator==(const ContactBox&, const ContactBox&) = default;
};

/// What a body's file says of a segment; where it says nothing, a segment is as usual.
struct Segment {
  std::optional<Vec3> gyration = {};    // radii about x, y and z, shares of the segment's length;
                                        // of the hips: of the height
  std::vector<ContactBall> balls = {};  // empty: as usual
  std::optional<ContactBox> box = {};   // of a foot alone

  friend bool operator==(const Segment&, const Segment&) = default;
};

}  // namespace kine::body
