#include "realizer/script/composites.h"

#include <algorithm>
#include <iterator>

#include "realizer/script/sketch.h"

namespace kine::script {
namespace {

/// A composite and the parameters of ours that it moves.
struct CompositeRow {
  const Parameter* composite;
  std::span<const CompositeWeight> weights;
};

// Which parameters a row has is as Pohl says it: table 2.3 for what EMOTE changes by Effort and
// Shape, table 3.1 for what of it our four of a nucleus cover. How much is ours: 1 of a composite
// is clearly seen, and leaves room for a second one.

// "Sense of the impact of movement"; anticipation and follow-through (table 3.1).
constexpr CompositeWeight kOfWeight[] = {{&kPower, 0.8}, {&kAnticipation, 0.4}, {&kReaction, 0.4}};

// "Attention to surrounding": the angle of the elbow, the curvature of the path.
constexpr CompositeWeight kOfSpace[] = {
    {&kSpatialExtent, -0.3}, {&kFluidity, -0.3}, {&kElbows, -0.3}};

// "Lack or sense of urgency": how many pictures lie between two key poses.
constexpr CompositeWeight kOfTime[] = {{&kTemporalExtent, -0.8}, {&kPause, -0.4}};

// "Body tension and control": the path, the joints that take part, the use of space.
constexpr CompositeWeight kOfFlow[] = {
    {&kFluidity, -0.7}, {&kPower, -0.2}, {&kSpatialExtent, -0.2}, {&kInvolvement, -0.3}};

// Clavicles and pelvis.
constexpr CompositeWeight kOfRising[] = {{&kPosture, 0.7}, {&kRaise, 0.4}, {&kExtent, 0.2}};

// Open or closed arms; spine and clavicles.
constexpr CompositeWeight kOfSpreading[] = {
    {&kSpatialExtent, 0.3}, {&kExtent, 0.3}, {&kElbows, 0.6}, {&kRound, -0.6}, {&kChest, 0.3}};

// Spine, neck and pelvis.
constexpr CompositeWeight kOfAdvancing[] = {
    {&kLean, 0.6}, {&kComAhead, 0.5}, {&kHead, 0.3}, {&kChest, 0.2}};

// "Quantity of movement", and "the duration of rest phases".
constexpr CompositeWeight kOfActivation[] = {
    {&kInvolvement, 0.4}, {&kAmplitude, 0.3}, {&kPause, -0.6}, {&kIdleAmount, 0.5}};

// The four that ours come from (section 3.1), and the sixth of theirs.
constexpr CompositeWeight kOfHpmSpatialExtent[] = {{&kSpatialExtent, 1}};
constexpr CompositeWeight kOfHpmTemporalExtent[] = {{&kTemporalExtent, -1}};
constexpr CompositeWeight kOfHpmFluidity[] = {{&kFluidity, 1}};
constexpr CompositeWeight kOfHpmPower[] = {{&kPower, 1}};
constexpr CompositeWeight kOfHpmRepetition[] = {{&kRepetition, 1}};

constexpr CompositeRow kComposites[] = {{&kEffortWeight, kOfWeight},
                                        {&kEffortSpace, kOfSpace},
                                        {&kEffortTime, kOfTime},
                                        {&kEffortFlow, kOfFlow},
                                        {&kRising, kOfRising},
                                        {&kSpreading, kOfSpreading},
                                        {&kAdvancing, kOfAdvancing},
                                        {&kOverallActivation, kOfActivation},
                                        {&kHpmSpatialExtent, kOfHpmSpatialExtent},
                                        {&kHpmTemporalExtent, kOfHpmTemporalExtent},
                                        {&kHpmFluidity, kOfHpmFluidity},
                                        {&kHpmPower, kOfHpmPower},
                                        {&kHpmRepetition, kOfHpmRepetition}};

}  // namespace

std::span<const CompositeWeight> weights_of(const Parameter& composite) {
  const auto* const row = std::ranges::find(kComposites, &composite, &CompositeRow::composite);
  return row == std::end(kComposites) ? std::span<const CompositeWeight>() : row->weights;
}

Expressivity expanded(const Expressivity& composites) {
  Expressivity sum;
  for (const Expressivity::Value& each : composites.values()) {
    for (const auto& [parameter, weight] : weights_of(*each.parameter)) {
      sum.write(*parameter, sum[*parameter] + weight * each.value);
    }
  }
  Expressivity within;
  for (const auto& [parameter, value] : sum.values()) {
    within.write(*parameter, std::clamp(value, parameter->least, parameter->most));
  }
  return within;
}

}  // namespace kine::script
