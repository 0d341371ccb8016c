#include "realizer/pictures/avatar_reader.h"

#include <tiny_gltf.h>

#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "realizer/core/number.h"
#include "realizer/formats/read/gltf_figure.h"
#include "realizer/formats/read/gltf_numbers.h"
#include "realizer/formats/read/gltf_skeleton.h"
#include "realizer/formats/round_bones.h"
#include "realizer/pose/recording.h"

namespace kine::pictures {
namespace {

Error avatar_error(const std::string& message) {
  return formats::gltf_error(ErrorCode::Unsupported, message);
}

Vec3 vector_at(const std::vector<double>& numbers, std::size_t index, std::size_t components = 3) {
  const std::size_t at = components * index;
  return {numbers[at], numbers[at + 1], numbers[at + 2]};
}

/// Puts the file's parts together in one mesh.
class AvatarReader {
 public:
  explicit AvatarReader(const tinygltf::Model& model) : model_(model), skeleton_(model) {}

  Result<SkinnedMesh> read() {
    if (auto fault = read_joints()) return *std::move(fault);
    for (std::size_t index = 0; index < model_.nodes.size(); ++index) {
      const tinygltf::Node& node = model_.nodes[index];
      if (!formats::has(model_.meshes, node.mesh)) continue;
      if (auto fault = read_mesh(node, static_cast<int>(index))) return *std::move(fault);
    }
    return std::move(mesh_);
  }

 private:
  std::optional<Error> read_joints() {
    if (auto fault = skeleton_.add_to(recording_)) return fault;
    std::vector<std::string> left_out;
    vrm_ = skeleton_.name_bones(recording_, left_out);
    if (vrm_ == nullptr) return avatar_error("an avatar is VRM 1.0");
    body::JointSet found;
    std::vector<Vec3> places_m;
    for (const auto& node : recording_.nodes) {
      places_m.push_back(node.parent ? places_m[*node.parent] + node.offset : node.offset);
      if (!node.joint) continue;
      if (std::abs(node.rest.w) < 1 - 1e-9) {
        return avatar_error("the joints of an avatar are not turned in T-pose, unlike " +
                            quoted(node.name));
      }
      mesh_.joints_m[body::index_of(*node.joint)] = places_m.back();
      found.insert(*node.joint);
    }
    if (!(found == body::JointSet::all())) return avatar_error("an avatar has all of our joints");
    return {};
  }

  std::optional<Error> read_mesh(const tinygltf::Node& node, int node_index) {
    if (!formats::has(model_.skins, node.skin)) return avatar_error("the meshes have a skin");
    const tinygltf::Mesh& mesh = model_.meshes[static_cast<std::size_t>(node.mesh)];
    const std::size_t first_shape = mesh_.shapes.size();
    if (!mesh.primitives.empty()) {
      mesh_.shapes.resize(first_shape + mesh.primitives.front().targets.size());
    }
    name_shapes(mesh, first_shape);
    bind_expressions(node_index, first_shape);
    for (const tinygltf::Primitive& primitive : mesh.primitives) {
      const auto joints = model_.skins[static_cast<std::size_t>(node.skin)].joints;
      if (auto fault = read_primitive(primitive, joints, first_shape)) return fault;
    }
    return {};
  }

  void drive(std::size_t shape, std::string_view channel, double factor) {
    const auto found = body::find_channel(channel);
    if (!found || shape >= mesh_.shapes.size()) return;
    mesh_.shapes[shape].drivers.push_back({found->index, factor});
  }

  void name_shapes(const tinygltf::Mesh& mesh, std::size_t first_shape) {
    if (!mesh.extras.IsObject() || !mesh.extras.Has("targetNames")) return;
    const tinygltf::Value& names = mesh.extras.Get("targetNames");
    for (std::size_t i = 0; names.IsArray() && i < names.ArrayLen(); ++i) {
      const tinygltf::Value& name = names.Get(static_cast<int>(i));
      if (name.IsString()) drive(first_shape + i, name.Get<std::string>(), 1);
    }
  }

  void bind_expressions(int node, std::size_t first_shape) {
    const tinygltf::Value* expressions = formats::find_part(*vrm_, "expressions");
    const auto* presets =
        expressions == nullptr ? nullptr : formats::find_part(*expressions, "preset");
    if (presets == nullptr) return;
    for (const std::string& name : presets->Keys()) {
      const tinygltf::Value& preset = presets->Get(name);
      if (!preset.IsObject() || !preset.Has("morphTargetBinds")) continue;
      const tinygltf::Value& binds = preset.Get("morphTargetBinds");
      for (std::size_t i = 0; binds.IsArray() && i < binds.ArrayLen(); ++i) {
        const tinygltf::Value& bind = binds.Get(static_cast<int>(i));
        const bool is_ours = bind.IsObject() && bind.Has("node") && bind.Has("index") &&
                             bind.Has("weight") && bind.Get("node").GetNumberAsInt() == node;
        if (!is_ours) continue;
        drive(first_shape + static_cast<std::size_t>(bind.Get("index").GetNumberAsInt()),
              "vrm_" + name, bind.Get("weight").GetNumberAsDouble());
      }
    }
  }

  Result<std::vector<double>> attribute(const tinygltf::Primitive& primitive, const char* name,
                                        std::size_t components) const {
    const auto found = primitive.attributes.find(name);
    if (found == primitive.attributes.end()) return avatar_error(std::string("no ") + name);
    return formats::numbers_of(model_, found->second, components);
  }

  std::optional<Error> read_primitive(const tinygltf::Primitive& primitive,
                                      const std::vector<int>& joints, std::size_t first_shape) {
    const auto positions = attribute(primitive, "POSITION", 3);
    const auto normals = attribute(primitive, "NORMAL", 3);
    const auto bones = attribute(primitive, "JOINTS_0", 4);
    const auto shares = attribute(primitive, "WEIGHTS_0", 4);
    const auto corners = formats::numbers_of(model_, primitive.indices, 1);
    for (const auto* part : {&positions, &normals, &bones, &shares, &corners}) {
      if (!*part) return part->error();
    }
    const std::size_t count = positions->size() / 3;
    const bool same =
        normals->size() == 3 * count && bones->size() == 4 * count && shares->size() == 4 * count;
    if (!same) return avatar_error("all vertices have a normal, joints and weights");
    const Vec3 color = color_of_material(primitive.material);
    const bool is_tinted = primitive.attributes.contains("COLOR_0");
    const auto tints = is_tinted ? attribute(primitive, "COLOR_0", 4) : std::vector<double>();
    if (!tints) return tints.error();

    const std::size_t first = mesh_.vertices.size();
    for (std::size_t i = 0; i < count; ++i) {
      SkinnedMesh::Vertex vertex{.position_m = vector_at(*positions, i),
                                 .normal = unit(vector_at(*normals, i)),
                                 .color = color};
      if (tints->size() == 4 * count) {
        const Vec3 tint = vector_at(*tints, i, 4);
        vertex.color = {tint.x * color.x, tint.y * color.y, tint.z * color.z};
      }
      for (std::size_t k = 0; k < 4; ++k) {
        vertex.shares[k] = (*shares)[4 * i + k];
        const auto joint = find_joint(joints, (*bones)[4 * i + k]);
        if (!joint && vertex.shares[k] > 0) return avatar_error("only joints of ours move it");
        vertex.joints[k] = joint ? body::index_of(*joint) : 0;
      }
      mesh_.vertices.push_back(vertex);
    }
    for (const double corner : *corners) {
      if (corner >= static_cast<double>(count)) return avatar_error("corners are vertices");
      mesh_.corners.push_back(static_cast<std::uint32_t>(first + static_cast<std::size_t>(corner)));
    }
    if (corners->size() % 3 != 0) return avatar_error("three corners are a triangle");
    return read_targets(primitive, first, count, first_shape);
  }

  std::optional<body::Joint> find_joint(const std::vector<int>& joints, double bone) const {
    if (bone >= static_cast<double>(joints.size())) return {};
    const int node = joints[static_cast<std::size_t>(bone)];
    if (!formats::has(model_.nodes, node)) return {};
    return recording_.nodes[skeleton_.place_of(node)].joint;
  }

  Vec3 color_of_material(int index) const {
    if (!formats::has(model_.materials, index)) return {1, 1, 1};
    const auto& color =
        model_.materials[static_cast<std::size_t>(index)].pbrMetallicRoughness.baseColorFactor;
    return color.size() < 3 ? Vec3{1, 1, 1} : Vec3{color[0], color[1], color[2]};
  }

  std::optional<Error> read_targets(const tinygltf::Primitive& primitive, std::size_t first,
                                    std::size_t count, std::size_t first_shape) {
    for (std::size_t i = 0; i < primitive.targets.size(); ++i) {
      if (first_shape + i >= mesh_.shapes.size()) return avatar_error("parts have the same shapes");
      const auto& target = primitive.targets[i];
      const auto moves_of = [&](const char* name) -> Result<std::vector<double>> {
        const auto found = target.find(name);
        if (found == target.end()) return std::vector<double>(3 * count, 0);
        return formats::numbers_of(model_, found->second, 3);
      };
      const auto positions = moves_of("POSITION");
      const auto normals = moves_of("NORMAL");
      if (!positions) return positions.error();
      if (!normals) return normals.error();
      if (positions->size() != 3 * count || normals->size() != 3 * count) {
        return avatar_error("shapes move the vertices that there are");
      }
      for (std::size_t vertex = 0; vertex < count; ++vertex) {
        const SkinnedMesh::Move move{.vertex = first + vertex,
                                     .position_m = vector_at(*positions, vertex),
                                     .normal = vector_at(*normals, vertex)};
        if (move.position_m == Vec3{} && move.normal == Vec3{}) continue;
        mesh_.shapes[first_shape + i].moves.push_back(move);
      }
    }
    return {};
  }

  const tinygltf::Model& model_;
  formats::GltfSkeleton skeleton_;
  pose::Recording recording_;
  const tinygltf::Value* vrm_ = nullptr;
  SkinnedMesh mesh_;
};

/// How far two skeletons are from each other: the sum of squares over all bones.
double distance_m2(const SkinnedMesh& mesh, const body::Body& body) {
  const auto joints_m = body.compute_model({}).positions_m;
  double sum = 0;
  for (std::size_t joint = 0; joint < body::kJointCount; ++joint) {
    const Vec3 away_m = mesh.joints_m[joint] - joints_m[joint];
    sum += dot(away_m, away_m);
  }
  return sum;
}

}  // namespace

Result<SkinnedMesh> read_avatar(std::string_view bytes) {
  const auto model = formats::load_gltf(bytes, formats::kFigureBytesMax);
  if (!model) return model.error();
  return AvatarReader(*model).read();
}

Result<SkinnedMesh> mesh_for(const body::Body& body, std::span<const std::string_view> avatars) {
  if (avatars.empty()) return skinned(make_round_mesh(body, formats::round_bones(body)), body);
  std::optional<SkinnedMesh> nearest;
  double least_m2 = std::numeric_limits<double>::infinity();
  for (const std::string_view avatar : avatars) {
    Result<SkinnedMesh> mesh = read_avatar(avatar);
    if (!mesh) return mesh.error();
    const double away_m2 = distance_m2(*mesh, body);
    if (away_m2 >= least_m2) continue;
    least_m2 = away_m2;
    nearest = *std::move(mesh);
  }
  constexpr double kSame_m2 = 1e-9;
  return least_m2 < kSame_m2 ? *std::move(nearest) : fitted(*std::move(nearest), body);
}

}  // namespace kine::pictures
