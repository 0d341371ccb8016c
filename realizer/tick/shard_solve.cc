// Step 6 of a tick: feet that stand, looks, for what they look at may move, and hands that stay
// where the torso moves.
#include <algorithm>
#include <array>
#include <span>

#include "realizer/pose/blend.h"
#include "realizer/tick/fading_feet.h"
#include "realizer/tick/held_hands.h"
#include "realizer/tick/shard.h"

namespace kine {
namespace {

bool plays_clip(const pose::Layer& layer) { return layer.contents.clip; }

bool has_gaze(const pose::Layer& layer) { return layer.contents.gaze; }

bool holds(const pose::Layer& layer) { return layer.contents.held; }

bool stands(const pose::Layer& layer) { return layer.contents.ground; }

}  // namespace

void Shard::solve(Row& row, Tick tick) {
  CharacterState& state = row.state;
  if (state.segments.empty()) return;
  if (std::ranges::any_of(layers_, stands)) {
    solve_ground(row);
  } else if (std::ranges::any_of(layers_, plays_clip)) {
    keep_soles(*row.cast->body, layers_, pose_);
  }
  if (std::ranges::any_of(layers_, has_gaze)) solve_looks(row, tick);
  if (std::ranges::any_of(layers_, holds)) {
    samples_.resize(layers_.size());
    hold_hands({*row.cast->body, layers_, *row.base, lay_on_top(), samples_, pose_});
  }
}

void Shard::solve_looks(Row& row, Tick tick) {
  // The eyes make up for what life does to the neck below them.
  std::array<Quat, solve::kColumnLength> on_top = {};
  if (!relative_.empty()) {
    const pose::Pose& turned = lay_on_top();
    for (std::size_t i = 0; i < solve::kColumnLength; ++i) {
      const body::Joint joint = solve::kColumnJoints[i];
      on_top[i] = normalized(conjugate(pose_.rotation(joint)) * turned.rotation(joint));
    }
  }
  solve_gazes(gaze_stage_of(row, tick), blended_, layers_, on_top, pose_);
}

GazeStage Shard::gaze_stage_of(const Row& row, Tick tick) const {
  return {.body = *row.cast->body,
          .placement = row.state.placement,
          .scene = scene_,
          .tick = tick,
          .rate = rate_};
}

/// What is relative turns the blended pose, which stays as it was: the next motion begins there.
const pose::Pose& Shard::lay_on_top() {
  if (relative_.empty()) return pose_;
  shown_ = pose_;
  pose::RelativeJob{.layers = relative_, .pose = &shown_}.run();
  return shown_;
}

}  // namespace kine
