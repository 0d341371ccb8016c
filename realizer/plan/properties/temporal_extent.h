// Temporal extent: how long movements and holds take (Pohl 2010, section 3.1.1; D17 of
// docs/decisions). Delays add up along a gesture; a stroke that is named keeps its time.
#pragma once

#include "realizer/plan/property.h"

namespace kine::plan {

const Property& temporal_extent();

}  // namespace kine::plan
