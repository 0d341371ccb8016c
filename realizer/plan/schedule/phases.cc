#include "realizer/plan/schedule/phases.h"

#include <algorithm>
#include <cmath>

namespace kine::plan {
namespace {

bool is_phase(const Phase& phase) {
  return phase.least >= Seconds(0) && phase.least <= phase.preferred &&
         std::isfinite(phase.preferred.count()) &&
         (!phase.most || (phase.preferred <= *phase.most && std::isfinite(phase.most->count()))) &&
         phase.stiffness > 0 && std::isfinite(phase.stiffness);
}

}  // namespace

bool Phases::valid() const {
  return points.size() >= 2 && phases.size() + 1 == points.size() &&
         std::ranges::all_of(phases, is_phase);
}

}  // namespace kine::plan
