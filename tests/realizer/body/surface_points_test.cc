// Tests for realizer/body/surface_points.h.
#include "realizer/body/surface_points.h"

#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"

namespace kine::body::surface_points_test {

TEST_CASE("a point is found by its name, and by that of its side", "[surface_points]") {
  const std::vector<SurfacePoint>& points = test::ada().points;
  const auto name_of_found = [&](std::string_view name, std::string_view side) {
    const auto found = find_surface_point(points, name, side);
    return found ? points[*found].name : std::string("none");
  };

  CHECK(name_of_found("chin", "right") == "chin");
  CHECK(name_of_found("ear", "right") == "rightEar");
  CHECK(name_of_found("ear", "left") == "leftEar");
  CHECK(name_of_found("leftEar", "right") == "leftEar");
  CHECK(name_of_found("tail", "right") == "none");
  CHECK(name_of_found("", "right") == "none");
  CHECK(name_of_found("Ear", "right") == "rightEar");
}

}  // namespace kine::body::surface_points_test
