// Tests for realizer/body/capsules.h.
#include "realizer/body/capsules.h"

#include <algorithm>

#include "realizer/body/mirror.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"

namespace kine::body::capsules_test {

TEST_CASE("the flesh of bodies is alike on both sides, and on every bone", "[capsules]") {
  using enum Joint;
  for (const Body* body : {&test::ada(), &test::ben()}) {
    CAPTURE(body->name);
    for (const Joint joint :
         {Hips, Spine, Chest, UpperChest, Neck, Head, LeftUpperArm, RightLowerArm, LeftHand,
          RightThumbDistal, LeftLittleProximal, RightUpperLeg, LeftLowerLeg, RightFoot, LeftToes}) {
      CAPTURE(name_of(joint));
      CHECK(std::ranges::find(body->capsules, joint, &Capsule::joint) != body->capsules.end());
    }
    for (const Capsule& capsule : body->capsules) {
      const auto is_mirror_image = [&](const Capsule& other) {
        const Vec3 from_m = mirrored(capsule.from_m);
        const Vec3 to_m = mirrored(capsule.to_m);
        const bool same_axis = (other.from_m == from_m && other.to_m == to_m) ||
                               (other.from_m == to_m && other.to_m == from_m);
        return other.joint == mirrored(capsule.joint) && same_axis &&
               other.radius_m == capsule.radius_m;
      };
      CHECK(std::ranges::any_of(body->capsules, is_mirror_image));
    }
  }
}

}  // namespace kine::body::capsules_test
