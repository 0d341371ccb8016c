#include "realizer/pictures/triangle_raster.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "realizer/core/assert.h"

namespace kine::pictures {

TriangleRaster::TriangleRaster(int columns, int rows)
    : columns_(columns),
      rows_(rows),
      samples_(static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows)) {
  KINE_ASSERT(columns > 0);
  KINE_ASSERT(rows > 0);
}

void TriangleRaster::draw(std::span<const Vec3> vertices, std::span<const std::uint32_t> corners) {
  for (std::size_t i = 0; i + 2 < corners.size(); i += 3) {
    draw(static_cast<std::uint32_t>(i / 3), vertices[corners[i]], vertices[corners[i + 1]],
         vertices[corners[i + 2]]);
  }
}

// The share of a corner is the part of the area that lies across from it, linear in the place. An
// edge belongs to both of its triangles, so nothing shows between them.
void TriangleRaster::draw(std::uint32_t triangle, const Vec3& a, const Vec3& b, const Vec3& c) {
  // Rows go down: what is counter-clockwise to the eye has a negative area here.
  const double area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
  if (!(area < 0)) return;
  const auto first = [](double low, double limit) {
    return static_cast<int>(std::ceil(std::clamp(low - 0.5, 0.0, limit)));
  };
  const auto end = [](double high, double limit) {
    return static_cast<int>(std::floor(std::clamp(high + 0.5, 0.0, limit)));
  };
  const int left = first(std::min({a.x, b.x, c.x}), columns_);
  const int right = end(std::max({a.x, b.x, c.x}), columns_);
  const int top = first(std::min({a.y, b.y, c.y}), rows_);
  const int bottom = end(std::max({a.y, b.y, c.y}), rows_);
  const Vec3 second_by{(c.y - a.y) / area, -(c.x - a.x) / area, 0};
  const Vec3 third_by{-(b.y - a.y) / area, (b.x - a.x) / area, 0};
  constexpr double kEdge = -1e-9;  // rounding must not part two triangles
  for (int row = top; row < bottom; ++row) {
    const double y = row + 0.5 - a.y;
    for (int column = left; column < right; ++column) {
      const double x = column + 0.5 - a.x;
      const double second = x * second_by.x + y * second_by.y;
      const double third = x * third_by.x + y * third_by.y;
      if (second < kEdge || third < kEdge || second + third > 1 - kEdge) continue;
      const auto nearness = static_cast<float>(a.z + second * (b.z - a.z) + third * (c.z - a.z));
      Sample& sample = samples_[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) +
                                static_cast<std::size_t>(column)];
      if (nearness <= sample.nearness) continue;
      sample = {nearness, triangle, static_cast<float>(second), static_cast<float>(third)};
    }
  }
}

}  // namespace kine::pictures
