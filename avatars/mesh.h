// Triangles of a body, while they are being made: what every maker of a part hands on and what the
// writer of the file takes apart by material.
//
//   solids --surface--> Mesh --skinned--> Mesh --write_vrm--> bytes
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "realizer/body/skeleton.h"
#include "realizer/math/vec3.h"

namespace kine::avatars {

// clang-format off
enum class Material : std::uint8_t {
  Skin, Lips, Brows, Lashes, Mouth, Teeth, Tongue, EyeWhite, Iris, Pupil, Glint,
  Hair, Nails, Shirt, Trousers, Shoes, Soles,
};
// clang-format on
inline constexpr std::size_t kMaterialCount = 17;

/// What moves a vertex: at most four joints, their shares add up to 1, the greatest first.
struct Skinning {
  std::array<body::Joint, 4> joints{};
  std::array<double, 4> shares{1, 0, 0, 0};

  static Skinning all_by(body::Joint joint) { return {{joint}, {1, 0, 0, 0}}; }
};

struct Vertex {
  Vec3 position;       // in the T-pose, in the character's space
  Vec3 normal;         // a unit vector
  Vec3 tint{1, 1, 1};  // times the material's colour, linear, in [0, 1]
  Skinning skinning;
};

/// Anticlockwise as seen from outside.
struct Triangle {
  std::array<std::uint32_t, 3> corners{};
  Material material = Material::Skin;
};

struct Mesh {
  std::vector<Vertex> vertices;
  std::vector<Triangle> triangles;
};

/// Where the same thing is on the other side.
constexpr Vec3 mirrored(const Vec3& v) { return {-v.x, v.y, v.z}; }

/// `addition` behind what is in `mesh`.
void append(Mesh& mesh, const Mesh& addition);

/// The half with x >= 0 and its mirror image, which share the vertices at x == 0.
Mesh with_mirror_image(const Mesh& left_half);

/// Normals as the mean of those of the triangles around, weighted by their areas.
std::vector<Vec3> compute_normals(const std::vector<Vec3>& positions,
                                  const std::vector<Triangle>& triangles);

}  // namespace kine::avatars
