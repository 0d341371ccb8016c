#include "realizer/plan/plan.h"

#include <algorithm>

namespace kine::plan {

Seconds Sequence::end_of_holds() const {
  Seconds end = start + lasts;
  for (const Pose& pose : poses) {
    if (!pose.goes_back) end = std::max(end, pose.time + pose.hold);
  }
  for (const Clip& clip : clips) end = std::max(end, clip.time + clip.hold);
  if (speech != nullptr) end = std::max(end, start + speech->length);
  return end;
}

const Pose* Sequence::find_way_back() const {
  return poses.empty() || !poses.back().goes_back ? nullptr : &poses.back();
}

Pose* Sequence::find_way_back() {
  return poses.empty() || !poses.back().goes_back ? nullptr : &poses.back();
}

Seconds Sequence::end() const {
  const Pose* back = find_way_back();
  return back == nullptr ? end_of_holds() + fade_out : std::max(back->time, end_of_holds());
}

script::Dynamics Plan::most_physical() const {
  script::Dynamics most = dynamics.value_or(script::Dynamics::None);
  for (const Sequence& sequence : sequences)
    most = std::max(most, sequence.dynamics.value_or(most));
  return most;
}

Seconds Plan::end() const {
  Seconds end = end_of(forces);
  for (const Sequence& sequence : sequences) end = std::max(end, sequence.end());
  return end;
}

}  // namespace kine::plan
