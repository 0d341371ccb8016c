#include "realizer/tick/solve.h"

#include <algorithm>
#include <array>

#include "realizer/pose/blend.h"
#include "realizer/tick/sample.h"
#include "realizer/tick/solving/fading_feet.h"
#include "realizer/tick/solving/ground.h"
#include "realizer/tick/solving/held_hands.h"
#include "realizer/tick/solving/shift.h"

namespace kine {
namespace {

bool plays_clip(const pose::Layer& layer) { return layer.contents.clip; }

bool has_gaze(const pose::Layer& layer) { return layer.contents.gaze; }

bool holds(const pose::Layer& layer) { return layer.contents.held; }

bool stands(const pose::Layer& layer) { return layer.contents.ground; }

void solve_looks(const TickContext& context, const CharacterRow& row, Tick tick,
                 TickScratch& scratch) {
  // The eyes make up for what life and posture do to the neck below them.
  std::array<Quat, solve::kColumnLength> on_top = {};
  if (!scratch.relative.empty() || scratch.shift) {
    const pose::Pose& turned = lay_on_top(scratch);
    for (std::size_t i = 0; i < solve::kColumnLength; ++i) {
      const body::Joint joint = solve::kColumnJoints[i];
      on_top[i] = normalized(conjugate(scratch.pose.rotation(joint)) * turned.rotation(joint));
    }
  }
  GazeStage stage = gaze_stage_of(context, row, tick);
  if (scratch.shift) stage.shift = *scratch.shift;
  solve_gazes(stage, scratch.blended, scratch.layers, on_top, scratch.pose);
}

/// Legs, and where the ground has them.
void solve_ground(CharacterRow& row, TickScratch& scratch) {
  if (std::ranges::any_of(scratch.layers, stands)) {
    row.state.placement = stand({*row.cast->body, scratch.layers}, scratch.pose);
  } else if (std::ranges::any_of(scratch.layers, plays_clip)) {
    keep_soles(*row.cast->body, scratch.layers, scratch.pose);
  }
}

}  // namespace

void solve_pose(const TickContext& context, CharacterRow& row, Tick tick, TickScratch& scratch) {
  const bool plays = !row.state.segments.empty();
  if (plays) solve_ground(row, scratch);
  scratch.shift = find_shift(*row.cast->body, row.state, tick, context.rate, scratch.pose);
  if (!plays) return;
  if (std::ranges::any_of(scratch.layers, has_gaze)) solve_looks(context, row, tick, scratch);
  if (std::ranges::any_of(scratch.layers, holds)) {
    scratch.samples.resize(scratch.layers.size());
    hold_hands({*row.cast->body, scratch.layers, *row.base, lay_on_top(scratch), scratch.samples,
                scratch.pose});
  }
}

GazeStage gaze_stage_of(const TickContext& context, const CharacterRow& row, Tick tick) {
  return {.body = *row.cast->body,
          .placement = row.state.placement,
          .scene = context.scene,
          .tick = tick,
          .rate = context.rate};
}

}  // namespace kine
