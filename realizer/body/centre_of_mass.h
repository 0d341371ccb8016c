// The centre of mass of a body in a pose.
#pragma once

#include "realizer/body/body.h"

namespace kine::body {

/// The mass of a joint's segment lies halfway to the joints that hang on it, and at the joint
/// itself where none does.
Vec3 centre_of_mass_m(const Body& body, const Body::Model& model);

/// The body with what its hands carry, the left one and the right one, in shares of its own mass.
Body carrying(const Body& body, const std::array<double, kSides.size()>& loads);

}  // namespace kine::body
