#include "realizer/formats/gltf.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "realizer/core/assert.h"
#include "realizer/formats/figure.h"
#include "realizer/formats/gltf_parts.h"
#include "realizer/formats/round_bones.h"
#include "realizer/formats/round_mesh.h"

namespace kine::formats {
namespace {

using body::Joint;

constexpr std::size_t kHips = body::index_of(Joint::Hips);
constexpr std::string_view kVrm = "vrm_";
constexpr const char* kAnimationExtension = "VRMC_vrm_animation";

template <std::size_t kSize>
std::array<float, kSize> floats_of(const std::array<double, kSize>& numbers) {
  std::array<float, kSize> floats;
  std::transform(numbers.begin(), numbers.end(), floats.begin(),
                 [](double number) { return static_cast<float>(number); });
  return floats;
}

std::array<float, 3> floats_of(const Vec3& v) { return floats_of(std::array{v.x, v.y, v.z}); }
std::array<float, 4> floats_of(const Quat& q) { return floats_of(std::array{q.x, q.y, q.z, q.w}); }

Quat quat_of(const std::array<float, 4>& xyzw) {
  return normalized({xyzw[0], xyzw[1], xyzw[2], xyzw[3]});
}

/// What one property of one node does, tick by tick.
template <std::size_t kComponents>
class Curve {
 public:
  void push_back(const std::array<float, kComponents>& value) {
    moves_ =
        moves_ || (!values_.empty() && !std::equal(value.begin(), value.end(), values_.begin()));
    values_.insert(values_.end(), value.begin(), value.end());
  }

  /// Turns are the same on both sides of the sphere; readers that do not know stay on one.
  void push_turn(std::array<float, kComponents> value) {
    static_assert(kComponents == 4);
    float towards = 0;
    const std::size_t before = values_.empty() ? 0 : values_.size() - kComponents;
    for (std::size_t i = 0; i < kComponents && !values_.empty(); ++i) {
      towards += value[i] * values_[before + i];
    }
    if (towards < 0) {
      for (float& number : value) number = -number;
    }
    push_back(value);
  }

  bool moves() const { return moves_; }
  bool is_anything() const {
    return std::any_of(values_.begin(), values_.end(), [](float x) { return x != 0; });
  }

  /// Of what stands still the first and the last.
  std::vector<float> keys() const {
    if (moves_ || values_.size() <= 2 * kComponents) return values_;
    std::vector<float> keys(values_.begin(), values_.begin() + kComponents);
    keys.insert(keys.end(), values_.end() - kComponents, values_.end());
    return keys;
  }

 private:
  bool moves_ = false;
  std::vector<float> values_;
};

/// One joint's gaze from the two eyes': half way between them.
Quat gaze_of(const Frame& frame) {
  const auto turn = [&](Joint eye) {
    return quat_of(frame.parent_from_joint[body::index_of(eye)]);
  };
  return normalized(slerp(turn(Joint::LeftEye), turn(Joint::RightEye), 0.5));
}

bool is_eye(Joint joint) { return joint == Joint::LeftEye || joint == Joint::RightEye; }

tinygltf::Value object_of_node(int node) {
  return tinygltf::Value(tinygltf::Value::Object{{"node", tinygltf::Value(node)}});
}

/// VRM's own expressions under their names, where an animation may have them: gaze is said by
/// lookAt.
bool is_preset(std::string_view channel) {
  return channel.starts_with(kVrm) && !channel.starts_with("vrm_look");
}

class GltfWriter final : public Writer {
 public:
  enum class Kind : std::uint8_t { Vrma, Glb };

  GltfWriter(const Recorded& recorded, Kind kind) : recorded_(recorded), kind_(kind) {}

  void append(const Feedback&, std::string&) override {}

  // Accessors come before what they hold is over, so the bytes wait for the end.
  void append(const Frame& frame, std::string&) override {
    times_s_.push_back(static_cast<float>(recorded_.rate.time_of(frame.tick).count()));
    const Stand stand = stand_of(frame);
    const Vec3 hips_m = {frame.hips_m[0], frame.hips_m[1], frame.hips_m[2]};
    hips_way_.push_back(floats_of(stand.position_m + stand.world_from_character * hips_m));
    for (std::size_t joint = 0; joint < body::kJointCount; ++joint) {
      const auto& turn = frame.parent_from_joint[joint];
      turns_[joint].push_turn(
          joint == kHips ? floats_of(normalized(stand.world_from_character * quat_of(turn)))
                         : turn);
    }
    gaze_.push_turn(floats_of(gaze_of(frame)));
    for (std::size_t channel = 0; channel < body::kChannelCount; ++channel) {
      // A weight is at most 1, and how far its node stands aside.
      weights_[channel].push_back({std::clamp(frame.channels[channel], 0.0F, 1.0F), 0, 0});
    }
  }

  Result<Done> finish(std::string& bytes) override {
    if (times_s_.empty()) return nothing_to_show();
    add_joints();
    add_motion();
    if (kind_ == Kind::Vrma) {
      add_face();
    } else {
      add_figure();
    }
    say_what_is_what();
    say_provenance();
    const Result<std::string> file = parts_.bytes();
    if (!file) return file.error();
    bytes += *file;
    return Done{};
  }

 private:
  void say_provenance() {
    if (!recorded_.provenance) return;
    tinygltf::Value::Object extras;
    for (const auto& [name, value] : rows_of(*recorded_.provenance)) {
      extras["kinesphere_" + std::string(name)] = tinygltf::Value(value);
    }
    parts_.model.asset.extras = tinygltf::Value(std::move(extras));
  }

  /// Joints are the first nodes, in their order.
  void add_joints() {
    for (std::size_t index = 0; index < body::kJointCount; ++index) {
      const Vec3& offset_m = recorded_.body->offsets_m[index];
      tinygltf::Node node;
      node.name = body::name_of(body::joint_at(index));
      node.translation = {offset_m.x, offset_m.y, offset_m.z};
      parts_.add_node(std::move(node));
      const int parent = body::parent_indices()[index];
      std::vector<int>& siblings =
          parent < 0 ? parts_.model.scenes[0].nodes
                     : parts_.model.nodes[static_cast<std::size_t>(parent)].children;
      siblings.push_back(static_cast<int>(index));
    }
  }

  void add_motion() {
    using Bounds = GltfParts::Bounds;
    times_ = parts_.add_floats(times_s_, TINYGLTF_TYPE_SCALAR, Bounds::Said);
    ends_ = times_;
    if (times_s_.size() > 2) {
      const std::array ends_s = {times_s_.front(), times_s_.back()};
      ends_ = parts_.add_floats(ends_s, TINYGLTF_TYPE_SCALAR, Bounds::Said);
    }
    parts_.model.animations.emplace_back();
    animation().name = recorded_.body->name;
    move(static_cast<int>(kHips), "translation", hips_way_, TINYGLTF_TYPE_VEC3);
    for (std::size_t joint = 0; joint < body::kJointCount; ++joint) {
      move(static_cast<int>(joint), "rotation", turns_[joint], TINYGLTF_TYPE_VEC4);
    }
  }

  template <std::size_t kComponents>
  void move(int node, const char* path, const Curve<kComponents>& track, int type) {
    tinygltf::AnimationSampler sampler;
    sampler.input = track.moves() ? times_ : ends_;
    sampler.output = parts_.add_floats(track.keys(), type);
    sampler.interpolation = "LINEAR";
    animation().samplers.push_back(std::move(sampler));
    tinygltf::AnimationChannel channel;
    channel.sampler = static_cast<int>(animation().samplers.size()) - 1;
    channel.target_node = node;
    channel.target_path = path;
    animation().channels.push_back(std::move(channel));
  }

  int add_named(std::string name) {
    tinygltf::Node node;
    node.name = std::move(name);
    const int index = parts_.add_node(std::move(node));
    parts_.model.scenes[0].nodes.push_back(index);
    return index;
  }

  /// A node for each channel that is ever anything, and one for the gaze.
  void add_face() {
    for (std::size_t channel = 0; channel < body::kChannelCount; ++channel) {
      const std::string_view name = body::channel_names()[channel];
      const bool is_gaze = name.starts_with(kVrm) && !is_preset(name);
      if (is_gaze || !weights_[channel].is_anything()) continue;
      const bool preset = is_preset(name);
      const std::string expression(preset ? name.substr(kVrm.size()) : name);
      const int node = add_named("expression_" + expression);
      move(node, "translation", weights_[channel], TINYGLTF_TYPE_VEC3);
      (preset ? presets_ : customs_)[expression] = object_of_node(node);
    }
    look_at_ = add_named("lookAt");
    move(*look_at_, "rotation", gaze_, TINYGLTF_TYPE_VEC4);
  }

  /// VRMC_vrm_animation 1.0. The eyes are no bones of it: lookAt says where they look.
  void say_what_is_what() {
    using tinygltf::Value;
    Value::Object bones;
    for (std::size_t index = 0; index < body::kJointCount; ++index) {
      const Joint joint = body::joint_at(index);
      if (is_eye(joint)) continue;
      bones[std::string(body::name_of(joint))] = object_of_node(static_cast<int>(index));
    }
    Value::Object extension{
        {"specVersion", Value(std::string("1.0"))},
        {"humanoid", Value(Value::Object{{"humanBones", Value(std::move(bones))}})}};
    if (look_at_) extension["lookAt"] = object_of_gaze();
    Value::Object expressions;
    if (!presets_.empty()) expressions["preset"] = Value(presets_);
    if (!customs_.empty()) expressions["custom"] = Value(customs_);
    if (!expressions.empty()) extension["expressions"] = Value(std::move(expressions));
    parts_.model.extensions[kAnimationExtension] = Value(std::move(extension));
    parts_.model.extensionsUsed.emplace_back(kAnimationExtension);
  }

  tinygltf::Value object_of_gaze() const {
    using tinygltf::Value;
    const Vec3& left_m = recorded_.body->offsets_m[body::index_of(Joint::LeftEye)];
    const Value from_head(Value::Array{Value(0.0), Value(left_m.y), Value(left_m.z)});
    return Value(Value::Object{{"node", Value(*look_at_)}, {"offsetFromHeadBone", from_head}});
  }

  /// The round bones as a skin on the joints.
  void add_figure() {
    const RoundMesh mesh = make_round_mesh(*recorded_.body, round_bones(*recorded_.body));
    std::vector<float> positions;
    std::vector<float> normals;
    std::vector<std::uint8_t> colors;
    std::vector<std::uint8_t> joints;
    std::vector<std::uint8_t> weights;
    for (const RoundMesh::Vertex& vertex : mesh.vertices) {
      positions.insert(positions.end(), vertex.position_m.begin(), vertex.position_m.end());
      normals.insert(normals.end(), vertex.normal.begin(), vertex.normal.end());
      const Color linear = linear_of(vertex.color);
      colors.insert(colors.end(), {linear.red, linear.green, linear.blue, 255});
      joints.insert(joints.end(),
                    {static_cast<std::uint8_t>(body::index_of(vertex.joint)), 0, 0, 0});
      weights.insert(weights.end(), {255, 0, 0, 0});
    }
    using Bounds = GltfParts::Bounds;
    tinygltf::Primitive primitive;
    primitive.mode = TINYGLTF_MODE_TRIANGLES;
    primitive.attributes = {
        {"POSITION", parts_.add_vertices(positions, TINYGLTF_TYPE_VEC3, Bounds::Said)},
        {"NORMAL", parts_.add_vertices(normals, TINYGLTF_TYPE_VEC3)},
        {"COLOR_0", parts_.add_bytes_of_vertices(colors, true)},
        {"JOINTS_0", parts_.add_bytes_of_vertices(joints, false)},
        {"WEIGHTS_0", parts_.add_bytes_of_vertices(weights, true)}};
    primitive.indices = parts_.add_corners(mesh.corners);
    primitive.material = add_material();
    tinygltf::Mesh figure;
    figure.name = "figure";
    figure.primitives.push_back(std::move(primitive));
    parts_.model.meshes.push_back(std::move(figure));
    const int node = add_named("figure");
    parts_.model.nodes[static_cast<std::size_t>(node)].mesh = 0;
    parts_.model.nodes[static_cast<std::size_t>(node)].skin = add_skin();
  }

  /// Colours of vertices are linear in glTF, ours are sRGB; a square is near enough to tell.
  static Color linear_of(Color color) {
    const auto linear = [](std::uint8_t value) {
      return static_cast<std::uint8_t>(value * value / 255);
    };
    return {linear(color.red), linear(color.green), linear(color.blue)};
  }

  int add_material() {
    tinygltf::Material material;
    material.name = "cloth";
    material.pbrMetallicRoughness.metallicFactor = 0;
    material.pbrMetallicRoughness.roughnessFactor = 0.8;
    parts_.model.materials.push_back(std::move(material));
    return 0;
  }

  int add_skin() {
    const std::array<Quat, body::kJointCount> at_rest = {};
    const auto t_pose_m = recorded_.body->compute_model(at_rest).positions_m;
    tinygltf::Skin skin;
    std::vector<float> joint_from_model;
    for (std::size_t joint = 0; joint < body::kJointCount; ++joint) {
      skin.joints.push_back(static_cast<int>(joint));
      const std::array<float, 3> back = floats_of(-t_pose_m[joint]);
      joint_from_model.insert(joint_from_model.end(),
                              {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, back[0], back[1], back[2], 1});
    }
    skin.inverseBindMatrices = parts_.add_floats(joint_from_model, TINYGLTF_TYPE_MAT4);
    skin.skeleton = static_cast<int>(kHips);
    parts_.model.skins.push_back(std::move(skin));
    return 0;
  }

  tinygltf::Animation& animation() { return parts_.model.animations[0]; }

  Recorded recorded_;
  Kind kind_;
  std::vector<float> times_s_;
  Curve<3> hips_way_;
  std::array<Curve<4>, body::kJointCount> turns_;
  Curve<4> gaze_;
  std::array<Curve<3>, body::kChannelCount> weights_;

  // While it is put together:
  GltfParts parts_;
  int times_ = -1;  // accessors: of all ticks, and of the first and the last
  int ends_ = -1;
  std::optional<int> look_at_;
  tinygltf::Value::Object presets_;
  tinygltf::Value::Object customs_;
};

}  // namespace

std::unique_ptr<Writer> make_vrma(const Recorded& recorded) {
  KINE_ASSERT(recorded.body != nullptr);
  return std::make_unique<GltfWriter>(recorded, GltfWriter::Kind::Vrma);
}

std::unique_ptr<Writer> make_glb(const Recorded& recorded) {
  KINE_ASSERT(recorded.body != nullptr);
  return std::make_unique<GltfWriter>(recorded, GltfWriter::Kind::Glb);
}

}  // namespace kine::formats
