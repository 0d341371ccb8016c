#include "realizer/plan/forces.h"

#include <algorithm>

namespace kine::plan {
namespace {

/// A body that was pushed comes to rest in this time.
constexpr Seconds kSwingsAfterPush{1.5};

}  // namespace

Seconds end_of(const Forces& forces) {
  Seconds end{0};
  for (const Push& push : forces.pushes) {
    end = std::max(end, push.start + push.duration + kSwingsAfterPush);
  }
  for (const Load& load : forces.loads) {
    if (load.end != kUntilEnd) end = std::max(end, load.end);
  }
  return end;
}

}  // namespace kine::plan
