#include "realizer/pictures/shaded_figure.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "realizer/core/assert.h"
#include "realizer/pictures/light.h"
#include "realizer/pictures/triangle_raster.h"

namespace kine::pictures {
namespace {

constexpr int kSamples = 3;  // a pixel, in each direction

constexpr Color kSky = {236, 240, 245};
constexpr Color kGround = {204, 206, 204};
constexpr Color kHorizon = {226, 230, 234};

Vec3 mixed(const Vec3& a, const Vec3& b, double amount_of_b) {
  return (1 - amount_of_b) * a + amount_of_b * b;
}

/// 0 up to `low`, 1 from `high` on, and smooth between them.
double smooth_step(double low, double high, double x) {
  const double h = std::clamp((x - low) / (high - low), 0.0, 1.0);
  return h * h * (3 - 2 * h);
}

Vec3 times(const Vec3& a, const Vec3& b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }

/// Into axes whose origin is `centre`.
Vec3 seen_along(const Camera::Axes& axes, const Vec3& v) {
  return {dot(axes.right, v), dot(axes.up, v), dot(axes.near, v)};
}

/// The light from above and the left of the picture, and what of a surface it reaches.
class KeyLight {
 public:
  KeyLight(const PosedMesh& mesh, const Camera::Axes& eye)
      : to_light_(unit(-0.45 * eye.right + 0.75 * eye.up + 0.62 * eye.near)) {
    axes_.near = to_light_;
    axes_.right = unit(cross(eye.up, to_light_));
    axes_.up = cross(axes_.near, axes_.right);
    Vec3 low{1e9, 1e9, 0};
    Vec3 high{-1e9, -1e9, 0};
    places_.reserve(mesh.positions_m.size());
    for (const Vec3& at_m : mesh.positions_m) {
      const Vec3 seen = seen_along(axes_, at_m);
      low = {std::min(low.x, seen.x), std::min(low.y, seen.y), 0};
      high = {std::max(high.x, seen.x), std::max(high.y, seen.y), 0};
      places_.push_back(seen);
    }
    // Cells stay where they are while the surface moves: what stands still has a still shadow.
    const double left = std::floor(low.x / kCell_m);
    const double top = std::ceil(high.y / kCell_m);
    for (Vec3& place : places_) {
      place = {place.x / kCell_m - left, top - place.y / kCell_m, place.z};
    }
    const auto cells = [](double size_m) {
      return static_cast<int>(std::clamp(size_m / kCell_m + 2, 1.0, 1.0 * kCellsMax));
    };
    raster_ = TriangleRaster(cells(high.x - low.x), cells(high.y - low.y));
    raster_.draw(places_, mesh.corners);
    // A surface is asked about a little outside of it, so that it does not lie in its own shadow.
    for (std::size_t i = 0; i < places_.size(); ++i) {
      const Vec3 off_m = kOff_m * seen_along(axes_, mesh.normals[i]);
      places_[i] = places_[i] + Vec3{off_m.x / kCell_m, -off_m.y / kCell_m, off_m.z + kOff_m};
    }
  }

  const Vec3& to_light() const { return to_light_; }

  /// A vertex as the light sees it: what is interpolated for lit_part().
  const Vec3& place(std::size_t vertex) const { return places_[vertex]; }

  /// In [0, 1]: how much of the light comes to a place, the mean over some cells round it.
  double lit_part(const Vec3& place) const {
    constexpr int kReach = 1;
    const auto column = static_cast<int>(std::floor(place.x));
    const auto row = static_cast<int>(std::floor(place.y));
    // The outermost cells count by how far the square round the place reaches into them.
    const auto part_of = [](int step, double within) {
      return step == -kReach ? 1 - within : step == kReach + 1 ? within : 1;
    };
    double lit = 0;
    for (int y = -kReach; y <= kReach + 1; ++y) {
      for (int x = -kReach; x <= kReach + 1; ++x) {
        const bool is_hidden = raster_.holds(column + x, row + y) &&
                               raster_.at(column + x, row + y).nearness > place.z;
        if (!is_hidden) lit += part_of(x, place.x - column) * part_of(y, place.y - row);
      }
    }
    return lit / ((2 * kReach + 1) * (2 * kReach + 1));
  }

 private:
  static constexpr double kCell_m = 0.006;
  static constexpr int kCellsMax = 1'000;
  static constexpr double kOff_m = 0.007;

  Vec3 to_light_;
  Camera::Axes axes_;
  std::vector<Vec3> places_;
  TriangleRaster raster_{1, 1};
};

/// A surface in samples, and the light that comes from each.
class Rendering {
 public:
  Rendering(const PosedMesh& mesh, const Camera& camera, int width, int height)
      : mesh_(mesh), axes_(camera.axes()), key_(mesh, axes_) {
    std::vector<Vec3> places;  // in pixels
    places.reserve(mesh.positions_m.size());
    Vec3 low{1.0 * width, 1.0 * height, 0};
    Vec3 high;
    for (const Vec3& at_m : mesh.positions_m) {
      const Vec3 seen = seen_along(axes_, at_m - camera.centre_m);
      const Vec3& place =
          places.emplace_back(Vec3{width / 2.0 + seen.x * camera.pixels_a_metre,
                                   height / 2.0 - seen.y * camera.pixels_a_metre, seen.z});
      low = {std::min(low.x, place.x), std::min(low.y, place.y), 0};
      high = {std::max(high.x, place.x), std::max(high.y, place.y), 0};
    }
    left_ = static_cast<int>(std::max(0.0, low.x));
    top_ = static_cast<int>(std::max(0.0, low.y));
    columns_ = static_cast<int>(std::min(1.0 * width, high.x + 1)) - left_;
    rows_ = static_cast<int>(std::min(1.0 * height, high.y + 1)) - top_;
    if (columns_ <= 0 || rows_ <= 0) return;
    for (Vec3& place : places) {
      place = {(place.x - left_) * kSamples, (place.y - top_) * kSamples, place.z};
    }
    raster_ = TriangleRaster(kSamples * columns_, kSamples * rows_);
    raster_.draw(places, mesh.corners);
  }

  void draw_over(Canvas& canvas) const {
    for (int y = 0; y < rows_; ++y) {
      for (int x = 0; x < columns_; ++x) {
        Vec3 sum;
        int covered = 0;
        for (int row = kSamples * y; row < kSamples * (y + 1); ++row) {
          for (int column = kSamples * x; column < kSamples * (x + 1); ++column) {
            if (raster_.at(column, row).is_empty()) continue;
            sum = sum + light_at(column, row);
            ++covered;
          }
        }
        if (covered == 0) continue;
        constexpr int kAll = kSamples * kSamples;
        if (covered < kAll) {
          sum = sum + (kAll - covered) * light_of(canvas.color_at(left_ + x, top_ + y));
        }
        canvas.set(left_ + x, top_ + y, color_of(sum / kAll));
      }
    }
  }

 private:
  /// Soft light from the sky and the ground, a warmer one from the key, and a little sheen.
  Vec3 light_at(int column, int row) const {
    const TriangleRaster::Sample& sample = raster_.at(column, row);
    const std::array corners = {mesh_.corners[3 * sample.triangle],
                                mesh_.corners[3 * sample.triangle + 1],
                                mesh_.corners[3 * sample.triangle + 2]};
    const double second = sample.second;
    const double third = sample.third;
    const auto within = [&](const auto& of) {
      return (1 - second - third) * of(corners[0]) + second * of(corners[1]) +
             third * of(corners[2]);
    };
    const Vec3 normal =
        unit(within([&](std::size_t vertex) { return mesh_.normals[vertex]; }), axes_.near);
    const Vec3 color = within([&](std::size_t vertex) { return mesh_.colors[vertex]; });
    const Vec3 place = within([&](std::size_t vertex) { return key_.place(vertex); });

    // Wrapped round, for cloth and skin scatter light.
    const double facing = std::max(0.0, (dot(normal, key_.to_light()) + 0.2) / 1.2);
    const double key = facing > 0 ? facing * key_.lit_part(place) : 0;
    const double from_sky = 0.5 + 0.5 * normal.y;
    const double open = 1 - 0.45 * step_before(sample, column, row);
    const Vec3 ambient = mixed(kFromGround, kFromSky, from_sky);
    const Vec3 light = open * ambient + key * kFromKey;
    const double away = 1 - std::max(0.0, dot(normal, axes_.near));
    const double rim = 0.05 * away * away * away * open;
    return times(light, color) + Vec3{rim, rim, rim};
  }

  /// In [0, 1]: how far something close by stands before this point. It parts what has one colour.
  double step_before(const TriangleRaster::Sample& sample, int column, int row) const {
    constexpr int kAway = 4;  // samples
    constexpr double kStep_m = 0.015;
    constexpr double kWhole_m = 0.07;
    double step_m = 0;
    for (const auto& [dx, dy] :
         {std::pair(kAway, 0), std::pair(-kAway, 0), std::pair(0, kAway), std::pair(0, -kAway)}) {
      if (!raster_.holds(column + dx, row + dy)) continue;
      step_m =
          std::max<double>(step_m, raster_.at(column + dx, row + dy).nearness - sample.nearness);
    }
    return smooth_step(kStep_m, kWhole_m, step_m);
  }

  static constexpr Vec3 kFromSky = {0.50, 0.53, 0.57};
  static constexpr Vec3 kFromGround = {0.27, 0.26, 0.25};
  static constexpr Vec3 kFromKey = {0.74, 0.71, 0.66};

  const PosedMesh& mesh_;
  Camera::Axes axes_;
  KeyLight key_;
  // The part of the picture that the surface may cover, in pixels.
  int left_ = 0;
  int top_ = 0;
  int columns_ = 0;
  int rows_ = 0;
  TriangleRaster raster_{1, 1};
};

}  // namespace

Camera::Axes Camera::axes() const {
  // By square roots alone: sines of the library differ between machines.
  const bool front = aspect == Aspect::Front;
  const Vec3 right = front ? Vec3{1, 0, 0} : Vec3{0, 0, 1};
  const Vec3 level = front ? Vec3{0, 0, 1} : Vec3{-1, 0, 0};
  const double along = std::sqrt(1 - down * down);
  return {right, along * Vec3{0, 1, 0} - down * level, along * level + down * Vec3{0, 1, 0}};
}

// A ray goes on to y = 0, unless that lies behind the horizon.
void draw_ground(Canvas& canvas, const GroundShadow& shadow, const Camera& camera) {
  KINE_ASSERT(camera.down > 0 && camera.down < 1);
  constexpr double kHorizon_m = 2.5;  // behind the figure
  const Camera::Axes axes = camera.axes();
  const Vec3 sky = light_of(kSky);
  const Vec3 horizon = light_of(kHorizon);
  const Vec3 ground = light_of(kGround);
  for (int row = 0; row < canvas.height(); ++row) {
    for (int column = 0; column < canvas.width(); ++column) {
      const double x = (column + 0.5 - canvas.width() / 2.0) / camera.pixels_a_metre;
      const double y = (canvas.height() / 2.0 - row - 0.5) / camera.pixels_a_metre;
      const Vec3 at_m = camera.centre_m + x * axes.right + y * axes.up;
      const double away_m = at_m.y / axes.near.y;
      const double part_of_sky = smooth_step(0.4 * kHorizon_m, kHorizon_m, away_m);
      const Vec3 far = mixed(horizon, sky, smooth_step(0.6, 1.4, y));
      const Vec3 ground_m = at_m - away_m * axes.near;
      const double darkness = part_of_sky < 1 ? shadow.darkness_at(ground_m.x, ground_m.z) : 0;
      canvas.set(column, row, color_of(mixed((1 - darkness) * ground, far, part_of_sky)));
    }
  }
}

void draw_shaded(Canvas& canvas, const PosedMesh& mesh, const Camera& camera) {
  KINE_ASSERT(camera.down >= 0 && camera.down < 1);
  KINE_ASSERT(camera.aspect != Aspect::Above);
  if (mesh.positions_m.empty()) return;
  Rendering(mesh, camera, canvas.width(), canvas.height()).draw_over(canvas);
}

}  // namespace kine::pictures
