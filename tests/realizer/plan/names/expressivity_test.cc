// Tests for realizer/plan/names/expressivity.h.
#include "realizer/plan/names/expressivity.h"

#include "tests/support/catch.h"

namespace kine::plan::expressivity_test {
namespace {

TEST_CASE("manners add up, and stop at the ends of the range", "[expressivity]") {
  const Expressivity a{
      .spatial_extent = 0.5, .temporal_extent = -0.75, .power = 0.25, .fluidity = 1};
  const Expressivity b{
      .spatial_extent = 0.75, .temporal_extent = -0.5, .power = -0.5, .fluidity = -0.5};
  CHECK(a + b ==
        Expressivity{.spatial_extent = 1, .temporal_extent = -1, .power = -0.25, .fluidity = 0.5});
  CHECK(a + Expressivity{} == a);
}

}  // namespace
}  // namespace kine::plan::expressivity_test
