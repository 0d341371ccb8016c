#include "realizer/pictures/shaded_figure.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "realizer/core/assert.h"

namespace kine::pictures {
namespace {

constexpr int kSamples = 3;  // a pixel, in each direction

constexpr Color kSky = {236, 240, 245};
constexpr Color kGround = {204, 206, 204};
constexpr Color kHorizon = {226, 230, 234};

// The room round the figure in which its shadow is computed, and how finely.
constexpr double kShadowHalf_m = 1.5;
constexpr std::size_t kShadowCells = 100;

/// Light, each component in [0, 1].
struct Light {
  double red = 0;
  double green = 0;
  double blue = 0;
};

Light operator*(double s, const Light& a) { return {s * a.red, s * a.green, s * a.blue}; }
Light operator+(const Light& a, const Light& b) {
  return {a.red + b.red, a.green + b.green, a.blue + b.blue};
}
Light light_of(Color color) { return {color.red / 255.0, color.green / 255.0, color.blue / 255.0}; }
Light mixed(const Light& a, const Light& b, double amount_of_b) {
  return (1 - amount_of_b) * a + amount_of_b * b;
}

/// 0 up to `low`, 1 from `high` on, and smooth between them.
double smooth_step(double low, double high, double x) {
  const double h = std::clamp((x - low) / (high - low), 0.0, 1.0);
  return h * h * (3 - 2 * h);
}

/// A round bone in some space.
struct Placed {
  Vec3 from;
  Vec3 to;
  double from_radius = 0;
  double to_radius = 0;
  Color color;
};

/// The sphere of a bone that is nearest to the eye over one point of the picture.
struct Hit {
  double nearness = -std::numeric_limits<double>::infinity();
  Vec3 normal;
};

// The centre moves as c(t), the radius as r(t), t in [0, 1]; over the point (x, y) the sphere comes
// up to z(t) + sqrt(q(t)), where q(t) = r(t)^2 - |c(t) - (x, y)|^2 is a parabola a t^2 + 2 b t + c.
// That is greatest at an end or where (a t + b)^2 = z'^2 q(t).
Hit nearest_over(const Placed& bone, double x, double y) {
  const double px = bone.from.x - x;
  const double py = bone.from.y - y;
  const Vec3 along = bone.to - bone.from;
  const double widening = bone.to_radius - bone.from_radius;
  const double a = widening * widening - along.x * along.x - along.y * along.y;
  const double b = bone.from_radius * widening - px * along.x - py * along.y;
  const double c = bone.from_radius * bone.from_radius - px * px - py * py;
  const double steep = along.z * along.z;

  Hit hit;
  const auto try_sphere = [&](double t) {
    const double square = (a * t + 2 * b) * t + c;
    if (square < 0) return;
    const double rise = std::sqrt(square);
    const double nearness = bone.from.z + t * along.z + rise;
    if (nearness <= hit.nearness) return;
    const double radius = bone.from_radius + t * widening;
    hit = {nearness, Vec3{-(px + t * along.x), -(py + t * along.y), rise} / radius};
  };
  try_sphere(0);
  try_sphere(1);
  // a (a - steep) t^2 + 2 b (a - steep) t + b^2 - steep c = 0
  const double second = a * (a - steep);
  const double first = b * (a - steep);
  const double zeroth = b * b - steep * c;
  if (second == 0) return hit;
  // Below 0 by rounding alone where the bone is square to the eye: then the two are one.
  const double root = std::sqrt(std::max(0.0, first * first - second * zeroth));
  for (const double t : {(-first - root) / second, (-first + root) / second}) {
    if (t > 0 && t < 1) try_sphere(t);
  }
  return hit;
}

/// Where a bone's axis is nearest to a point of the ground, as seen from above.
struct NearestFromAbove {
  double along = 0;  // from 0 at the beginning to 1 at the end
  double away = 0;
};

NearestFromAbove nearest_from_above(const Placed& bone, double x, double z) {
  const double dx = bone.to.x - bone.from.x;
  const double dz = bone.to.z - bone.from.z;
  const double square = dx * dx + dz * dz;
  const double on_axis =
      square > 0 ? ((x - bone.from.x) * dx + (z - bone.from.z) * dz) / square : 0;
  const double along = std::clamp(on_axis, 0.0, 1.0);
  const double ex = x - bone.from.x - along * dx;
  const double ez = z - bone.from.z - along * dz;
  return {along, std::sqrt(ex * ex + ez * ez)};
}

/// How dark the ground is under a figure, for light from the whole sky: darkest where something is
/// just above.
class GroundShadow {
 public:
  GroundShadow(std::span<const Placed> bones_in_world, const Vec3& centre_m)
      : low_x_m_(centre_m.x - kShadowHalf_m), low_z_m_(centre_m.z - kShadowHalf_m) {
    lightness_.assign(kShadowCells * kShadowCells, 1);
    for (const Placed& bone : bones_in_world) add(bone);
  }

  double darkness_at(double x_m, double z_m) const {
    const double column = (x_m - low_x_m_) / kCell_m - 0.5;
    const double row = (z_m - low_z_m_) / kCell_m - 0.5;
    const double most = kShadowCells - 1.001;
    if (column < 0 || row < 0 || column > most || row > most) return 0;
    const auto left = static_cast<std::size_t>(column);
    const auto top = static_cast<std::size_t>(row);
    const double h = column - static_cast<double>(left);
    const double v = row - static_cast<double>(top);
    const auto lightness = [&](std::size_t x, std::size_t z) {
      return lightness_[z * kShadowCells + x];
    };
    const double above = (1 - h) * lightness(left, top) + h * lightness(left + 1, top);
    const double below = (1 - h) * lightness(left, top + 1) + h * lightness(left + 1, top + 1);
    return 1 - ((1 - v) * above + v * below);
  }

 private:
  static constexpr double kCell_m = 2 * kShadowHalf_m / kShadowCells;

  static double middle_m(std::size_t cell, double low_m) {
    return low_m + (static_cast<double>(cell) + 0.5) * kCell_m;
  }

  void add(const Placed& bone) {
    constexpr double kDarkest = 0.35;
    constexpr double kFades_m = 0.35;  // at this height a shadow is half as dark, and wider
    const double height_m = std::max(0.0, std::min(bone.from.y, bone.to.y));
    const double reach_m = std::max(bone.from_radius, bone.to_radius) + 0.05 + 0.25 * height_m;
    const auto cell = [](double at_m, double low_m) {
      return static_cast<std::size_t>(
          std::clamp((at_m - low_m) / kCell_m, 0.0, static_cast<double>(kShadowCells)));
    };
    const std::size_t left = cell(std::min(bone.from.x, bone.to.x) - reach_m, low_x_m_);
    const std::size_t right = cell(std::max(bone.from.x, bone.to.x) + reach_m + kCell_m, low_x_m_);
    const std::size_t top = cell(std::min(bone.from.z, bone.to.z) - reach_m, low_z_m_);
    const std::size_t bottom = cell(std::max(bone.from.z, bone.to.z) + reach_m + kCell_m, low_z_m_);
    for (std::size_t z = top; z < bottom; ++z) {
      for (std::size_t x = left; x < right; ++x) {
        const auto [along, away_m] =
            nearest_from_above(bone, middle_m(x, low_x_m_), middle_m(z, low_z_m_));
        const double above_m = std::max(0.0, bone.from.y + along * (bone.to.y - bone.from.y));
        const double radius_m = bone.from_radius + along * (bone.to_radius - bone.from_radius);
        const double soft_m = 0.02 + 0.25 * above_m;
        const double fading = above_m / kFades_m;
        const double covers = std::min(1.0, radius_m / soft_m);
        const double darkness = covers * kDarkest / (1 + fading * fading) *
                                (1 - smooth_step(radius_m - soft_m, radius_m + soft_m, away_m));
        double& lightness = lightness_[z * kShadowCells + x];
        lightness *= 1 - darkness;
      }
    }
  }

  double low_x_m_;
  double low_z_m_;
  std::vector<double> lightness_;
};

/// A picture in samples, with how near each is.
class Rendering {
 public:
  Rendering(const Camera& camera, int width, int height)
      : camera_(camera),
        axes_(camera.axes()),
        width_(kSamples * width),
        height_(kSamples * height),
        sample_m_(1 / (camera.pixels_a_metre * kSamples)),
        samples_(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_)) {}

  void add(const Placed& bone_in_world) {
    const Placed bone = seen(bone_in_world);
    const double radius = std::max(bone.from_radius, bone.to_radius);
    const int left = column_of(std::min(bone.from.x, bone.to.x) - radius);
    const int right = column_of(std::max(bone.from.x, bone.to.x) + radius) + 1;
    const int top = row_of(std::max(bone.from.y, bone.to.y) + radius);
    const int bottom = row_of(std::min(bone.from.y, bone.to.y) - radius) + 1;
    for (int row = std::max(0, top); row < std::min(height_, bottom + 1); ++row) {
      for (int column = std::max(0, left); column < std::min(width_, right + 1); ++column) {
        const Hit hit = nearest_over(bone, x_of(column), y_of(row));
        Sample& sample = samples_[index(column, row)];
        if (hit.nearness <= sample.nearness) continue;
        sample = {hit.nearness, hit.normal, bone.color};
      }
    }
  }

  Canvas finish(const GroundShadow& shadow) const {
    Canvas canvas(width_ / kSamples, height_ / kSamples, kSky);
    for (int y = 0; y < canvas.height(); ++y) {
      for (int x = 0; x < canvas.width(); ++x) {
        Light sum;
        for (int row = kSamples * y; row < kSamples * (y + 1); ++row) {
          for (int column = kSamples * x; column < kSamples * (x + 1); ++column) {
            sum = sum + light_at(column, row, shadow);
          }
        }
        canvas.set(x, y, color_of((1.0 / (kSamples * kSamples)) * sum));
      }
    }
    return canvas;
  }

 private:
  struct Sample {
    double nearness = -std::numeric_limits<double>::infinity();
    Vec3 normal;
    Color color;
  };

  Vec3 seen(const Vec3& in_world_m) const {
    const Vec3 from_centre = in_world_m - camera_.centre_m;
    return {dot(axes_.right, from_centre), dot(axes_.up, from_centre),
            dot(axes_.near, from_centre)};
  }
  Placed seen(Placed bone) const {
    bone.from = seen(bone.from);
    bone.to = seen(bone.to);
    return bone;
  }

  double x_of(int column) const { return (column + 0.5 - width_ / 2.0) * sample_m_; }
  double y_of(int row) const { return (height_ / 2.0 - row - 0.5) * sample_m_; }
  int column_of(double x) const {
    return static_cast<int>(std::clamp(x / sample_m_ + width_ / 2.0, -1.0, 1.0 + width_));
  }
  int row_of(double y) const {
    return static_cast<int>(std::clamp(height_ / 2.0 - y / sample_m_, -1.0, 1.0 + height_));
  }
  std::size_t index(int column, int row) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(width_) +
           static_cast<std::size_t>(column);
  }

  Light light_at(int column, int row, const GroundShadow& shadow) const {
    const Sample& sample = samples_[index(column, row)];
    if (std::isfinite(sample.nearness)) return light_of_body(sample, column, row);
    return light_of_ground(x_of(column), y_of(row), shadow);
  }

  /// A soft light from above and the left of the picture, a dim one from everywhere else.
  Light light_of_body(const Sample& sample, int column, int row) const {
    const Vec3 to_light = unit({-0.45, 0.65, 0.62});
    const Vec3& normal = sample.normal;
    // Wrapped round, for cloth and skin scatter light.
    const double direct = std::max(0.0, (dot(normal, to_light) + 0.25) / 1.25);
    const double from_sky = 0.5 + 0.5 * normal.y;
    const double towards_eye = std::max(0.0, normal.z);
    const double brightness = 0.36 + 0.20 * from_sky + 0.52 * direct;
    Light light = brightness * light_of(sample.color);
    const double rim = (1 - towards_eye) * (1 - towards_eye) * (1 - towards_eye);
    light = (1 - 0.22 * rim) * light;
    return (1 - 0.5 * step_behind(sample, column, row)) * light;
  }

  /// In [0, 1]: how far something close by stands before this point. It parts what has one colour.
  double step_behind(const Sample& sample, int column, int row) const {
    constexpr int kAway = 3;  // samples
    constexpr double kStep_m = 0.025;
    constexpr double kWhole_m = 0.07;
    double step_m = 0;
    for (const auto& [dx, dy] :
         {std::pair(kAway, 0), std::pair(-kAway, 0), std::pair(0, kAway), std::pair(0, -kAway)}) {
      const int x = column + dx;
      const int y = row + dy;
      if (x < 0 || y < 0 || x >= width_ || y >= height_) continue;
      step_m = std::max(step_m, samples_[index(x, y)].nearness - sample.nearness);
    }
    return smooth_step(kStep_m, kWhole_m, step_m);
  }

  /// The ray goes on to y = 0, unless that lies behind the horizon.
  Light light_of_ground(double x, double y, const GroundShadow& shadow) const {
    constexpr double kHorizon_m = 2.5;  // behind the figure
    const Vec3 at_m = camera_.centre_m + x * axes_.right + y * axes_.up;
    const double away_m = at_m.y / axes_.near.y;
    const double sky = smooth_step(0.4 * kHorizon_m, kHorizon_m, away_m);
    const Light far = mixed(light_of(kHorizon), light_of(kSky), smooth_step(0.6, 1.4, y));
    if (sky >= 1) return far;
    const Vec3 ground_m = at_m - away_m * axes_.near;
    const double darkness = shadow.darkness_at(ground_m.x, ground_m.z);
    return mixed((1 - darkness) * light_of(kGround), far, sky);
  }

  static Color color_of(const Light& light) {
    const auto byte = [](double component) {
      return static_cast<std::uint8_t>(std::clamp(component, 0.0, 1.0) * 255 + 0.5);
    };
    return {byte(light.red), byte(light.green), byte(light.blue)};
  }

  Camera camera_;
  Camera::Axes axes_;
  int width_;
  int height_;
  double sample_m_;
  std::vector<Sample> samples_;
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

Canvas draw_shaded(std::span<const formats::RoundBone> bones, const formats::Figure& figure,
                   const Camera& camera, int width, int height) {
  KINE_ASSERT(camera.down > 0 && camera.down < 1);
  KINE_ASSERT(camera.aspect != Aspect::Above);
  std::vector<Placed> placed;
  for (const formats::RoundBone& bone : bones) {
    const std::size_t joint = body::index_of(bone.joint);
    const auto in_world = [&](const Vec3& in_joint_m) {
      return figure.positions_m[joint] + figure.character_from_joint[joint] * in_joint_m;
    };
    placed.push_back({.from = in_world(bone.from_m),
                      .to = in_world(bone.to_m),
                      .from_radius = bone.from_radius_m,
                      .to_radius = bone.to_radius_m,
                      .color = bone.color});
  }
  Rendering rendering(camera, width, height);
  for (const Placed& bone : placed) rendering.add(bone);
  const Vec3& hips_m = figure.positions_m[body::index_of(body::Joint::Hips)];
  return rendering.finish(GroundShadow(placed, hips_m));
}

}  // namespace kine::pictures
