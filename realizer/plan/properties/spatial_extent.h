// Spatial extent: how much room hands take (Pohl 2010, section 3.1.2). Targets move away from the
// middle of all that their nucleus reaches for, or towards it; a single one from the solar plexus.
#pragma once

#include "realizer/plan/property.h"

namespace kine::plan {

const Property& spatial_extent();

}  // namespace kine::plan
