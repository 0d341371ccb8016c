// Tempo: what the <timing> of a sketch does to the times of a sequence. A tempo of 1 halves them
// all, one of -1 doubles them; a duration of 1 doubles movements, and a pause of 1 holds.
#pragma once

#include "realizer/plan/property.h"

namespace kine::plan {

const Property& tempo();

}  // namespace kine::plan
