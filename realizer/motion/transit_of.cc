#include "realizer/motion/transit_of.h"

#include <algorithm>
#include <array>
#include <utility>

#include "realizer/plan/sketches.h"
#include "realizer/script/transition.h"

namespace kine::motion {
namespace {

constexpr std::array<std::pair<const script::Parameter*, double Transit::*>, 6> kNumbers = {
    {{&script::kTouch, &Transit::touch},
     {&script::kArc, &Transit::arc},
     {&script::kFlow, &Transit::flow},
     {&script::kTremble, &Transit::tremble},
     {&script::kWaves, &Transit::waves},
     {&script::kIncomplete, &Transit::incomplete}}};

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
  const plan::Transition asked = transition_of(plan, sequence, pose, body, joint);
  Transit transit;
  transit.curve = asked.curve;
  transit.stops = asked.halt == script::Halt::Stop;
  for (const auto& [parameter, number] : kNumbers) transit.*number = asked.parameters[*parameter];
  return transit;
}

std::optional<Transit> transit_back(const plan::Plan& plan, const plan::Sequence& sequence,
                                    const body::Body& body, body::Joint joint) {
  const plan::Pose* const back = sequence.find_way_back();
  if (back == nullptr || !has_transitions(plan, sequence)) return {};
  const Transit asked = transit_of(plan, sequence, *back, body, joint);
  const Transit transit{.curve = asked.curve,
                        .touch = asked.touch,
                        .flow = std::min(asked.flow, 0.0),
                        .waves = asked.waves};
  return transit.changes() ? std::optional(transit) : std::nullopt;
}

Transit hard(Transit transit) {
  transit.incomplete = 0;
  transit.stops = false;
  transit.flow = std::min(transit.flow, 0.0);
  return transit;
}

}  // namespace kine::motion
