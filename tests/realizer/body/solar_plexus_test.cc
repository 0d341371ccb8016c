// Tests for realizer/body/solar_plexus.h.
#include "realizer/body/solar_plexus.h"

#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"

namespace kine::body::solar_plexus_test {

TEST_CASE("the solar plexus lies in the middle of a body, between hips and shoulders",
          "[body][solar_plexus]") {
  for (const Body* body : {&test::ada(), &test::ben()}) {
    const Body::Model rest = body->compute_model({});
    const Vec3 place_m = solar_plexus_m(*body);
    CHECK(place_m.x == 0);
    CHECK(place_m.y > rest.positions_m[index_of(Joint::Hips)].y);
    CHECK(place_m.y < rest.positions_m[index_of(Joint::LeftUpperArm)].y);
    CHECK(place_m.z > 0);
  }
}

TEST_CASE("the solar plexus is as far from the hips as a body is tall", "[body][solar_plexus]") {
  Body body = test::ada();
  const Vec3 hips_m = body.offsets_m[index_of(Joint::Hips)];
  body.height_m = 1.66;
  CHECK(length(solar_plexus_m(body) - hips_m - Vec3{0, 0.28, 0.22}) < 1e-12);
  body.height_m = 0.83;
  CHECK(length(solar_plexus_m(body) - hips_m - Vec3{0, 0.14, 0.11}) < 1e-12);
}

}  // namespace kine::body::solar_plexus_test
