#include "avatars/vrm.h"

#include <tiny_gltf.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <optional>
#include <sstream>

#include "avatars/expressions.h"
#include "realizer/core/assert.h"

namespace kine::avatars {
namespace {

using tinygltf::Value;
using Object = Value::Object;
using Array = Value::Array;

struct Surface {
  const char* name;
  Vec3 colour;
  double roughness;
};

std::array<Surface, kMaterialCount> surfaces(const Colours& c) {
  return {{{"skin", c.skin, 0.72},
           {"lips", c.lips, 0.45},
           {"brows", c.brows, 1.0},
           {"lashes", from_srgb(0x1d1513), 0.9},
           {"mouth", from_srgb(0x5a201f), 0.8},
           {"teeth", from_srgb(0xf2ece2), 0.35},
           {"tongue", from_srgb(0xc0645f), 0.5},
           {"eyes", from_srgb(0xf3efea), 0.18},
           {"iris", c.iris, 0.18},
           {"pupils", from_srgb(0x0b0908), 0.12},
           {"glints", {1, 1, 1}, 0.3},
           {"hair", c.hair, 0.8},
           {"nails", {std::min(1.0, 1.05 * c.skin.x), 0.90 * c.skin.y, 0.92 * c.skin.z}, 0.35},
           {"shirt", c.shirt, 0.88},
           {"trousers", c.trousers, 0.92},
           {"shoes", c.shoes, 0.7},
           {"soles", from_srgb(0xe9e5dc), 0.85}}};
}

/// One part of a mesh, of one material: its vertices and where each was in the mesh.
struct Piece {
  Material material = Material::Skin;
  std::vector<std::uint32_t> sources;  // of each vertex: its index in the mesh
  std::vector<std::uint16_t> indices;
  std::map<std::uint32_t, std::uint16_t> places;  // from index in the mesh to vertex
};

std::vector<Piece> pieces_of(const Mesh& mesh) {
  std::vector<Piece> pieces;
  for (std::size_t m = 0; m < kMaterialCount; ++m) {
    Piece piece{static_cast<Material>(m)};
    for (const Triangle& triangle : mesh.triangles) {
      if (triangle.material != piece.material) continue;
      for (const auto corner : triangle.corners) {
        KINE_ASSERT(piece.sources.size() <= UINT16_MAX);
        const auto next = static_cast<std::uint16_t>(piece.sources.size());
        const auto [at, is_new] = piece.places.try_emplace(corner, next);
        if (is_new) piece.sources.push_back(corner);
        piece.indices.push_back(at->second);
      }
    }
    if (!piece.indices.empty()) pieces.push_back(std::move(piece));
  }
  return pieces;
}

class Writer {
 public:
  Writer(const Avatar& avatar, const body::Body& body) : avatar_(avatar), body_(body) {}

  std::string written() {
    model_.asset.version = "2.0";
    model_.asset.generator = "kinesphere make_avatars";
    model_.buffers.emplace_back();
    add_joints();
    add_materials();
    head_node_ = add_mesh("head", avatar_.head, avatar_.shapes);
    add_mesh("eyes", avatar_.eyes, {});
    add_mesh("body", avatar_.body, {});
    model_.scenes.emplace_back();
    model_.scenes[0].nodes = scene_nodes_;
    model_.defaultScene = 0;
    model_.extensionsUsed = {"VRMC_vrm"};
    model_.extensions["VRMC_vrm"] = vrm();
    model_.buffers[0].data = std::move(bytes_);

    tinygltf::TinyGLTF gltf;
    std::ostringstream out;
    gltf.WriteGltfSceneToStream(&model_, out, false, true);
    return out.str();
  }

 private:
  void add_joints() {
    const auto model = body_.compute_model({});
    tinygltf::Skin skin;
    std::vector<float> inverse_binds;
    for (std::size_t i = 0; i < body::kJointCount; ++i) {
      const Vec3& offset = body_.offsets_m[i];
      tinygltf::Node node;
      node.name = std::string(name_of(body::joint_at(i)));
      node.translation = {offset.x, offset.y, offset.z};
      model_.nodes.push_back(node);
      const auto parent = parent_of(body::joint_at(i));
      if (parent) model_.nodes[index_of(*parent)].children.push_back(static_cast<int>(i));
      skin.joints.push_back(static_cast<int>(i));
      const Vec3& p = model.positions_m[i];
      for (const double value :
           {1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, -p.x, -p.y, -p.z, 1.0}) {
        inverse_binds.push_back(static_cast<float>(value));
      }
    }
    scene_nodes_.push_back(0);
    skin.skeleton = 0;
    skin.inverseBindMatrices = add_accessor(add_view(inverse_binds, 0), body::kJointCount,
                                            TINYGLTF_COMPONENT_TYPE_FLOAT, TINYGLTF_TYPE_MAT4);
    model_.skins.push_back(skin);
  }

  void add_materials() {
    for (const Surface& surface : surfaces(avatar_.look.colours)) {
      tinygltf::Material material;
      material.name = surface.name;
      const Vec3& c = surface.colour;
      material.pbrMetallicRoughness.baseColorFactor = {c.x, c.y, c.z, 1};
      material.pbrMetallicRoughness.metallicFactor = 0;
      material.pbrMetallicRoughness.roughnessFactor = surface.roughness;
      if (surface.name == std::string_view("glints")) material.emissiveFactor = {0.9, 0.9, 0.9};
      model_.materials.push_back(material);
    }
  }

  template <class T>
  int add_view(const std::vector<T>& values, int target) {
    while (bytes_.size() % 4 != 0) bytes_.push_back(0);
    tinygltf::BufferView view;
    view.buffer = 0;
    view.byteOffset = bytes_.size();
    view.byteLength = values.size() * sizeof(T);
    view.target = target;
    bytes_.resize(bytes_.size() + view.byteLength);
    std::memcpy(bytes_.data() + view.byteOffset, values.data(), view.byteLength);
    model_.bufferViews.push_back(view);
    return static_cast<int>(model_.bufferViews.size()) - 1;
  }

  int add_accessor(int view, std::size_t count, int component, int type) {
    tinygltf::Accessor accessor;
    accessor.bufferView = view;
    accessor.count = count;
    accessor.componentType = component;
    accessor.type = type;
    model_.accessors.push_back(accessor);
    return static_cast<int>(model_.accessors.size()) - 1;
  }

  /// The bounds that the specification asks of positions.
  void bound(int accessor, const std::vector<float>& places, bool with_zero) {
    auto& low = model_.accessors[static_cast<std::size_t>(accessor)].minValues;
    auto& high = model_.accessors[static_cast<std::size_t>(accessor)].maxValues;
    low.assign(3, with_zero || places.empty() ? 0 : 1e9);
    high.assign(3, with_zero || places.empty() ? 0 : -1e9);
    for (std::size_t i = 0; i < places.size(); ++i) {
      low[i % 3] = std::min<double>(low[i % 3], places[i]);
      high[i % 3] = std::max<double>(high[i % 3], places[i]);
    }
  }

  tinygltf::Primitive primitive_of(const Mesh& mesh, const Piece& piece) {
    std::vector<float> places;
    std::vector<float> normals;
    std::vector<std::uint8_t> tints;
    std::vector<std::uint8_t> joints;
    std::vector<float> shares;
    for (const auto source : piece.sources) {
      const Vertex& vertex = mesh.vertices[source];
      push(places, vertex.position);
      push(normals, vertex.normal);
      for (const double c : {vertex.tint.x, vertex.tint.y, vertex.tint.z, 1.0}) {
        tints.push_back(static_cast<std::uint8_t>(std::lround(255 * std::clamp(c, 0.0, 1.0))));
      }
      for (std::size_t i = 0; i < 4; ++i) {
        joints.push_back(static_cast<std::uint8_t>(index_of(vertex.skinning.joints[i])));
        shares.push_back(static_cast<float>(vertex.skinning.shares[i]));
      }
    }
    const std::size_t count = piece.sources.size();
    const auto attribute = [&](const auto& values, int component, int type) {
      return add_accessor(add_view(values, TINYGLTF_TARGET_ARRAY_BUFFER), count, component, type);
    };
    tinygltf::Primitive primitive;
    primitive.mode = TINYGLTF_MODE_TRIANGLES;
    primitive.material = static_cast<int>(piece.material);
    auto& attributes = primitive.attributes;
    constexpr int kFloat = TINYGLTF_COMPONENT_TYPE_FLOAT;
    constexpr int kByte = TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE;
    attributes["POSITION"] = attribute(places, kFloat, TINYGLTF_TYPE_VEC3);
    bound(attributes["POSITION"], places, false);
    attributes["NORMAL"] = attribute(normals, kFloat, TINYGLTF_TYPE_VEC3);
    attributes["COLOR_0"] = attribute(tints, kByte, TINYGLTF_TYPE_VEC4);
    model_.accessors.back().normalized = true;
    attributes["JOINTS_0"] = attribute(joints, kByte, TINYGLTF_TYPE_VEC4);
    attributes["WEIGHTS_0"] = attribute(shares, kFloat, TINYGLTF_TYPE_VEC4);
    primitive.indices = add_accessor(add_view(piece.indices, TINYGLTF_TARGET_ELEMENT_ARRAY_BUFFER),
                                     piece.indices.size(), TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT,
                                     TINYGLTF_TYPE_SCALAR);
    return primitive;
  }

  static void push(std::vector<float>& values, const Vec3& v) {
    for (const double value : {v.x, v.y, v.z}) values.push_back(static_cast<float>(value));
  }

  /// Only what moves is in the file. What of a piece does not move shares an accessor of zeros.
  std::map<std::string, int> target_of(const FaceShape& shape, const Piece& piece,
                                       std::optional<int>& zeros) {
    std::vector<std::pair<std::uint16_t, const Move*>> moved;
    for (const Move& move : shape.moves) {
      const auto at = piece.places.find(move.vertex);
      if (at != piece.places.end()) moved.emplace_back(at->second, &move);
    }
    std::sort(moved.begin(), moved.end(),
              [](const auto& a, const auto& b) { return a.first < b.first; });
    const auto empty = [&] {
      return add_accessor(-1, piece.sources.size(), TINYGLTF_COMPONENT_TYPE_FLOAT,
                          TINYGLTF_TYPE_VEC3);
    };
    if (moved.empty()) {
      if (!zeros) {
        zeros = empty();
        bound(*zeros, {}, true);
      }
      return {{"POSITION", *zeros}, {"NORMAL", *zeros}};
    }
    std::vector<std::uint16_t> indices;
    std::vector<float> places;
    std::vector<float> normals;
    for (const auto& [vertex, move] : moved) {
      indices.push_back(vertex);
      push(places, move->position);
      push(normals, move->normal);
    }
    const int index_view = add_view(indices, 0);
    const auto sparse = [&](const std::vector<float>& values) {
      const int accessor = empty();
      auto& of = model_.accessors[static_cast<std::size_t>(accessor)].sparse;
      of.isSparse = true;
      of.count = static_cast<int>(indices.size());
      of.indices.bufferView = index_view;
      of.indices.byteOffset = 0;
      of.indices.componentType = TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT;
      of.values.bufferView = add_view(values, 0);
      of.values.byteOffset = 0;
      return accessor;
    };
    const int place_accessor = sparse(places);
    bound(place_accessor, places, moved.size() < piece.sources.size());
    return {{"POSITION", place_accessor}, {"NORMAL", sparse(normals)}};
  }

  int add_mesh(const char* name, const Mesh& mesh, const std::vector<FaceShape>& shapes) {
    tinygltf::Mesh gltf_mesh;
    gltf_mesh.name = name;
    for (const Piece& piece : pieces_of(mesh)) {
      tinygltf::Primitive primitive = primitive_of(mesh, piece);
      std::optional<int> zeros;
      for (const FaceShape& shape : shapes) {
        primitive.targets.push_back(target_of(shape, piece, zeros));
      }
      gltf_mesh.primitives.push_back(primitive);
    }
    if (!shapes.empty()) {
      Array names;
      for (const FaceShape& shape : shapes) names.emplace_back(std::string(shape.name));
      gltf_mesh.extras = Value(Object{{"targetNames", Value(names)}});
      gltf_mesh.weights.assign(shapes.size(), 0);
    }
    tinygltf::Node node;
    node.name = name;
    node.mesh = static_cast<int>(model_.meshes.size());
    node.skin = 0;
    model_.meshes.push_back(gltf_mesh);
    model_.nodes.push_back(node);
    scene_nodes_.push_back(static_cast<int>(model_.nodes.size()) - 1);
    return scene_nodes_.back();
  }

  Value vrm() const {
    return Value(Object{{"specVersion", Value(std::string("1.0"))},
                        {"meta", meta()},
                        {"humanoid", humanoid()},
                        {"lookAt", look_at()},
                        {"expressions", Value(Object{{"preset", presets()}})}});
  }

  Value meta() const {
    const auto text = [](const char* words) { return Value(std::string(words)); };
    return Value(Object{{"name", Value(body_.name)},
                        {"version", text("1")},
                        {"authors", Value(Array{text("Kinesphere")})},
                        {"licenseUrl", text("https://vrm.dev/licenses/1.0/")},
                        {"avatarPermission", text("everyone")},
                        {"commercialUsage", text("corporation")},
                        {"creditNotation", text("unnecessary")},
                        {"modification", text("allowModificationRedistribution")},
                        {"allowRedistribution", Value(true)}});
  }

  Value humanoid() const {
    Object bones;
    for (std::size_t i = 0; i < body::kJointCount; ++i) {
      bones[std::string(name_of(body::joint_at(i)))] =
          Value(Object{{"node", Value(static_cast<int>(i))}});
    }
    return Value(Object{{"humanBones", Value(bones)}});
  }

  /// Eyes are turned by their joints; the shapes of looking move the lids alone.
  Value look_at() const {
    const Vec3& eye = body_.offsets_m[index_of(body::Joint::LeftEye)];
    const auto range = [](double degrees) {
      return Value(Object{{"inputMaxValue", Value(90.0)}, {"outputScale", Value(degrees)}});
    };
    return Value(
        Object{{"type", Value(std::string("bone"))},
               {"offsetFromHeadBone", Value(Array{Value(0.0), Value(eye.y), Value(eye.z)})},
               {"rangeMapHorizontalInner", range(35)},
               {"rangeMapHorizontalOuter", range(40)},
               {"rangeMapVerticalDown", range(30)},
               {"rangeMapVerticalUp", range(30)}});
  }

  Value presets() const {
    Object presets;
    for (const Expression& expression : expressions()) {
      Array binds;
      for (const Share& share : expression.shares) {
        const auto shape =
            std::find_if(avatar_.shapes.begin(), avatar_.shapes.end(),
                         [&](const FaceShape& other) { return other.name == share.shape; });
        if (shape == avatar_.shapes.end()) continue;
        binds.emplace_back(
            Object{{"node", Value(head_node_)},
                   {"index", Value(static_cast<int>(shape - avatar_.shapes.begin()))},
                   {"weight", Value(share.weight)}});
      }
      presets[std::string(expression.name)] =
          Value(Object{{"isBinary", Value(false)}, {"morphTargetBinds", Value(binds)}});
    }
    return Value(presets);
  }

  const Avatar& avatar_;
  const body::Body& body_;
  tinygltf::Model model_;
  std::vector<unsigned char> bytes_;
  std::vector<int> scene_nodes_;
  int head_node_ = 0;
};

}  // namespace

std::string write_vrm(const Avatar& avatar, const body::Body& body) {
  return Writer(avatar, body).written();
}

}  // namespace kine::avatars
