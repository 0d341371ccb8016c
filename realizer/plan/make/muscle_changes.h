// When muscles become firm in another manner: what the tensions of a plan say of them, phase by
// phase. What they say of arms as a whole, mass trackers do, and muscles follow: tension_changes.h.
#pragma once

#include <vector>

#include "realizer/body/body.h"
#include "realizer/plan/plan.h"
#include "realizer/plan/tension/muscle_tension.h"
#include "realizer/plan/tension/named_tension.h"

namespace kine::plan {

/// What a part says of the muscles of a joint in a phase.
MuscleTension said_of_muscles(const NamedTension::Part& part, script::Phase phase,
                              body::Joint joint);

/// In the order of time. A sequence that names a tension tells of the trunk, of the legs, of the
/// arms that it moves, and of those that nothing moves meanwhile. Of two sequences that tell of a
/// joint the one that says something later counts. Where one is over, the other counts that goes on
/// and began last; where all are, what the character's own tension says, or nothing.
std::vector<MuscleChange> muscle_changes(const Plan& plan, const body::Body& body);

}  // namespace kine::plan
