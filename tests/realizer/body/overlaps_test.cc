// Tests for realizer/body/overlaps.h.
#include "realizer/body/overlaps.h"

#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"

namespace kine::body::overlaps_test {
namespace {

/// The left arm turned round, through the trunk to the other side.
Body::Model with_an_arm_across(const Body& body) {
  std::array<Quat, kJointCount> rotations{};
  rotations[index_of(Joint::LeftUpperArm)] = rotation_about({0, 1, 0}, 2.9);
  return body.compute_model(rotations);
}

}  // namespace

TEST_CASE("nothing of a body overlaps in T-pose, and an arm through the chest does", "[overlaps]") {
  for (const Body* body : {&test::ada(), &test::ben()}) {
    CAPTURE(body->name);
    REQUIRE(body->capsules.size() > 50);
    const Overlaps overlaps(*body);
    CHECK(overlaps.deepest(body->compute_model({})).depth_m < 0);

    const Body::Model across = with_an_arm_across(*body);
    CHECK(overlaps.deepest(across).depth_m > 0.02);
    int seen = 0;
    overlaps.for_each_deeper_than(0.02, across,
                                  [&](const Overlap& overlap) { seen += overlap.a != overlap.b; });
    CHECK(seen > 0);
  }
}

TEST_CASE("two capsules are as deep in each other as their radii reach past their axes",
          "[overlaps]") {
  const Body::Model model = test::ada().compute_model({});
  const Capsule a{Joint::Hips, {-0.1, 0, 0}, {0.1, 0, 0}, 0.05};
  const Capsule b{Joint::Hips, {0, 0.06, -1}, {0, 0.06, 1}, 0.02};
  CHECK(depth_m(a, model, b, model) == Approx(0.01));
  const Capsule c{Joint::Hips, {0.3, 0, 0}, {0.4, 0, 0}, 0.05};
  CHECK(depth_m(a, model, c, model) == Approx(-0.1));
}

}  // namespace kine::body::overlaps_test
