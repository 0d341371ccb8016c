// Fluidity: pauses and corners (Pohl 2010, section 3.1.4, its sign put right). Flowing motion loses
// holds; halting motion rests in each pose and meets it at a corner.
#pragma once

#include "realizer/plan/property.h"

namespace kine::plan {

const Property& fluidity();

}  // namespace kine::plan
