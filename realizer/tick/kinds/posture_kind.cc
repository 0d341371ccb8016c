#include "realizer/tick/kinds/posture_kind.h"

#include "realizer/tick/solving/shift.h"

namespace kine {

bool PostureKind::wants(const CharacterState& state, std::span<const pose::Layer> layers) const {
  return !state.posture.empty() || moves_body(state.life) || Kind::wants(state, layers);
}

void PostureKind::solve(const SolveJob& job) const {
  job.scratch.shift =
      find_shift(job.context, *job.row.cast->body, job.row.state, job.tick, job.scratch.pose);
}

}  // namespace kine
