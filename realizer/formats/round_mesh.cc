#include "realizer/formats/round_mesh.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace kine::formats {
namespace {

// Fingers are small: cut as finely as a thigh they would be most of the triangles.
constexpr double kThin_m = 0.02;

/// How finely a bone is cut.
struct Cut {
  std::size_t meridians;
  std::size_t rings;  // of each of the two ends, the circle that they share left out
};

Cut cut_of(const RoundBone& bone) {
  const bool thin = std::max(bone.from_radius_m, bone.to_radius_m) < kThin_m;
  return thin ? Cut{8, 3} : Cut{14, 5};
}

Vec3 any_square_to(const Vec3& axis) {
  const Vec3 other = std::abs(axis.x) < 0.5 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
  return unit(cross(axis, other));
}

class Meshing {
 public:
  explicit Meshing(const body::Body& body) {
    std::array<Quat, body::kJointCount> at_rest = {};
    t_pose_m_ = body.compute_model(at_rest).positions_m;
  }

  void add(const RoundBone& bone) {
    const Sphere from{bone.from_m, bone.from_radius_m};
    const Sphere to{bone.to_m, bone.to_radius_m};
    const Vec3 along_m = bone.to_m - bone.from_m;
    const double length_m = length(along_m);
    const double narrowing_m = bone.from_radius_m - bone.to_radius_m;
    // One of the spheres holds the other: the larger one is all.
    const bool ball = length_m <= std::abs(narrowing_m) || length_m < 1e-6;
    const Sphere& larger = narrowing_m >= 0 ? from : to;
    // The sides touch both spheres where their normals lean by this towards the end.
    const double lean_rad = ball ? 0 : std::asin(narrowing_m / length_m);
    const Vec3 axis = length_m < 1e-6 ? Vec3{0, 1, 0} : along_m / length_m;
    const Vec3 aside = any_square_to(axis);
    const Frame frame{.axis = axis, .aside = aside, .ahead = cross(axis, aside)};

    const std::size_t first = mesh.vertices.size();
    const Cut cut = cut_of(bone);
    constexpr double kQuarter_rad = std::numbers::pi / 2;
    for (std::size_t ring = 0; ring <= cut.rings; ++ring) {
      const double h = static_cast<double>(ring) / static_cast<double>(cut.rings);
      add_ring(bone, frame, ball ? larger : from, -kQuarter_rad + h * (lean_rad + kQuarter_rad),
               cut.meridians);
    }
    for (std::size_t ring = ball ? 1 : 0; ring <= cut.rings; ++ring) {
      const double h = static_cast<double>(ring) / static_cast<double>(cut.rings);
      add_ring(bone, frame, ball ? larger : to, lean_rad + h * (kQuarter_rad - lean_rad),
               cut.meridians);
    }
    add_triangles(first, cut.meridians);
  }

  RoundMesh mesh;

 private:
  struct Sphere {
    Vec3 centre_m;
    double radius_m;
  };

  struct Frame {
    Vec3 axis;
    Vec3 aside;
    Vec3 ahead;
  };

  static std::array<float, 3> floats_of(const Vec3& v) {
    return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
  }

  void add_ring(const RoundBone& bone, const Frame& frame, const Sphere& sphere,
                double latitude_rad, std::size_t meridians) {
    for (std::size_t meridian = 0; meridian < meridians; ++meridian) {
      const double turn_rad =
          2 * std::numbers::pi * static_cast<double>(meridian) / static_cast<double>(meridians);
      const Vec3 outwards = std::cos(turn_rad) * frame.aside + std::sin(turn_rad) * frame.ahead;
      const Vec3 normal =
          unit(std::cos(latitude_rad) * outwards + std::sin(latitude_rad) * frame.axis);
      mesh.vertices.push_back({.position_m = floats_of(t_pose_m_[body::index_of(bone.joint)] +
                                                       sphere.centre_m + sphere.radius_m * normal),
                               .normal = floats_of(normal),
                               .color = bone.color,
                               .joint = bone.joint});
    }
  }

  /// Between each ring and the next one; those at the poles have shrunk to points.
  void add_triangles(std::size_t first, std::size_t meridians) {
    const std::size_t rings = (mesh.vertices.size() - first) / meridians;
    for (std::size_t ring = 0; ring + 1 < rings; ++ring) {
      for (std::size_t meridian = 0; meridian < meridians; ++meridian) {
        const std::size_t next = (meridian + 1) % meridians;
        const auto corner = [&](std::size_t of_ring, std::size_t of_meridian) {
          return static_cast<std::uint32_t>(first + of_ring * meridians + of_meridian);
        };
        const std::array square = {corner(ring, meridian), corner(ring, next),
                                   corner(ring + 1, next), corner(ring + 1, meridian)};
        if (ring != 0) add_triangle(square[0], square[1], square[2]);
        if (ring + 2 != rings) add_triangle(square[0], square[2], square[3]);
      }
    }
  }

  void add_triangle(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    mesh.corners.insert(mesh.corners.end(), {a, b, c});
  }

  std::array<Vec3, body::kJointCount> t_pose_m_;
};

}  // namespace

RoundMesh make_round_mesh(const body::Body& body, std::span<const RoundBone> bones) {
  Meshing meshing(body);
  for (const RoundBone& bone : bones) meshing.add(bone);
  return std::move(meshing.mesh);
}

}  // namespace kine::formats
