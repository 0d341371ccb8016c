// Hand shapes as people write them: schemas/hands.xml, degrees of bend and spread.
//
// A shape is written once, for the left hand; the right one mirrors it. It is the same for every
// body, but each body's limits must allow it.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "realizer/body/body.h"
#include "realizer/core/result.h"

namespace kine::body {

/// The shapes of both hands, each within `limits`. An error's message begins with "hands: ", for
/// its place is in another text than the body's.
Result<std::vector<Shape>> read_hands(std::string_view xml,
                                      const std::array<JointLimits, kJointCount>& limits);

}  // namespace kine::body
