// The body shape solver: what carries the arms is brought as near to a shape as its limits, its
// hands and its balance let it.
//
//   a key pose's rotations, Shape --solve_body--> BodyOffsets
//
// Damped least squares over pelvis, spine and clavicles (standing_body.h), of at most 8 steps.
// Continuous in all that it is given, and nothing where there is no shape. Feet stay, the head
// keeps its direction, hands that stay are in reach, and the centre of mass is over the support.
#pragma once

#include <array>
#include <optional>

#include "realizer/body/body.h"
#include "realizer/body/body_offsets.h"
#include "realizer/math/quat.h"
#include "realizer/math/vec3.h"
#include "realizer/solve/body_shape.h"

namespace kine::solve {

inline constexpr int kSolverStepsMost = 8;

struct BodyProblem {
  Shape shape;
  std::array<Quat, body::kJointCount> rotations = {};  // the arms and all else, as a pose has them
  body::BodyOffsets beneath = {};                      // moves the body beside the shape
  std::array<std::optional<Vec3>, 2> wrists_m = {};    // of hands that stay where they are
};

struct BodyAnswer {
  body::BodyOffsets offsets;  // beside those beneath; valid()
  int steps = 0;
  double last_step = 0;  // how far the last step went, radians and metres
};

BodyAnswer solve_body(const body::Body& body, const BodyProblem& problem);

/// Of a body whose arms hang.
body::BodyOffsets shape_offsets(const body::Body& body, const Shape& shape);

/// Where the centre of mass of a body is that `offsets` move, with what it carries, in the
/// character's space; hands that stay are where they were.
Vec3 moved_mass_m(const body::Body& body, const BodyProblem& problem,
                  const body::BodyOffsets& offsets);

}  // namespace kine::solve
