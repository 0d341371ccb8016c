#include "realizer/tick/state/segment_time.h"

#include <algorithm>

#include "realizer/math/ease.h"

namespace kine {

float interruption_weight(const PlayingBlock& playing, Tick tick, TickRate rate) {
  if (!playing.interrupted) return 1;
  const double length_s = playing.interrupted->length.count();
  const double passed_s = rate.between(playing.interrupted->from, tick).count();
  return passed_s >= length_s ? 0.0F : static_cast<float>(eased(1 - passed_s / length_s));
}

const PlayingBlock* find_block(const CharacterState& state, BlockId id) {
  const auto found = std::ranges::find(state.blocks, id, &PlayingBlock::id);
  return found == state.blocks.end() ? nullptr : &*found;
}

Seconds ahead_of(const CharacterState& state, const motion::Segment& segment, Tick tick) {
  return segment.arm ? ahead_at(tick, *segment.arm, state.tension) : Seconds{0};
}

bool is_over(const TickContext& context, const CharacterState& state, const ActiveSegment& active,
             Tick tick) {
  return context.rate.first_at_or_after(
             active.block_start, active.plan.end - ahead_of(state, active.plan, tick)) <= tick;
}

bool goes_back(const motion::Segment& plan, Seconds time) {
  return !plan.lasting && plan.fade_out > Seconds{0} && time >= plan.end - plan.fade_out;
}

bool goes_back(const TickContext& context, const CharacterState& state, const ActiveSegment& active,
               Tick tick) {
  const motion::Segment& plan = active.plan;
  return goes_back(plan,
                   context.rate.between(active.block_start, tick) + ahead_of(state, plan, tick));
}

pose::Layer layer_of(const TickContext& context, const CharacterState& state,
                     const ActiveSegment& active, pose::Interval& interval, Tick tick) {
  const Seconds time =
      context.rate.between(active.block_start, tick) + ahead_of(state, active.plan, tick);
  float weight = active.plan.weight_at(time);
  if (active.fading)
    weight *= interruption_weight(*find_block(state, active.block), tick, context.rate);
  return {.keys = active.keys.get(),
          .contents = active.contents,
          .interval = &interval,
          .time_s = static_cast<float>(time.count()),
          .weight = weight};
}

}  // namespace kine
