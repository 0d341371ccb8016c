// Tests for realizer/body/surface_point_reader.h.
#include "realizer/body/surface_point_reader.h"

#include <string>

#include "tests/support/catch.h"

namespace kine::body::surface_point_reader_test {
namespace {

Result<std::vector<SurfacePoint>> read_points(Joint joint, const std::string& children) {
  const auto element = xml::parse("<joint xmlns='urn:x'>" + children + "</joint>");
  REQUIRE(element);
  return read_surface_points(*element, joint, "urn:x");
}

}  // namespace

TEST_CASE("a point is read with its direction, and one of the left with its mirror image",
          "[surface_points]") {
  const auto points = read_points(Joint::Head,
                                  "<ball/><point name='nose' at='0 .06 .11' "
                                  "normal='0 0 .5'/><point name='leftEar' "
                                  "at='.09 .07 0' normal='1 0 0'/>");
  REQUIRE(points);
  REQUIRE(points->size() == 3);
  CHECK((*points)[0] == SurfacePoint{"nose", Joint::Head, {0, 0.06, 0.11}, {0, 0, 1}});
  CHECK((*points)[2] == SurfacePoint{"rightEar", Joint::Head, {-0.09, 0.07, 0}, {-1, 0, 0}});

  const auto of_hand =
      read_points(Joint::LeftHand, "<point name='leftPalm' at='.07 -.01 0' normal='0 -1 0'/>");
  REQUIRE(of_hand);
  CHECK((*of_hand)[1].joint == Joint::RightHand);
}

TEST_CASE("a point that is not whole is refused", "[surface_points]") {
  for (const char* point :
       {"<point name='nose' at='0 0 0'/>", "<point name='nose' at='0 0' normal='0 0 1'/>",
        "<point name='nose' at='0 0 0' normal='0 0 0'/>",
        "<point name='rightEar' at='0 0 0' normal='0 0 1'/>",
        "<point name='nose' at='0 9 0' normal='0 0 1'/>",
        "<point name='nose' at='0 0 0' normal='0 0 1' size='2'/>"}) {
    CAPTURE(point);
    CHECK_FALSE(read_points(Joint::Head, point));
  }
  CHECK_FALSE(read_points(Joint::LeftHand, "<point name='palm' at='0 0 0' normal='0 0 1'/>"));
}

}  // namespace kine::body::surface_point_reader_test
