#include "realizer/prepare/live_posture.h"

#include "realizer/motion/build/shapes.h"
#include "realizer/plan/plan.h"
#include "realizer/script/sketch.h"

namespace kine {

PostureChange posture_of(const script::Expressivity& sketch, const body::Body& body, Seconds over) {
  return {.offsets = motion::body_offsets_of({.id = {}, .expressivity = sketch}, body),
          .over = over,
          .idle_amount = sketch[script::kIdleAmount]};
}

}  // namespace kine
