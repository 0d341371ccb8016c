#include "realizer/tick/sample.h"

#include "realizer/pose/blend.h"
#include "realizer/tick/share_left.h"
#include "realizer/tick/state/segment_time.h"

namespace kine {
namespace {

bool is_relative(const ActiveSegment& active) { return active.plan.relative; }

}  // namespace

void sample_and_blend(const TickContext& context, CharacterRow& row, Tick tick,
                      std::span<const Stretch> ahead, TickScratch& scratch) {
  CharacterState& state = row.state;
  scratch.layers.clear();
  scratch.blended.clear();
  scratch.shift.reset();
  if (state.segments.empty()) {
    scratch.pose = *row.base;
    return;
  }
  for (ActiveSegment& active : state.segments) {
    if (is_relative(active)) continue;
    scratch.layers.push_back(layer_of(context, state, active, active.interval, tick));
    scratch.blended.push_back(&active);
  }
  scratch.samples.resize(scratch.layers.size());
  pose::BlendJob{.layers = scratch.layers,
                 .rest = row.base,
                 .ahead = ahead,
                 .samples = scratch.samples,
                 .output = &scratch.pose}
      .run();
}

void sample_relative(const TickContext& context, CharacterState& state, Tick tick,
                     TickScratch& scratch) {
  scratch.relative.clear();
  for (ActiveSegment& active : state.segments) {
    if (is_relative(active)) {
      scratch.relative.push_back(layer_of(context, state, active, active.interval, tick));
      scratch.relative.back().weight *= share_left(context, state, active, tick);
    }
  }
  for (autonomy::LifeSegment& each : state.life.segments) {
    const pose::Contents contents = pose::Contents::of(*each.keys);
    if (contents.solved == pose::Solved::Body) continue;  // summed in solving/shift.h
    const Seconds time = context.rate.between(each.started, tick);
    scratch.relative.push_back({.keys = each.keys.get(),
                                .contents = contents,
                                .interval = &each.interval,
                                .time_s = static_cast<float>(time.count()),
                                .weight = 1});
  }
}

}  // namespace kine
