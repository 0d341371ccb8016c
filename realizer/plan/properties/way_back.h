// Going back in a manner: who is tired lets down slowly, who is angry is quick. It comes after all
// that moves the gesture, for it is measured by the preparation that is left. A way back that
// somebody has written keeps its time.
#pragma once

#include "realizer/plan/property.h"

namespace kine::plan {

const Property& way_back();

}  // namespace kine::plan
