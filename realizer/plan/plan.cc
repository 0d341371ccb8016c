#include "realizer/plan/plan.h"

#include <algorithm>

namespace kine::plan {

Seconds Sequence::end_of_holds() const {
  Seconds end = start + lasts;
  for (const Pose& pose : poses) end = std::max(end, pose.time + pose.hold);
  for (const Clip& clip : clips) end = std::max(end, clip.time + clip.hold);
  if (speech != nullptr) end = std::max(end, start + speech->length);
  return end;
}

Seconds Plan::end() const {
  Seconds end{0};
  for (const Sequence& sequence : sequences) end = std::max(end, sequence.end());
  return end;
}

}  // namespace kine::plan
