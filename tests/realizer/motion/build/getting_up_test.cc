// Tests for realizer/motion/build/getting_up.h.
#include "realizer/motion/build/getting_up.h"

#include <cmath>

#include "realizer/motion/ground/footing.h"
#include "realizer/motion/ground/ground.h"
#include "realizer/motion/ground/stance.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"

namespace kine::motion::getting_up_test {
namespace {

/// Where hips are in the world by keys at a time.
Footing at(const pose::GroundKeys& keys, double time_s) { return footing_at(keys, time_s); }

}  // namespace

TEST_CASE("a body on its back gets up from where its hips are", "[getting_up]") {
  const Quat on_back =  // the head towards +x
      rotation_about({0, 1, 0}, -M_PI / 2) * rotation_about({1, 0, 0}, -M_PI / 2);
  const Vec3 hips_m{1, 0.12, 2};
  const body::Placement place = lying_place(test::ada(), hips_m, on_back);
  CHECK(std::remainder(place.heading_rad + M_PI / 2, 2 * M_PI) == Approx(0).margin(1e-9));

  const auto block = make_getting_up(Seconds(1));
  REQUIRE(block->segments.size() == 1);
  CHECK(block->id == "getting-up");
  GroundEntry ground{.root = place};
  Entry entry{.ground = &ground};
  const pose::Keys keys = block->segments[0].actuator->compile(entry, test::ada());
  const auto& steps = *keys.find<pose::GroundKeys>();
  const Footing lies = at(steps, 0.8);
  const Vec3 lies_m = place.position_m + place.world_from_character() * lies.hips_m;
  CHECK(std::hypot(lies_m.x - hips_m.x, lies_m.z - hips_m.z) < 1e-6);
  CHECK(lies.hips_m.y < 0.2);
  const Footing stands = at(steps, block->end.count());
  CHECK(stands.hips_m.y == Approx(test::ada().offsets_m[0].y).epsilon(0.01));
  CHECK(last_bends(steps) == pose::Bends{});
}

TEST_CASE("a body that sits where it fell lies down backwards", "[getting_up]") {
  const body::Placement place = lying_place(test::ada(), {0, 0.1, 0}, {});  // upright, facing +z
  CHECK(place.heading_rad == Approx(0).margin(1e-9));
  CHECK(place.position_m.z > 0);  // its feet are ahead of its hips
}

}  // namespace kine::motion::getting_up_test
