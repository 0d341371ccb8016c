// What is seen of triangles along parallel rays: of each sample the nearest triangle, and where in
// it the ray arrives.
//
// The eye, the light and the ground all look so at a surface.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "realizer/math/vec3.h"

namespace kine::pictures {

class TriangleRaster {
 public:
  struct Sample {
    float nearness = -std::numeric_limits<float>::infinity();  // where there is nothing
    std::uint32_t triangle = 0;
    float second = 0;  // the shares of the triangle's second and third corner
    float third = 0;

    bool is_empty() const { return nearness == -std::numeric_limits<float>::infinity(); }
  };

  TriangleRaster(int columns, int rows);

  int columns() const { return columns_; }
  int rows() const { return rows_; }

  /// Columns to the right, rows down, and how near; (0.5, 0.5) is the middle of the first sample.
  /// `corners` are three a triangle; one whose corners go clockwise is seen from behind, and left
  /// out.
  void draw(std::span<const Vec3> vertices, std::span<const std::uint32_t> corners);

  /// Pre: within.
  const Sample& at(int column, int row) const {
    return samples_[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) +
                    static_cast<std::size_t>(column)];
  }
  bool holds(int column, int row) const {
    return column >= 0 && row >= 0 && column < columns_ && row < rows_;
  }

 private:
  void draw(std::uint32_t triangle, const Vec3& a, const Vec3& b, const Vec3& c);

  int columns_;
  int rows_;
  std::vector<Sample> samples_;
};

}  // namespace kine::pictures
