#include "avatars/delaunay.h"

#include <algorithm>

namespace kine::avatars {
namespace {

using Corners = std::array<std::uint32_t, 3>;

/// Whether `p` is within the circle round an anticlockwise triangle.
bool in_circle(const Point& a, const Point& b, const Point& c, const Point& p) {
  const double ax = a.x - p.x, ay = a.y - p.y;
  const double bx = b.x - p.x, by = b.y - p.y;
  const double cx = c.x - p.x, cy = c.y - p.y;
  return (ax * ax + ay * ay) * (bx * cy - cx * by) - (bx * bx + by * by) * (ax * cy - cx * ay) +
             (cx * cx + cy * cy) * (ax * by - bx * ay) >
         0;
}

/// Bowyer and Watson: a point takes away the triangles in whose circles it lies, and is joined to
/// the outline of the hole.
void insert(std::vector<Corners>& triangles, const std::vector<Point>& points, std::uint32_t p) {
  std::vector<std::array<std::uint32_t, 2>> outline;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    const Corners t = triangles[i];
    if (!in_circle(points[t[0]], points[t[1]], points[t[2]], points[p])) {
      triangles[kept++] = t;
      continue;
    }
    for (std::size_t j = 0; j < 3; ++j) {
      const std::array<std::uint32_t, 2> edge{t[j], t[(j + 1) % 3]};
      const auto back = std::find(outline.begin(), outline.end(), std::array{edge[1], edge[0]});
      if (back != outline.end()) {
        outline.erase(back);
      } else {
        outline.push_back(edge);
      }
    }
  }
  triangles.resize(kept);
  for (const auto& [from, to] : outline) triangles.push_back({from, to, p});
}

}  // namespace

double twice_area(const Point& a, const Point& b, const Point& c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

bool is_within(const std::vector<Point>& outline, const Point& p) {
  bool within = false;
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const Point& a = outline[i];
    const Point& b = outline[(i + 1) % outline.size()];
    if ((a.y > p.y) == (b.y > p.y)) continue;
    if (p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x)) within = !within;
  }
  return within;
}

std::vector<Corners> triangulate(const std::vector<Point>& points) {
  constexpr double kFar = 1e4;  // corners of a triangle round all points
  std::vector<Point> all = points;
  const auto first = static_cast<std::uint32_t>(points.size());
  all.insert(all.end(), {{-kFar, -kFar}, {kFar, -kFar}, {0, kFar}});
  std::vector<Corners> triangles = {{first, first + 1, first + 2}};
  for (std::uint32_t i = 0; i < first; ++i) insert(triangles, all, i);
  std::erase_if(triangles, [&](const Corners& t) {
    return std::any_of(t.begin(), t.end(), [&](std::uint32_t corner) { return corner >= first; });
  });
  return triangles;
}

}  // namespace kine::avatars
