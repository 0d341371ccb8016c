// The figure that physics moves, made from a body's data: which joints have which degrees of
// freedom, and the model in the engine's language.
//
//   Body --torso_of--> Figure --mjcf--> Engine
//
// A torso has 28 degrees of freedom on a base, the hips, that moves as it is told (Neff and Fiume
// 2002, section 3). A whole body has 12 more in its legs, and its base is free where it stands.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "realizer/body/body.h"
#include "realizer/core/result.h"
#include "realizer/dynamics/physical/engine.h"
#include "realizer/math/vec3.h"

namespace kine::dynamics::physical {

enum class Axis : std::uint8_t { X, Y, Z };

/// A joint of the figure. Its degrees of freedom are hinges, one behind the other, or a ball. It is
/// a joint of the body, or two of them that turn as one.
struct FigureJoint {
  body::Joint joint;
  std::optional<body::Joint> second = {};  // behind the first one: both have the turn in halves
  Vec3 second_at_m = {};                   // where it is in what the first one carries
  std::array<Axis, 3> order = {};          // of hinges; the third may have none, and is kept then
  std::size_t hinges = 0;                  // 1 to 3; of a ball 0

  std::size_t body = 0;        // the number of what it carries in the model
  std::size_t coordinate = 0;  // its first one …
  std::size_t degree = 0;      // … and its first degree of freedom

  std::array<double, 3> low_rad = {};  // how far its hinges turn
  std::array<double, 3> high_rad = {};

  double strength_Nm = 0;  // the most that its muscles do about each of its axes

  Vec3 centre_m = {};  // the centre of mass of what it carries, in the axes of that

  bool is_ball() const { return hinges == 0; }
  std::size_t degrees() const { return is_ball() ? 3 : hinges; }

  /// What its degree of freedom of this number turns about.
  Axis axis(std::size_t number) const {
    return is_ball() ? static_cast<Axis>(number) : order[number];
  }
};

inline bool is_thigh(body::Joint joint) {
  return joint == body::Joint::LeftUpperLeg || joint == body::Joint::RightUpperLeg;
}
inline bool is_foot(body::Joint joint) {
  return joint == body::Joint::LeftFoot || joint == body::Joint::RightFoot;
}
inline bool is_of_leg(body::Joint joint) {
  return joint >= body::Joint::LeftUpperLeg && joint <= body::Joint::RightToes;
}

inline bool is_of_arm(body::Joint joint) {
  return joint >= body::Joint::LeftShoulder && joint <= body::Joint::RightHand;
}

/// What a figure stands on. The numbers are those of its joints.
struct FigureLeg {
  std::size_t thigh = 0;
  std::size_t shin = 0;
  std::size_t foot = 0;
  Vec3 hip_m;                // in the axes of the base
  Vec3 knee_m;               // in those of the thigh
  Vec3 ankle_m;              // in those of the shin
  Vec3 sole_m;               // the middle of its sole, in the axes of the foot
  double half_length_m = 0;  // of the sole
  double half_width_m = 0;
};

struct Figure {
  std::vector<FigureJoint> joints;
  std::size_t coordinates = 0;  // with the seven of the base
  std::size_t degrees = 0;      // with its six
  std::size_t bodies = 0;       // of the model, with the world and the base
  std::array<std::size_t, body::kSides.size()> loads = {};  // bodies without a mass, in the palms
  bool stands = false;                                      // it has legs, and the ground
  double leg_stiffness_Nm_rad = 0;                          // of a neutral tension
  std::array<FigureLeg, body::kSides.size()> legs = {};     // of one that stands
  double lying_on_side_m = 0;                               // its hips over the ground then
  Vec3 standing_m = {};  // its hips over the middle of its ankles, as it stands
  std::string mjcf;
};

/// An error that names the joint where a body's data makes no model: of a torso, or of the whole.
Result<Done> check_segments(const body::Body& body, bool stands);

/// Pre: check_segments().
Figure torso_of(const body::Body& body);
Figure whole_body_of(const body::Body& body);

/// The joint of the figure that turns this one; null where muscles do not move it. It lives in the
/// figure, so a figure that is about to go has none to give.
const FigureJoint* find_joint(const Figure& figure, body::Joint joint);
const FigureJoint* find_joint(Figure&& figure, body::Joint joint) = delete;

}  // namespace kine::dynamics::physical
