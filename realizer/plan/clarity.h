// Simplification and exaggeration, and the law of velocity (Neff and Fiume 2003, section 3).
//
// The three numbers of <clarity> change the others of their set, and are part of it no more.
#pragma once

#include "realizer/plan/plan.h"
#include "realizer/script/expressivity.h"

namespace kine::plan {

/// What is said, as clearly as it says. `involvement` is that of a character of which nothing else
/// says it. Where nothing of <clarity> is said, nothing changes.
script::Expressivity clarified(const script::Expressivity& said, double involvement);

/// Each set of the plan.
void clarify(Plan& plan);

}  // namespace kine::plan
