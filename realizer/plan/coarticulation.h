// Gestures that follow each other: an arm that is wanted again soon does not go back to rest.
//
//   Plan, timed --coarticulate--> Plan whose tracks say when they give back their joints
//
// No sync point changes: `relax` and `end` are when they were, only the arm stays where it is until
// the next gesture takes it.
#pragma once

#include "realizer/body/body.h"
#include "realizer/plan/plan.h"

namespace kine::plan {

/// Where the next gesture of an arm begins so soon after one relaxes that there is no time to go
/// back, rest and come again, the first is held until then, and goes back behind it. Each arm by
/// itself. A gesture is a sequence with the sync points `stroke` (or `strokeStart`) and `relax`.
void coarticulate(const body::Body& body, Plan& plan);

}  // namespace kine::plan
