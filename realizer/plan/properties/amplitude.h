// Amplitude: how large the ways between poses are (Neff and Fiume 2003, section 4.4: joint angles
// are edited, not targets).
#pragma once

#include "realizer/plan/property.h"

namespace kine::plan {

/// At 1 half as large again as written, at -1 half as large: each joint about the middle of its
/// turns, to which the body at rest counts as one. Hands and fingers turn as written. Arms of hard
/// hands stay.
const Property& amplitude();

}  // namespace kine::plan
