#include "tests/bench/peers/workload.h"

#include "tests/support/motion/bodies.h"
#include "tests/support/motion/random_rotations.h"

namespace kine::bench {
namespace {

constexpr std::size_t kKeys = 9;
constexpr double kTurnMaxRad = 0.6;  // away from the base pose: keys are up to 70 degrees apart

Quat on_the_side_of(const Quat& before, const Quat& q) { return dot(before, q) < 0 ? -q : q; }

Motion make_motion(const body::Body& body, test::RandomRotations& random) {
  Motion motion;
  for (std::size_t key = 0; key + 1 < kKeys; ++key) {
    Rotations& pose = motion.keys.emplace_back();
    for (std::size_t joint = 0; joint < body::kJointCount; ++joint) {
      pose[joint] = body.base_pose[joint] * random.within(kTurnMaxRad);
      if (key > 0) pose[joint] = on_the_side_of(motion.keys[key - 1][joint], pose[joint]);
    }
  }
  motion.keys.push_back(motion.keys.front());
  return motion;
}

}  // namespace

Workload make_workload() {
  const body::Body body = test::ada();
  test::RandomRotations random(4);
  Workload workload;
  workload.offsets_m = body.offsets_m;
  for (Motion& motion : workload.motions) motion = make_motion(body, random);
  return workload;
}

}  // namespace kine::bench
