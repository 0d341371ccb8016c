// Tests for realizer/dynamics/physical/eyes.h.
#include "realizer/dynamics/physical/eyes.h"

#include "realizer/math/units.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"

namespace kine::dynamics::physical::eyes_test {
namespace {

using body::Joint;

void put(Joint joint, const Quat& q, Rotations& rotations) {
  rotations[body::index_of(joint)] = {static_cast<float>(q.x), static_cast<float>(q.y),
                                      static_cast<float>(q.z), static_cast<float>(q.w)};
}

Quat turn_of(Joint joint, const Rotations& rotations) {
  const auto& [x, y, z, w] = rotations[body::index_of(joint)];
  return {x, y, z, w};
}

Rotations still() {
  Rotations rotations;
  rotations.fill({0, 0, 0, 1});
  return rotations;
}

}  // namespace

TEST_CASE("eyes keep their direction on a head that was turned", "[eyes]") {
  Rotations wanted = still();
  const Quat gaze = rotation_about({0, 1, 0}, 5 / kDegreesPerRadian);
  put(Joint::LeftEye, gaze, wanted);
  Rotations shown = wanted;
  const Quat chest = rotation_about({1, 0, 0}, 4 / kDegreesPerRadian);
  const Quat head = rotation_about({0, 1, 0}, 8 / kDegreesPerRadian);
  put(Joint::Chest, chest, shown);
  put(Joint::Head, head, shown);
  keep_gaze(test::ada(), wanted, shown);
  CHECK(angle_between(chest * head * turn_of(Joint::LeftEye, shown), gaze) < 1e-6);
}

TEST_CASE("eyes keep their direction on hips that lean", "[eyes]") {
  const Rotations wanted = still();
  Rotations shown = wanted;
  const Quat lean = rotation_about({1, 0, 0}, 6 / kDegreesPerRadian);
  put(Joint::Hips, lean, shown);
  keep_gaze(test::ada(), wanted, shown);
  CHECK(angle_between(lean * turn_of(Joint::LeftEye, shown), Quat{}) < 1e-6);
}

TEST_CASE("eyes turn no further than they can", "[eyes]") {
  const Rotations wanted = still();
  Rotations shown = wanted;
  put(Joint::Head, rotation_about({0, 1, 0}, 80 / kDegreesPerRadian), shown);
  keep_gaze(test::ada(), wanted, shown);
  const auto& limits = test::ada().limits[body::index_of(Joint::LeftEye)];
  const Quat eye = turn_of(Joint::LeftEye, shown);
  CHECK(angle_between(body::within_limits(limits, eye), eye) < 1e-5);
  CHECK(angle_between(eye, Quat{}) > 0.1);
}

}  // namespace kine::dynamics::physical::eyes_test
