#include "realizer/tick/kinds/kinds.h"

#include <algorithm>
#include <array>

#include "realizer/tick/kinds/ground_kind.h"
#include "realizer/tick/kinds/hand_kind.h"
#include "realizer/tick/kinds/look_kind.h"
#include "realizer/tick/kinds/posture_kind.h"
#include "realizer/tick/kinds/sole_kind.h"

namespace kine {

std::span<const Kind* const> kinds() {
  static const GroundKind kGround;
  static const SoleKind kSoles;
  static const PostureKind kPosture;
  static const LookKind kLooks;
  static const HandKind kHands;
  static const std::array<const Kind*, 5> kKinds = {&kGround, &kSoles, &kPosture, &kLooks, &kHands};
  return kKinds;
}

const Kind& kind_of(pose::Solved keys) {
  static const Kind kOrdinary;
  if (keys == pose::Solved::Nothing) return kOrdinary;
  return **std::ranges::find(kinds(), keys, &Kind::keys);
}

void solve_pose(const SolveJob& job) {
  for (const Kind* const kind : kinds()) {
    if (kind->wants(job.row.state, job.scratch.layers)) kind->solve(job);
  }
}

}  // namespace kine
