#include "realizer/pictures/skinned_mesh.h"

#include <algorithm>
#include <utility>

#include "realizer/pictures/light.h"

namespace kine::pictures {
namespace {

using body::Joint;

std::array<Vec3, body::kJointCount> joints_in_t_pose(const body::Body& body) {
  return body.compute_model({}).positions_m;
}

/// How a joint carries what hangs on it. Columns of a matrix are quicker than a quaternion.
struct Carried {
  Vec3 rest_m;
  Vec3 position_m;
  Vec3 x;
  Vec3 y;
  Vec3 z;

  Vec3 turned(const Vec3& v) const { return v.x * x + v.y * y + v.z * z; }
};

Vec3 scaled(const Vec3& scale, const Vec3& v) {
  return {scale.x * v.x, scale.y * v.y, scale.z * v.z};
}

/// The scale along each axis that brings some offsets nearest to others, by least squares; where
/// they say little about an axis, it is near `usual`.
class ScaleFit {
 public:
  explicit ScaleFit(const Vec3& usual) : to_(kWeight_m2 * usual) {}

  void add(const Vec3& from_m, const Vec3& to_m) {
    to_ = to_ + Vec3{from_m.x * to_m.x, from_m.y * to_m.y, from_m.z * to_m.z};
    from_ = from_ + Vec3{from_m.x * from_m.x, from_m.y * from_m.y, from_m.z * from_m.z};
  }
  Vec3 scale() const {
    const auto of = [](double to, double from) { return std::max(kScaleMin, to / from); };
    return {of(to_.x, from_.x), of(to_.y, from_.y), of(to_.z, from_.z)};
  }

 private:
  static constexpr double kWeight_m2 = 1e-4;  // as much as an offset of 1 cm
  static constexpr double kScaleMin = 0.1;

  Vec3 to_;
  Vec3 from_{kWeight_m2, kWeight_m2, kWeight_m2};
};

std::vector<std::size_t> children_of(std::size_t joint) {
  std::vector<std::size_t> children;
  for (std::size_t other = 0; other < body::kJointCount; ++other) {
    if (body::parent_indices()[other] == static_cast<std::int8_t>(joint)) children.push_back(other);
  }
  return children;
}

/// Of each joint's part.
std::array<Vec3, body::kJointCount> compute_scales(
    const std::array<Vec3, body::kJointCount>& from_m,
    const std::array<Vec3, body::kJointCount>& to_m) {
  const std::size_t head = body::index_of(Joint::Head);
  const double size = to_m[head].y / from_m[head].y;
  std::array<Vec3, body::kJointCount> scales;
  for (std::size_t joint = 0; joint < body::kJointCount; ++joint) {
    const std::vector<std::size_t> children = children_of(joint);
    // Bones without children, as fingers' ends, go on as the bone before them.
    const auto parent = body::parent_of(body::joint_at(joint));
    ScaleFit fit(children.empty() ? scales[body::index_of(*parent)] : Vec3{size, size, size});
    for (const std::size_t child : children) {
      fit.add(from_m[child] - from_m[joint], to_m[child] - to_m[joint]);
    }
    // Soles stay on the ground.
    const bool is_toes =
        joint == body::index_of(Joint::LeftToes) || joint == body::index_of(Joint::RightToes);
    if (is_toes) fit.add({0, from_m[joint].y, 0}, {0, to_m[joint].y, 0});
    scales[joint] = fit.scale();
  }
  return scales;
}

}  // namespace

PosedMesh posed(const SkinnedMesh& mesh, const formats::Figure& figure,
                const std::array<float, body::kChannelCount>& channels) {
  PosedMesh posed{.positions_m = {}, .normals = {}, .colors = {}, .corners = mesh.corners};
  for (const SkinnedMesh::Vertex& vertex : mesh.vertices) {
    posed.positions_m.push_back(vertex.position_m);
    posed.normals.push_back(vertex.normal);
    posed.colors.push_back(vertex.color);
  }
  for (const SkinnedMesh::Shape& shape : mesh.shapes) {
    double weight = 0;
    for (const auto& [channel, factor] : shape.drivers) weight += factor * channels[channel];
    if (weight == 0) continue;
    for (const SkinnedMesh::Move& move : shape.moves) {
      Vec3& position_m = posed.positions_m[move.vertex];
      Vec3& normal = posed.normals[move.vertex];
      position_m = position_m + weight * move.position_m;
      normal = normal + weight * move.normal;
    }
  }

  std::array<Carried, body::kJointCount> carried;
  for (std::size_t joint = 0; joint < body::kJointCount; ++joint) {
    const Quat& turn = figure.character_from_joint[joint];
    carried[joint] = {.rest_m = mesh.joints_m[joint],
                      .position_m = figure.positions_m[joint],
                      .x = turn * Vec3{1, 0, 0},
                      .y = turn * Vec3{0, 1, 0},
                      .z = turn * Vec3{0, 0, 1}};
  }
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
    const SkinnedMesh::Vertex& vertex = mesh.vertices[i];
    Vec3 position_m;
    Vec3 normal;
    for (std::size_t k = 0; k < vertex.joints.size(); ++k) {
      if (vertex.shares[k] == 0) continue;
      const Carried& by = carried[vertex.joints[k]];
      position_m = position_m +
                   vertex.shares[k] * (by.position_m + by.turned(posed.positions_m[i] - by.rest_m));
      normal = normal + vertex.shares[k] * by.turned(posed.normals[i]);
    }
    posed.positions_m[i] = position_m;
    posed.normals[i] = unit(normal);
  }
  return posed;
}

SkinnedMesh fitted(SkinnedMesh mesh, const body::Body& body) {
  const auto joints_m = joints_in_t_pose(body);
  const auto scales = compute_scales(mesh.joints_m, joints_m);
  const auto scale_of = [&](const SkinnedMesh::Vertex& vertex) {
    Vec3 scale;
    for (std::size_t k = 0; k < vertex.joints.size(); ++k) {
      scale = scale + vertex.shares[k] * scales[vertex.joints[k]];
    }
    return scale;
  };
  // Normals go the other way: what becomes longer becomes flatter.
  const auto normal_of = [](const Vec3& scale, const Vec3& n) {
    return Vec3{n.x / scale.x, n.y / scale.y, n.z / scale.z};
  };
  for (SkinnedMesh::Shape& shape : mesh.shapes) {
    for (SkinnedMesh::Move& move : shape.moves) {
      const Vec3 scale = scale_of(mesh.vertices[move.vertex]);
      move.position_m = scaled(scale, move.position_m);
      move.normal = normal_of(scale, move.normal);
    }
  }
  for (SkinnedMesh::Vertex& vertex : mesh.vertices) {
    Vec3 position_m;
    for (std::size_t k = 0; k < vertex.joints.size(); ++k) {
      const std::size_t joint = vertex.joints[k];
      const Vec3 from_joint_m = vertex.position_m - mesh.joints_m[joint];
      position_m =
          position_m + vertex.shares[k] * (joints_m[joint] + scaled(scales[joint], from_joint_m));
    }
    vertex.position_m = position_m;
    vertex.normal = unit(normal_of(scale_of(vertex), vertex.normal));
  }
  mesh.joints_m = joints_m;
  return mesh;
}

SkinnedMesh skinned(const formats::RoundMesh& round, const body::Body& body) {
  const auto vector_of = [](const std::array<float, 3>& v) { return Vec3{v[0], v[1], v[2]}; };
  SkinnedMesh mesh{
      .vertices = {}, .corners = round.corners, .shapes = {}, .joints_m = joints_in_t_pose(body)};
  for (const formats::RoundMesh::Vertex& vertex : round.vertices) {
    mesh.vertices.push_back({.position_m = vector_of(vertex.position_m),
                             .normal = vector_of(vertex.normal),
                             .color = light_of(vertex.color),
                             .joints = {body::index_of(vertex.joint)},
                             .shares = {1, 0, 0, 0}});
  }
  return mesh;
}

}  // namespace kine::pictures
