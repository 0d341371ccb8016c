#include "realizer/pictures/ground_shadow.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "realizer/pictures/triangle_raster.h"

namespace kine::pictures {
namespace {

constexpr double kCell_m = 0.015;
constexpr int kCellsMax = 400;      // a side: 6 m
constexpr double kMargin_m = 0.7;   // round the surface: past it a shadow has faded
constexpr double kDarkest = 0.95;   // just under something
constexpr double kHighest_m = 1.3;  // what is higher casts none

/// What is lower than `height_m` casts a shadow of its own, blurred so wide.
struct Layer {
  double height_m;
  int blur_cells;
};
constexpr std::array kLayers = {Layer{0.12, 3}, Layer{0.5, 8}, Layer{1e9, 16}};

/// Three means over squares are nearly a bell. Each is two means over lines.
void blur(std::vector<double>& field, int columns, int rows, int reach) {
  std::vector<double> line;
  const auto blur_line = [&](std::size_t first, std::size_t step, int count) {
    line.assign(static_cast<std::size_t>(count + 2 * reach), 0);
    for (int i = 0; i < count; ++i) {
      line[static_cast<std::size_t>(i + reach)] = field[first + static_cast<std::size_t>(i) * step];
    }
    double sum = 0;
    for (int i = 0; i < 2 * reach; ++i) sum += line[static_cast<std::size_t>(i)];
    for (int i = 0; i < count; ++i) {
      sum += line[static_cast<std::size_t>(i + 2 * reach)];
      field[first + static_cast<std::size_t>(i) * step] = std::max(0.0, sum / (2 * reach + 1));
      sum -= line[static_cast<std::size_t>(i)];
    }
  };
  for (int round = 0; round < 3; ++round) {
    for (int row = 0; row < rows; ++row) {
      blur_line(static_cast<std::size_t>(row) * static_cast<std::size_t>(columns), 1, columns);
    }
    for (int column = 0; column < columns; ++column) {
      blur_line(static_cast<std::size_t>(column), static_cast<std::size_t>(columns), rows);
    }
  }
}

}  // namespace

GroundShadow::GroundShadow(const PosedMesh& mesh) {
  if (mesh.positions_m.empty()) return;
  Vec3 low = mesh.positions_m.front();
  Vec3 high = low;
  for (const Vec3& at_m : mesh.positions_m) {
    low = {std::min(low.x, at_m.x), 0, std::min(low.z, at_m.z)};
    high = {std::max(high.x, at_m.x), 0, std::max(high.z, at_m.z)};
  }
  // Cells stay where they are while the surface moves: what stands still has a still shadow.
  low_x_m_ = std::floor((low.x - kMargin_m) / kCell_m) * kCell_m;
  low_z_m_ = std::floor((low.z - kMargin_m) / kCell_m) * kCell_m;
  const auto cells = [](double size_m) {
    return static_cast<int>(std::min((size_m + 2 * kMargin_m) / kCell_m + 2, 1.0 * kCellsMax));
  };
  columns_ = cells(high.x - low.x);
  rows_ = cells(high.z - low.z);

  // Seen from below, with x to the right, z goes up in the picture.
  std::vector<Vec3> seen;
  seen.reserve(mesh.positions_m.size());
  for (const Vec3& at_m : mesh.positions_m) {
    seen.push_back({(at_m.x - low_x_m_) / kCell_m, rows_ - (at_m.z - low_z_m_) / kCell_m, -at_m.y});
  }
  TriangleRaster raster(columns_, rows_);
  raster.draw(seen, mesh.corners);

  std::vector<double> lightness(
      static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_), 1);
  double above_m = -1e9;
  for (const Layer& layer : kLayers) {
    std::vector<double> darkness(lightness.size(), 0);
    for (int row = 0; row < rows_; ++row) {
      for (int column = 0; column < columns_; ++column) {
        const auto& sample = raster.at(column, rows_ - 1 - row);
        const double height_m = -sample.nearness;
        if (sample.is_empty() || height_m <= above_m || height_m > layer.height_m) continue;
        darkness[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) +
                 static_cast<std::size_t>(column)] =
            kDarkest * std::clamp(1 - height_m / kHighest_m, 0.0, 1.0);
      }
    }
    blur(darkness, columns_, rows_, layer.blur_cells);
    for (std::size_t i = 0; i < lightness.size(); ++i) lightness[i] *= 1 - darkness[i];
    above_m = layer.height_m;
  }
  for (double& light : lightness) light = 1 - light;
  darkness_ = std::move(lightness);
}

double GroundShadow::darkness_at(double x_m, double z_m) const {
  const double column = (x_m - low_x_m_) / kCell_m - 0.5;
  const double row = (z_m - low_z_m_) / kCell_m - 0.5;
  if (!(column >= 0 && row >= 0 && column < columns_ - 1 && row < rows_ - 1)) return 0;
  const auto left = static_cast<std::size_t>(column);
  const auto near = static_cast<std::size_t>(row);
  const double h = column - static_cast<double>(left);
  const double v = row - static_cast<double>(near);
  const auto at = [&](std::size_t x, std::size_t z) {
    return darkness_[z * static_cast<std::size_t>(columns_) + x];
  };
  return (1 - v) * ((1 - h) * at(left, near) + h * at(left + 1, near)) +
         v * ((1 - h) * at(left, near + 1) + h * at(left + 1, near + 1));
}

}  // namespace kine::pictures
