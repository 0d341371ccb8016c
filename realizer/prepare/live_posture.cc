#include "realizer/prepare/live_posture.h"

#include "realizer/motion/build/shapes.h"
#include "realizer/plan/clarity.h"
#include "realizer/plan/plan.h"
#include "realizer/script/sketch.h"

namespace kine {

PostureChange posture_of(const script::Expressivity& sketch, const body::Body& body, Seconds over) {
  const script::Expressivity clear = plan::clarified(sketch, body::kUsualInvolvement);
  return {.offsets = motion::body_offsets_of({.id = {}, .expressivity = clear}, body),
          .over = over,
          .idle_amount = clear[script::kIdleAmount]};
}

}  // namespace kine
