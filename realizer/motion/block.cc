#include "realizer/motion/block.h"

#include <algorithm>

namespace kine::motion {

std::optional<script::Dynamics> dynamics_at(const Block& block, Seconds time) {
  std::optional<script::Dynamics> said;
  for (const Part& part : block.parts) {
    const bool plays = part.start <= time && time < part.end;
    if (plays && part.dynamics) said = std::max(said, part.dynamics);
  }
  return said ? said : block.dynamics;
}

bool is_same(const Block& a, const Block& b) {
  return &a == &b ||
         (a.id == b.id && a.character == b.character && a.parts == b.parts &&
          a.segments == b.segments && a.sync_points == b.sync_points && a.strokes == b.strokes &&
          (a.muscles == nullptr) == (b.muscles == nullptr) && a.dynamics == b.dynamics &&
          a.forces == b.forces && a.muscle_tensions == b.muscle_tensions &&
          a.relaxed == b.relaxed && a.end == b.end);
}

}  // namespace kine::motion
