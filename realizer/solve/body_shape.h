// The shape of a body: how a sketch carries it, as offsets of pelvis, spine and clavicles (Neff and
// Fiume 2003, sections 4.3 and 4.4).
//
//   Shape --wish_of--> ShapeWish --solve_body--> BodyOffsets
//
// Each number is in [-1, 1], and 0 is the body as it is.
#pragma once

#include <array>

#include "realizer/body/body.h"
#include "realizer/body/body_offsets.h"

namespace kine::solve {

/// What a load of 1 weighs, as a share of the body: some 7 kg.
inline constexpr double kHeavyLoad = 0.1;

struct Shape {
  double posture = 0;  // below 0 gravity has it: slumped; above 0 upright
  double line = 0;     // the beauty line, a coronal S: 1 has its weight on the left leg
  double lean = 0;     // towards `lean_to`; below 0 it recoils from there
  double chest = 0;    // these three are carried forward
  double abdomen = 0;
  double head = 0;
  double raise = 0;                    // of the shoulders
  double round = 0;                    // of the shoulders, forward
  double tilt = 0;                     // of the shoulders: 1 has the left one higher
  std::array<double, 2> balance = {};  // the centre of mass: its share of the way to the left edge
                                       // of the support, and to the front one
  std::array<double, 2> loads = {};    // what the left hand and the right one carry: 1 is heavy
  double legs = 0;                     // weight on one leg: 1 is the left one, in contrapposto
  double width = 0;                    // how far apart the feet stand
  double toes = 0;                     // turned out
  double heading_rad = 0;              // where `lean` leads, from ahead to the left

  friend bool operator==(const Shape&, const Shape&) = default;
};

/// What a shape wishes of the body: solve_body finds the offsets that come nearest.
struct ShapeWish {
  body::BodyOffsets curve;            // the turns of its joints, and its hips' height
  std::array<double, 2> mass_m = {};  // how far the centre of mass goes, to the left and ahead
  double gaze_rad = 0;                // how far the eyes are lowered
  double share = 0;                   // from 0 where there is no shape to 1 for all but a trace
  double balances = 0;  // how much of what arms do to the centre of mass is made up for, to 1
};
ShapeWish wish_of(const body::Body& body, const Shape& shape);

/// Feet apart, and toes out: no foot's place is solved.
std::array<body::FootOffset, 2> stance_of(const Shape& shape);

/// A share of the way to the left edge of what the feet of a shape stand on, and to its front edge:
/// in metres from where the centre of mass is at rest. Toes that are turned in leave less room.
std::array<double, 2> towards_edge_m(const body::Body& body, const Shape& stance,
                                     const std::array<double, 2>& shares);

}  // namespace kine::solve
