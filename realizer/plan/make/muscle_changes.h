// When muscles become firm in another manner: what the tensions of a plan say of them, phase by
// phase. What they say of arms as a whole, mass trackers do, and muscles follow: tension_changes.h.
#pragma once

#include <vector>

#include "realizer/plan/plan.h"
#include "realizer/plan/tension/muscle_tension.h"

namespace kine::plan {

/// In the order of time. Of two sequences at once the one that says something later counts; where
/// all are over, what the character's own tension says, or nothing.
std::vector<MuscleChange> muscle_changes(const Plan& plan);

}  // namespace kine::plan
