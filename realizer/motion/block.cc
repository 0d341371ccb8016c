#include "realizer/motion/block.h"

namespace kine::motion {

bool is_same(const Block& a, const Block& b) {
  return &a == &b ||
         (a.id == b.id && a.character == b.character && a.parts == b.parts &&
          a.segments == b.segments && a.sync_points == b.sync_points && a.strokes == b.strokes &&
          (a.muscles == nullptr) == (b.muscles == nullptr) && a.keeps_to_plan == b.keeps_to_plan &&
          a.forces == b.forces && a.muscle_tensions == b.muscle_tensions &&
          a.relaxed == b.relaxed && a.end == b.end);
}

}  // namespace kine::motion
