#include "realizer/tick/share_left.h"

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "realizer/math/ease.h"
#include "realizer/tick/state/segment_time.h"

namespace kine {
namespace {

using motion::GivesWay;

constexpr Seconds kGoesWithin{0.25};

/// The joints that a segment leaves to others: eyes also those for which they make up.
body::JointSet joints_left(const ActiveSegment& active) {
  using enum body::Joint;
  body::JointSet joints = active.plan.actuator->joints();
  if (active.plan.gives_way == GivesWay::ToLooksToo) {
    joints.insert(Neck);
    joints.insert(Head);
  }
  return joints;
}

bool is_brow(std::size_t channel) { return body::channel_names()[channel].starts_with("brow"); }

/// The channels that it leaves to others: brows are one, for a frown and raised brows are a third.
pose::ChannelSet channels_left(const ActiveSegment& active) {
  static const pose::ChannelSet kBrows = [] {
    pose::ChannelSet brows;
    for (std::size_t i = 0; i < brows.size(); ++i) brows.set(i, is_brow(i));
    return brows;
  }();
  const pose::ChannelSet channels = active.plan.actuator->channels();
  return (channels & kBrows).any() ? channels | kBrows : channels;
}

bool looks(const ActiveSegment& active) { return active.contents.solved == pose::Solved::Looks; }

/// A look counts also where it stays; nobody's eyes go with a posture.
bool is_asked_by_script(const ActiveSegment& active) {
  const motion::Segment& plan = active.plan;
  const bool lies_beneath = plan.lasting || plan.priority <= motion::kFacePriority;
  return !plan.relative && (looks(active) || !lies_beneath);
}

/// How much of its joints and channels a segment has taken, in [0, 1].
double taken_by(const TickContext& context, const CharacterState& state,
                const ActiveSegment& active, Tick tick) {
  const motion::Segment& plan = active.plan;
  const Seconds time = context.rate.between(active.block_start, tick);
  const double come = eased((time - plan.start) / kGoesWithin);
  const double taken = plan.lasting ? come : std::min(come, eased((plan.end - time) / kGoesWithin));
  const PlayingBlock* const fading = active.fading ? find_block(state, active.block) : nullptr;
  const double left = fading == nullptr ? 1 : interruption_weight(*fading, tick, context.rate);
  return plan.weight * taken * left;
}

}  // namespace

float share_left(const TickContext& context, const CharacterState& state,
                 const ActiveSegment& active, Tick tick) {
  if (active.plan.gives_way == GivesWay::Never) return 1;
  const body::JointSet joints = joints_left(active);
  const pose::ChannelSet channels = channels_left(active);
  double left = 1;
  for (const ActiveSegment& each : state.segments) {
    if (!is_asked_by_script(each)) continue;
    if (looks(each) && active.plan.gives_way != GivesWay::ToLooksToo) continue;
    const motion::Actuator& other = *each.plan.actuator;
    const bool is_asked = !(other.joints() & joints).empty() || (other.channels() & channels).any();
    if (is_asked) left *= 1 - taken_by(context, state, each, tick);
  }
  return static_cast<float>(left);
}

}  // namespace kine
