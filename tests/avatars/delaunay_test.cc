#include "avatars/delaunay.h"

#include <cmath>

#include "tests/support/catch.h"

namespace kine::avatars::delaunay_test {
namespace {

TEST_CASE("A square with a point in its middle is four triangles") {
  const std::vector<Point> points = {{0, 0}, {2, 0}, {2, 2.1}, {0, 2}, {1, 1}};
  const auto triangles = triangulate(points);
  REQUIRE(triangles.size() == 4);
  for (const auto& [a, b, c] : triangles) {
    CHECK(twice_area(points[a], points[b], points[c]) > 0);
  }
}

TEST_CASE("No point lies within the circle of a triangle, and triangles fill the hull") {
  std::vector<Point> points = {{-2, -2}, {2, -2.1}, {2.1, 2}, {-2, 2.2}};
  for (int i = 0; i < 80; ++i)
    points.push_back({1.9 * std::sin(7.0 * i), 1.9 * std::cos(4.3 * i * i)});
  const auto triangles = triangulate(points);
  double area = 0;
  for (const auto& [a, b, c] : triangles) {
    area += twice_area(points[a], points[b], points[c]) / 2;
    // The centre of the circle, from the perpendicular bisectors.
    const Point& o = points[a];
    const double bx = points[b].x - o.x, by = points[b].y - o.y;
    const double cx = points[c].x - o.x, cy = points[c].y - o.y;
    const double d = 2 * (bx * cy - by * cx);
    const double ux = (cy * (bx * bx + by * by) - by * (cx * cx + cy * cy)) / d;
    const double uy = (bx * (cx * cx + cy * cy) - cx * (bx * bx + by * by)) / d;
    for (const Point& p : points) {
      REQUIRE(std::hypot(p.x - o.x - ux, p.y - o.y - uy) > std::hypot(ux, uy) - 1e-9);
    }
  }
  const double hull =
      (twice_area(points[0], points[1], points[2]) + twice_area(points[0], points[2], points[3])) /
      2;
  CHECK(area == Approx(hull));
}

TEST_CASE("A point is within an outline that goes round it") {
  const std::vector<Point> corner = {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}};
  CHECK(is_within(corner, {0.5, 1.5}));
  CHECK(is_within(corner, {1.5, 0.5}));
  CHECK_FALSE(is_within(corner, {1.5, 1.5}));
}

}  // namespace
}  // namespace kine::avatars::delaunay_test
