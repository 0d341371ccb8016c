// Tests for realizer/solve/trunk.h.
#include "realizer/solve/trunk.h"

#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"

namespace kine::trunk_test {

using namespace kine;
using namespace kine::solve;
using body::Joint;

namespace {

double depth_m(const Vec3& elbow_m, const Vec3& wrist_m) {
  const body::Body& ada = test::ada();
  return depth_in_trunk_m(make_trunk(ada, ada.compute_model(ada.base_pose)), elbow_m, wrist_m);
}

}  // namespace

TEST_CASE("an elbow in the middle of the chest is deep in it, one beside it is not", "[trunk]") {
  CHECK(depth_m({0, 1.2, 0}, {0.3, 1.2, 0.3}) > 0.08);
  CHECK(depth_m({0.3, 1.2, 0}, {0.3, 1.2, 0.3}) == 0);
  CHECK(depth_m({0, 1.2, 0.25}, {0.2, 1.2, 0.35}) == 0);
}

TEST_CASE("a forearm through the trunk counts, its wrist does not", "[trunk]") {
  CHECK(depth_m({0.3, 1.1, 0}, {-0.3, 1.1, 0}) > 0.05);
  CHECK(depth_m({0.4, 1.1, 0.2}, {0.1, 1.1, 0.08}) == 0);
}

TEST_CASE("above the shoulders and below the hips is no trunk", "[trunk]") {
  CHECK(depth_m({0, 1.45, 0}, {0.1, 1.7, 0}) == 0);
  CHECK(depth_m({0, 0.85, 0}, {0.1, 0.7, 0}) == 0);
}

TEST_CASE("arms that hang in the base pose are outside", "[trunk]") {
  for (const body::Body* body : {&test::ada(), &test::ben()}) {
    const body::Body::Model model = body->compute_model(body->base_pose);
    CHECK(depth_in_trunk_m(make_trunk(*body, model),
                           model.positions_m[index_of(Joint::LeftLowerArm)],
                           model.positions_m[index_of(Joint::LeftHand)]) == 0);
  }
}

TEST_CASE("the trunk turns with the chest", "[trunk]") {
  const body::Body& ada = test::ada();
  std::array<Quat, body::kJointCount> bowed = ada.base_pose;
  bowed[index_of(Joint::Spine)] = rotation_about({1, 0, 0}, 1.0);
  const body::Body::Model model = ada.compute_model(bowed);
  const Trunk trunk = make_trunk(ada, model);
  const Vec3 ahead_m = model.positions_m[index_of(Joint::UpperChest)];
  REQUIRE(ahead_m.z > 0.1);

  CHECK(depth_in_trunk_m(trunk, ahead_m, ahead_m + Vec3{0.4, 0, 0}) > 0.08);
}

}  // namespace kine::trunk_test
