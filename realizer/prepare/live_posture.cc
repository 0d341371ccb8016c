#include "realizer/prepare/live_posture.h"

#include "realizer/motion/build/shapes.h"
#include "realizer/plan/clarity.h"
#include "realizer/plan/plan.h"

namespace kine {

body::BodyOffsets posture_of(const script::Expressivity& sketch, const body::Body& body) {
  return motion::body_offsets_of(
      {.id = {}, .expressivity = plan::clarified(sketch, body::kUsualInvolvement)}, body);
}

}  // namespace kine
