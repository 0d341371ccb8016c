// Stored poses of more than a hand, as people write them: schemas/poses.xml, turns in degrees.
//
// A pose is written once for all bodies, in the terms of their joint limits, and each body's limits
// must allow it. A joint of the left describes that of the right too, unless the pose writes both.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "realizer/body/body.h"
#include "realizer/core/result.h"

namespace kine::body {

/// The stored poses, a shape for each group that a pose names, and beside them "neutral", the base
/// pose. `body` has its groups, limits and base pose, and the hand shapes that poses may take in.
/// An error's message begins with "poses: ", for its place is in another text than the body's.
Result<std::vector<Shape>> read_postures(std::string_view xml, const Body& body);

/// More stored poses onto a body that is whole. Those of a name that it has take their place; a
/// hand shape and "neutral" keep theirs. The names that were added, each once; an error's place is
/// in this text.
Result<std::vector<std::string>> add_postures(std::string_view xml, Body& body);

}  // namespace kine::body
