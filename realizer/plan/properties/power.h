// Power: force (Pohl 2010, section 3.1.3; ARCHITECTURE.md, "How a nucleus works"). Strong strokes
// are drawn back first, straight, fast, and swing beyond their end; weak ones are slow, wide and
// short.
#pragma once

#include "realizer/plan/property.h"

namespace kine::plan {

const Property& power();

}  // namespace kine::plan
