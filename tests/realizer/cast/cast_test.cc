// Tests for realizer/cast/cast.h.
#include "realizer/cast/cast.h"

#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/stage.h"

namespace kine::cast_test {
namespace {

TEST_CASE("a cast stands at the origin and faces +Z unless it is placed elsewhere", "[cast]") {
  const auto cast = test::cast_named("ada", test::ada());
  CHECK(cast->placement == body::Placement{});
  CHECK(cast->placement.world_from_character() * Vec3{0, 0, 1} == Vec3{0, 0, 1});
}

}  // namespace
}  // namespace kine::cast_test
