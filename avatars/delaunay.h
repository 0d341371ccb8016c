// Delaunay's triangulation of points of a plane: no other point lies in the circle of a triangle.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace kine::avatars {

struct Point {
  double x = 0;
  double y = 0;
};

/// Triangles of the convex hull of at least three different points, anticlockwise.
std::vector<std::array<std::uint32_t, 3>> triangulate(const std::vector<Point>& points);

/// Twice the area of a triangle, positive where it is anticlockwise.
double twice_area(const Point& a, const Point& b, const Point& c);

/// Whether a closed line goes round the point.
bool is_within(const std::vector<Point>& outline, const Point& p);

}  // namespace kine::avatars
