#include "realizer/formats/read/gltf_figure.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "realizer/core/limits.h"
#include "realizer/formats/read/gltf_skeleton.h"

namespace kine::formats {
namespace {

/// Names of morph targets that are looked at. Faces of ARKit have 52, elaborate ones 300.
constexpr std::size_t kShapesMax = 4'096;

struct PresetName {
  std::string_view old;  // of VRM 0.x
  std::string_view now;
};
constexpr PresetName kPresets[] = {{"joy", "happy"},
                                   {"angry", "angry"},
                                   {"sorrow", "sad"},
                                   {"fun", "relaxed"},
                                   {"neutral", "neutral"},
                                   {"a", "aa"},
                                   {"i", "ih"},
                                   {"u", "ou"},
                                   {"e", "ee"},
                                   {"o", "oh"},
                                   {"blink", "blink"},
                                   {"blink_l", "blinkLeft"},
                                   {"blink_r", "blinkRight"},
                                   {"lookup", "lookUp"},
                                   {"lookdown", "lookDown"},
                                   {"lookleft", "lookLeft"},
                                   {"lookright", "lookRight"}};

void add_once(std::vector<std::string>& names, std::string_view name) {
  if (names.size() >= kShapesMax || std::ranges::count(names, name) > 0) return;
  names.emplace_back(name);
}

/// The entries of a list of objects; none where there is no list.
std::vector<const tinygltf::Value*> entries_of(const tinygltf::Value* part, const char* key) {
  std::vector<const tinygltf::Value*> entries;
  if (part == nullptr || !part->Has(key) || !part->Get(key).IsArray()) return entries;
  const tinygltf::Value& list = part->Get(key);
  for (std::size_t i = 0; i < list.ArrayLen() && i < kShapesMax; ++i) {
    entries.push_back(&list.Get(static_cast<int>(i)));
  }
  return entries;
}

std::string text_of(const tinygltf::Value& entry, const char* key) {
  const bool is_text = entry.IsObject() && entry.Has(key) && entry.Get(key).IsString();
  return is_text ? entry.Get(key).Get<std::string>() : std::string();
}

/// VRM 0.x: a list of bones. Thumbs are called one bone farther out than in VRM 1.0.
void name_old_bones(const tinygltf::Value& extension, const GltfSkeleton& skeleton,
                    pose::FoundRecording& found) {
  for (const auto* bone : entries_of(find_part(extension, "humanoid"), "humanBones")) {
    constexpr std::array kThumbs = {std::pair("ThumbProximal", "ThumbMetacarpal"),
                                    std::pair("ThumbIntermediate", "ThumbProximal")};
    std::string name = text_of(*bone, "bone");
    for (const auto& [old, now] : kThumbs) {
      if (!name.ends_with(old)) continue;
      name.replace(name.size() - std::string_view(old).size(), std::string::npos, now);
      break;
    }
    const auto node = skeleton.find_node(*bone);
    if (!node) continue;
    std::optional<body::Joint>& joint = found.recording.nodes[*node].joint;
    joint = body::find_joint(name);
    if (!joint) found.left_out.push_back(loss_of("the bone", name));
  }
}

void list_expressions(const tinygltf::Value& extension, GltfFigure& figure) {
  const tinygltf::Value* expressions = find_part(extension, "expressions");
  if (expressions == nullptr) return;
  if (const auto* presets = find_part(*expressions, "preset")) {
    for (const std::string& name : presets->Keys()) add_once(figure.presets, name);
  }
  if (const auto* custom = find_part(*expressions, "custom")) {
    for (const std::string& name : custom->Keys()) add_once(figure.shapes, name);
  }
}

void list_old_expressions(const tinygltf::Value& extension, GltfFigure& figure) {
  for (const auto* group :
       entries_of(find_part(extension, "blendShapeMaster"), "blendShapeGroups")) {
    const std::string preset = text_of(*group, "presetName");
    const auto* known = std::ranges::find(kPresets, preset, &PresetName::old);
    if (known != std::end(kPresets)) {
      add_once(figure.presets, known->now);
    } else if (const std::string name = text_of(*group, "name"); !name.empty()) {
      add_once(figure.shapes, name);
    }
  }
}

/// Exporters write their names beside a mesh.
void list_morph_targets(const tinygltf::Model& model, GltfFigure& figure) {
  for (const tinygltf::Mesh& mesh : model.meshes) {
    if (!mesh.extras.IsObject()) continue;
    for (const auto* name : entries_of(&mesh.extras, "targetNames")) {
      if (name->IsString()) add_once(figure.shapes, name->Get<std::string>());
    }
  }
}

}  // namespace

Result<GltfFigure> read_figure(std::string_view bytes) {
  const auto model = load_gltf(bytes, kFigureBytesMax);
  if (!model) return model.error();
  GltfFigure figure{.found = {}, .kind = "glTF", .presets = {}, .shapes = {}};
  pose::Recording& recording = figure.found.recording;
  GltfSkeleton skeleton(*model);
  if (auto fault = skeleton.add_to(recording)) return *std::move(fault);
  recording.frame_count = 1;
  recording.frame_time = Seconds(1);
  const auto& extensions = model->extensions;
  if (const auto vrm = extensions.find("VRMC_vrm"); vrm != extensions.end()) {
    figure.kind = "VRM 1.0";
    skeleton.name_bones(recording, figure.found.left_out);
    list_expressions(vrm->second, figure);
  } else if (const auto old = extensions.find("VRM"); old != extensions.end()) {
    figure.kind = "VRM 0.x";
    name_old_bones(old->second, skeleton, figure.found);
    list_old_expressions(old->second, figure);
  }
  list_morph_targets(*model, figure);
  return figure;
}

bool has_animation(std::string_view bytes) {
  const auto model = load_gltf(bytes, kFigureBytesMax);
  return model && !model->animations.empty();
}

}  // namespace kine::formats
