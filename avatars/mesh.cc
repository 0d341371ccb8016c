#include "avatars/mesh.h"

namespace kine::avatars {
namespace {

Vertex mirrored_vertex(const Vertex& vertex) {
  Vertex other = vertex;
  other.position = mirrored(vertex.position);
  other.normal = mirrored(vertex.normal);
  for (auto& joint : other.skinning.joints) joint = body::mirrored(joint);
  return other;
}

}  // namespace

void append(Mesh& mesh, const Mesh& addition) {
  const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
  mesh.vertices.insert(mesh.vertices.end(), addition.vertices.begin(), addition.vertices.end());
  for (Triangle triangle : addition.triangles) {
    for (auto& corner : triangle.corners) corner += first;
    mesh.triangles.push_back(triangle);
  }
}

Mesh with_mirror_image(const Mesh& left_half) {
  Mesh whole = left_half;
  std::vector<std::uint32_t> image(left_half.vertices.size());
  for (std::uint32_t i = 0; i < left_half.vertices.size(); ++i) {
    const Vertex& vertex = left_half.vertices[i];
    image[i] = vertex.position.x == 0 ? i : static_cast<std::uint32_t>(whole.vertices.size());
    if (image[i] != i) whole.vertices.push_back(mirrored_vertex(vertex));
  }
  for (const Triangle& triangle : left_half.triangles) {
    const auto& [a, b, c] = triangle.corners;
    whole.triangles.push_back({{image[a], image[c], image[b]}, triangle.material});
  }
  return whole;
}

std::vector<Vec3> compute_normals(const std::vector<Vec3>& positions,
                                  const std::vector<Triangle>& triangles) {
  std::vector<Vec3> normals(positions.size());
  for (const Triangle& triangle : triangles) {
    const auto& [a, b, c] = triangle.corners;
    const Vec3 twice_area = cross(positions[b] - positions[a], positions[c] - positions[a]);
    for (const auto corner : triangle.corners) normals[corner] = normals[corner] + twice_area;
  }
  for (Vec3& normal : normals) normal = unit(normal);
  return normals;
}

}  // namespace kine::avatars
