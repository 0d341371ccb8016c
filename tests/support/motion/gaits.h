// Walks of ada's, for tests of their parts.
#pragma once

#include "realizer/body/walking_pace.h"
#include "realizer/motion/ground/gait.h"

namespace kine::test {

const pose::StandingBody& standing_ada();

/// A walk on that way in its usual time.
pose::Gait gait_of(const body::Way& way);

}  // namespace kine::test
