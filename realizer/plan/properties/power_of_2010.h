// Power as the first released engine had it: `compat="embr-2010"`. The first pose of a nucleus is
// drawn back, nothing is added, and its curves had tension and bias the wrong way round.
#pragma once

#include "realizer/plan/property.h"

namespace kine::plan {

Plan with_power_of_2010(Plan plan, const PropertyContext& context);

}  // namespace kine::plan
