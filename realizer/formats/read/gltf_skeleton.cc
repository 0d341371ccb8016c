#include "realizer/formats/read/gltf_skeleton.h"

#include <cmath>
#include <utility>

#include "realizer/core/limits.h"
#include "realizer/core/number.h"

namespace kine::formats {
namespace {

constexpr std::size_t kHeadBytes = 20;  // of the file and of its first chunk, which is JSON

/// Why the bytes must not be given to the library: it reads JSON by recursion.
std::optional<Error> find_fault_of_bytes(std::string_view bytes, std::size_t bytes_max) {
  if (bytes.size() > bytes_max) {
    return gltf_error(ErrorCode::LimitExceeded, "the bytes of a clip must be at most " +
                                                    std::to_string(bytes_max) + ", not " +
                                                    quoted(std::to_string(bytes.size())));
  }
  if (bytes.size() < kHeadBytes || !bytes.starts_with("glTF")) {
    return gltf_error(ErrorCode::Syntax, "this is no binary glTF: " + quoted(bytes.substr(0, 4)));
  }
  std::size_t depth = 0;
  bool in_string = false;
  for (std::size_t i = kHeadBytes; i < bytes.size(); ++i) {
    const char c = bytes[i];
    if (in_string) {
      if (c == '\\') ++i;
      if (c == '"') in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (c == '{' || c == '[') {
      if (++depth > kNestingMax) {
        return gltf_error(ErrorCode::LimitExceeded,
                          "the JSON of a clip is nested at most " + std::to_string(kNestingMax) +
                              " deep, which is passed at byte " + quoted(std::to_string(i)));
      }
    } else if (c == '}' || c == ']') {
      if (depth <= 1) break;  // behind it lie numbers
      --depth;
    }
  }
  return {};
}

// What the library would do with files: nothing. `asked` says that it wanted to.

bool no_file(const std::string&, void* asked) {
  *static_cast<bool*>(asked) = true;
  return false;
}
std::string no_path(const std::string& path, void* asked) {
  *static_cast<bool*>(asked) = true;
  return path;
}
bool no_reading(std::vector<unsigned char>*, std::string*, const std::string&, void* asked) {
  *static_cast<bool*>(asked) = true;
  return false;
}
bool no_writing(std::string*, const std::string&, const std::vector<unsigned char>&, void*) {
  return false;
}

/// Pictures of an avatar are passed over.
bool no_image(tinygltf::Image*, int, std::string*, std::string*, int, int, const unsigned char*,
              int, void*) {
  return true;
}

}  // namespace

Error gltf_error(ErrorCode code, std::string message) { return {code, std::move(message), {}}; }

std::string loss_of(const std::string& what, std::string_view name) {
  return what + " " + quoted(name);
}

Result<tinygltf::Model> load_gltf(std::string_view bytes, std::size_t bytes_max) {
  if (auto fault = find_fault_of_bytes(bytes, bytes_max)) return *std::move(fault);
  bool asked = false;
  tinygltf::TinyGLTF loader;
  loader.SetFsCallbacks({no_file, no_path, no_reading, no_writing, &asked});
  loader.SetImageLoader(no_image, nullptr);
  tinygltf::Model model;
  std::string why;
  std::string warnings;
  const bool loaded = loader.LoadBinaryFromMemory(
      &model, &why, &warnings, reinterpret_cast<const unsigned char*>(bytes.data()),
      static_cast<unsigned int>(bytes.size()));
  if (asked) return gltf_error(ErrorCode::Unsupported, "a clip must not refer to other files");
  if (!loaded) return gltf_error(ErrorCode::Syntax, "this is no sound glTF: " + quoted(why));
  return model;
}

const tinygltf::Value* find_part(const tinygltf::Value& value, const std::string& key) {
  if (!value.IsObject() || !value.Has(key)) return nullptr;
  const tinygltf::Value& part = value.Get(key);
  return part.IsObject() ? &part : nullptr;
}

std::optional<Error> GltfSkeleton::add_to(pose::Recording& recording) {
  if (auto fault = order_nodes()) return fault;
  for (const std::size_t index : order_) {
    if (auto fault = add_node(index, recording)) return fault;
  }
  return {};
}

/// Parents first; a node has one parent at most and is not its own ancestor.
std::optional<Error> GltfSkeleton::order_nodes() {
  const std::size_t count = model_.nodes.size();
  if (count > kClipNodesMax) {
    return gltf_error(ErrorCode::LimitExceeded, "the joints of a clip must be at most " +
                                                    std::to_string(kClipNodesMax) + ", not " +
                                                    quoted(std::to_string(count)));
  }
  parents_.resize(count);
  places_.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    for (const int child : model_.nodes[i].children) {
      if (!has(model_.nodes, child) || parents_[static_cast<std::size_t>(child)]) {
        return gltf_error(ErrorCode::Syntax, "a node of a clip has one parent, unlike a child of " +
                                                 quoted(model_.nodes[i].name));
      }
      parents_[static_cast<std::size_t>(child)] = i;
    }
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (!parents_[i]) order_.push_back(i);
  }
  for (std::size_t i = 0; i < order_.size(); ++i) {
    places_[order_[i]] = i;
    for (const int child : model_.nodes[order_[i]].children) {
      order_.push_back(static_cast<std::size_t>(child));
    }
  }
  if (order_.size() == count) return {};
  return gltf_error(ErrorCode::Syntax, "a node of a clip is its own ancestor");
}

std::optional<Error> GltfSkeleton::add_node(std::size_t index, pose::Recording& recording) const {
  const tinygltf::Node& node = model_.nodes[index];
  if (!node.matrix.empty()) {
    return gltf_error(ErrorCode::Unsupported,
                      "a node of a clip has a rotation and a translation, not a matrix like " +
                          quoted(node.name));
  }
  pose::Recording::Node added;
  added.name = node.name;
  if (parents_[index]) added.parent = places_[*parents_[index]];
  const std::vector<double>& r = node.rotation;
  const std::vector<double>& t = node.translation;
  if (r.size() == 4) added.rest = {r[0], r[1], r[2], r[3]};
  if (t.size() == 3) added.offset = {t[0], t[1], t[2]};
  const double size = dot(added.rest, added.rest);
  const bool sound =
      std::isfinite(size) && size > 1e-12 && size < 1e12 && length(added.offset) <= kGltfLengthMax;
  if (!sound) {
    return gltf_error(ErrorCode::OutOfRange,
                      "the rest pose of a node is finite, unlike that of " + quoted(node.name));
  }
  added.rest = normalized(added.rest);
  recording.nodes.push_back(std::move(added));
  return {};
}

const tinygltf::Value* GltfSkeleton::name_bones(pose::Recording& recording,
                                                std::vector<std::string>& left_out) const {
  for (const char* extension : {"VRMC_vrm_animation", "VRMC_vrm"}) {
    const auto found = model_.extensions.find(extension);
    if (found == model_.extensions.end()) continue;
    const tinygltf::Value* humanoid = find_part(found->second, "humanoid");
    const tinygltf::Value* bones = humanoid ? find_part(*humanoid, "humanBones") : nullptr;
    if (bones == nullptr) continue;
    recording.rest = pose::Recording::Rest::TPose;
    for (const std::string& name : bones->Keys()) {
      const auto joint = body::find_joint(name);
      const auto node = find_node(bones->Get(name));
      if (joint && node) {
        recording.nodes[*node].joint = joint;
      } else {
        left_out.push_back(loss_of("the bone", name));
      }
    }
    return &found->second;
  }
  return nullptr;
}

std::optional<std::size_t> GltfSkeleton::find_node(const tinygltf::Value& entry) const {
  if (!entry.IsObject() || !entry.Has("node") || !entry.Get("node").IsInt()) return {};
  const int node = entry.Get("node").GetNumberAsInt();
  if (!has(places_, node)) return {};
  return place_of(node);
}

}  // namespace kine::formats
