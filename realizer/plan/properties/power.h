// Power: force (Pohl 2010, section 3.1.3; D17 of docs/decisions). Strong strokes are drawn back
// first, straight, fast, and swing beyond their end; weak ones are slow, wide and short.
#pragma once

#include "realizer/plan/property.h"

namespace kine::plan {

const Property& power();

}  // namespace kine::plan
