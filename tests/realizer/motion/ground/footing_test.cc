// Tests for realizer/motion/ground/footing.h.
#include "realizer/motion/ground/footing.h"

#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"

namespace kine::motion::footing_test {

TEST_CASE("a body stands as its base pose has it", "[footing]") {
  for (const body::Body* body : {&test::ada(), &test::ben()}) {
    const auto rest = body->compute_model(body->base_pose).positions_m;
    const pose::StandingBody stands = standing_body(*body);
    CHECK(stands.hips_m == rest[body::index_of(body::Joint::Hips)]);
    CHECK(stands.legs[0].ankle_m == rest[body::index_of(body::Joint::LeftFoot)]);
    CHECK(stands.legs[1].ankle_m + stands.legs[1].ball_m ==
          rest[body::index_of(body::Joint::RightToes)]);
    // The heel is on the ground, behind the ankle.
    CHECK(stands.legs[0].ankle_m.y + stands.legs[0].heel_m.y == Approx(0).margin(1e-12));
    CHECK(stands.legs[0].heel_m.z < -0.03);
    CHECK(stands.leg_m() == Approx(rest[0].y - 0.1).margin(0.03));
  }
}

TEST_CASE("keys without a gait or a stance stand where they stand", "[footing]") {
  pose::GroundKeys keys;
  keys.body = standing_body(test::ada());
  keys.stands = {.position_m = {1, 0, 2}, .heading_rad = 0.5};
  keys.end_s = 1;
  const Footing footing = footing_at(keys, 0.3);
  CHECK(footing.root == keys.stands);
  CHECK(footing.hips_m == keys.body.hips_m);
  CHECK(footing.feet[1].ankle_m == keys.body.legs[1].ankle_m);
  CHECK(footing.feet[1].pitch_rad == 0);
}

}  // namespace kine::motion::footing_test
