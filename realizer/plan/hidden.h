// A warning for sequences of one script that want the same joints or channels at once: both are
// told which is seen.
#pragma once

#include <cstddef>

#include "realizer/body/body.h"
#include "realizer/core/diagnostics.h"
#include "realizer/core/work.h"
#include "realizer/plan/plan.h"

namespace kine::plan {

/// Whether sequence `a` of the plan lies over `b` where both move at once.
bool is_seen_over(const Plan& plan, std::size_t a, std::size_t b);

/// Of two that move at once, the higher priority is seen, then the later start, then the one that
/// stands later in the text. Each sequence is told at most once that it is hidden, and once that it
/// hides another. Fading out is no motion to hide. Where `work` is over not all are told; a null
/// one has no end.
void warn_of_hidden(const Plan& plan, const body::Body& body, Diagnostics& diagnostics,
                    WorkBudget* work = nullptr);

}  // namespace kine::plan
