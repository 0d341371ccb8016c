#include "tests/support/motion/gaits.h"

#include "tests/support/motion/bodies.h"

namespace kine::test {

const pose::StandingBody& standing_ada() {
  static const pose::StandingBody body = motion::standing_body(ada());
  return body;
}

pose::Gait gait_of(const body::Way& way) {
  const double leg_m = standing_ada().leg_m();
  return *motion::plan_gait(way, {}, body::walking_time(way, leg_m), standing_ada());
}

}  // namespace kine::test
