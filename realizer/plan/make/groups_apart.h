// That no joint of a sequence is asked for by two of its groups.
#pragma once

#include "realizer/body/body.h"
#include "realizer/core/result.h"
#include "realizer/plan/names/faults.h"
#include "realizer/plan/plan.h"

namespace kine::plan {

/// Two groups of one sequence cannot both have a joint; classic scripts did it all the same, and
/// there the later group is seen.
Result<Done> check_groups(const Sequence& sequence, const body::Body& body, const Faults& faults);

}  // namespace kine::plan
