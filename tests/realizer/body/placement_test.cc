// Tests for realizer/body/placement.h.
#include "realizer/body/placement.h"

#include "tests/support/catch.h"

namespace kine::placement_test {

using namespace kine;

TEST_CASE("a heading of 0 faces +Z, and a positive one turns to the left", "[placement]") {
  constexpr double kQuarter = 3.14159265358979323846 / 2;
  const Vec3 ahead{0, 0, 1};
  const Vec3 left{1, 0, 0};

  CHECK(length(body::Placement{}.world_from_character() * ahead - ahead) < 1e-15);
  const body::Placement turned{.position_m = {}, .heading_rad = kQuarter};
  CHECK(length(turned.world_from_character() * ahead - left) < 1e-15);
}

}  // namespace kine::placement_test
