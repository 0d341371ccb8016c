// Tests for realizer/formats/round_bones.h.
#include "realizer/formats/round_bones.h"

#include <algorithm>
#include <array>
#include <limits>

#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"

namespace kine::round_bones_test {

using namespace kine;

TEST_CASE("round bones stand on the ground, reach the crown and are as broad on both sides",
          "[formats][round_bones]") {
  for (const body::Body* body : {&test::ada(), &test::ben()}) {
    CAPTURE(body->name);
    const std::array<Quat, body::kJointCount> at_rest = {};
    const auto joints_m = body->compute_model(at_rest).positions_m;
    Vec3 low{1, 1, 1};
    Vec3 high{-1, -1, -1};
    for (const formats::RoundBone& bone : formats::round_bones(*body)) {
      REQUIRE(bone.from_radius_m > 0);
      REQUIRE(bone.to_radius_m > 0);
      for (const auto& [end_m, radius_m] :
           {std::pair(bone.from_m, bone.from_radius_m), std::pair(bone.to_m, bone.to_radius_m)}) {
        const Vec3 centre_m = joints_m[body::index_of(bone.joint)] + end_m;
        low = {std::min(low.x, centre_m.x - radius_m), std::min(low.y, centre_m.y - radius_m), 0};
        high = {std::max(high.x, centre_m.x + radius_m), std::max(high.y, centre_m.y + radius_m),
                0};
      }
    }
    CHECK(low.y == Approx(0).margin(0.01));
    CHECK(high.y == Approx(body->height_m).margin(0.03));
    CHECK(low.x == Approx(-high.x));
  }
}

TEST_CASE("every joint but the middle of a chain carries something to be seen",
          "[formats][round_bones]") {
  body::JointSet seen;
  for (const formats::RoundBone& bone : formats::round_bones(test::ada())) seen.insert(bone.joint);
  CHECK(seen == body::JointSet::all());
}

}  // namespace kine::round_bones_test
