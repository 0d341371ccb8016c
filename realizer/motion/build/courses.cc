#include "realizer/motion/build/courses.h"

#include <algorithm>
#include <array>
#include <utility>

#include "realizer/plan/sketches.h"
#include "realizer/script/transition.h"

namespace kine::motion {
namespace {

bool holds_for(const plan::Transition& transition, const plan::Pose& pose, const body::Body& body,
               body::Joint joint) {
  if (transition.phase && transition.phase != pose.phase) return false;
  return !transition.group || body.groups[*transition.group].joints.contains(joint);
}

constexpr std::array<std::pair<const script::Parameter*, double Course::*>, 6> kNumbers = {
    {{&script::kTouch, &Course::touch},
     {&script::kArc, &Course::arc},
     {&script::kFlow, &Course::flow},
     {&script::kTremble, &Course::tremble},
     {&script::kWaves, &Course::waves},
     {&script::kIncomplete, &Course::incomplete}}};

/// What it says replaces what was said before.
void take(const plan::Transition& transition, Course& course) {
  if (transition.curve) course.curve = transition.curve;
  if (transition.halt) course.stops = *transition.halt == script::Halt::Stop;
  for (const auto& [parameter, number] : kNumbers) {
    if (transition.parameters.says(*parameter)) course.*number = transition.parameters[*parameter];
  }
}

}  // namespace

bool has_transitions(const plan::Plan& plan, const plan::Sequence& sequence) {
  const auto has_some = [](const plan::Sketch* sketch) {
    return sketch != nullptr && !sketch->transitions.empty();
  };
  return has_some(find_sketch(plan, sequence)) ||
         std::ranges::any_of(sequence.poses, [&](const plan::Pose& pose) {
           return has_some(find_sketch(plan, sequence, pose));
         });
}

Course course_of(const plan::Plan& plan, const plan::Sequence& sequence, const plan::Pose& pose,
                 const body::Body& body, body::Joint joint) {
  Course course;
  const plan::Sketch* const sketch = find_sketch(plan, sequence, pose);
  if (sketch == nullptr) return course;
  for (const plan::Transition& each : sketch->transitions) {
    if (holds_for(each, pose, body, joint)) take(each, course);
  }
  return course;
}

Course hard(Course course) {
  course.incomplete = 0;
  course.stops = false;
  course.flow = std::min(course.flow, 0.0);
  return course;
}

}  // namespace kine::motion
