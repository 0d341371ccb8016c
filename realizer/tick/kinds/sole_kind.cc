#include "realizer/tick/kinds/sole_kind.h"

#include <algorithm>

#include "realizer/tick/solving/fading_feet.h"

namespace kine {

bool SoleKind::wants(const CharacterState&, std::span<const pose::Layer> layers) const {
  const auto plays_clip = [](const pose::Layer& layer) { return layer.contents.clip; };
  const auto has_ground = [](const pose::Layer& layer) {
    return layer.contents.solved == pose::Solved::Ground;
  };
  return std::ranges::any_of(layers, plays_clip) && std::ranges::none_of(layers, has_ground);
}

void SoleKind::solve(const SolveJob& job) const {
  keep_soles(*job.row.cast->body, job.scratch.layers, job.scratch.pose);
}

}  // namespace kine
