#include "realizer/motion/build/transits.h"

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

constexpr std::array<std::pair<const script::Parameter*, double Transit::*>, 6> kNumbers = {
    {{&script::kTouch, &Transit::touch},
     {&script::kArc, &Transit::arc},
     {&script::kFlow, &Transit::flow},
     {&script::kTremble, &Transit::tremble},
     {&script::kWaves, &Transit::waves},
     {&script::kIncomplete, &Transit::incomplete}}};

/// What it says replaces what was said before.
void take(const plan::Transition& transition, Transit& transit) {
  if (transition.curve) transit.curve = transition.curve;
  if (transition.halt) transit.stops = *transition.halt == script::Halt::Stop;
  for (const auto& [parameter, number] : kNumbers) {
    if (transition.parameters.says(*parameter)) transit.*number = transition.parameters[*parameter];
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

Transit transit_of(const plan::Plan& plan, const plan::Sequence& sequence, const plan::Pose& pose,
                   const body::Body& body, body::Joint joint) {
  Transit transit;
  const plan::Sketch* const sketch = find_sketch(plan, sequence, pose);
  if (sketch == nullptr) return transit;
  for (const plan::Transition& each : sketch->transitions) {
    if (holds_for(each, pose, body, joint)) take(each, transit);
  }
  return transit;
}

Transit hard(Transit transit) {
  transit.incomplete = 0;
  transit.stops = false;
  transit.flow = std::min(transit.flow, 0.0);
  return transit;
}

}  // namespace kine::motion
