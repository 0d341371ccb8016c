// Succession: joints of a chain move one after the other, as the <timing> of a sketch says.
// Neff and Fiume 2003, section 4.2.
#pragma once

#include "realizer/plan/property.h"

namespace kine::plan {

const Property& succession();

}  // namespace kine::plan
