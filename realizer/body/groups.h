// The groups that every body has: which joints one segment owns together.
//
// There is one topology, so what an arm or a head consists of is said once, here, and not in each
// body's file; a body's XML may add groups of its own.
#pragma once

#include <vector>

#include "realizer/body/body.h"

namespace kine::body {

/// The names that scripts use, in the order of the reference page.
std::vector<Group> common_groups();

}  // namespace kine::body
