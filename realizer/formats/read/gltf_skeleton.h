// A binary glTF, loaded with care, and the skeleton of its nodes: what readers of clips and of
// figures begin with.
//
//   bytes --load_gltf--> Model --GltfSkeleton--> the nodes of a Recording, and which joints they
//   are
//
// The bytes may come from anybody. Nothing outside of them is ever opened.
#pragma once

#include <tiny_gltf.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "realizer/core/result.h"
#include "realizer/pose/recording.h"

namespace kine::formats {

/// Past it no number of the file is a length of a person, in whatever unit.
inline constexpr double kGltfLengthMax = 1e6;

/// An error that knows no place, for these files have no lines.
Error gltf_error(ErrorCode code, std::string message);

/// "the expression 'wink'", for FoundRecording::left_out.
std::string loss_of(const std::string& what, std::string_view name);

Result<tinygltf::Model> load_gltf(std::string_view bytes, std::size_t bytes_max);

template <class Items>
bool has(const Items& items, int index) {
  return index >= 0 && static_cast<std::size_t>(index) < items.size();
}

/// A part of an extension, if it is an object; else null.
const tinygltf::Value* find_part(const tinygltf::Value& value, const std::string& key);

class GltfSkeleton {
 public:
  /// The model outlives this.
  explicit GltfSkeleton(const tinygltf::Model& model) : model_(model) {}

  /// All nodes, parents first; or why they are no skeleton. The first call.
  std::optional<Error> add_to(pose::Recording& recording);

  /// Which nodes are joints of ours, where VRM's extensions say it; then the extension, else null.
  /// What they say of no joint of ours is told to `left_out`.
  const tinygltf::Value* name_bones(pose::Recording& recording,
                                    std::vector<std::string>& left_out) const;

  /// Where a node of the file stands in the recording. Pre: has(model.nodes, node).
  std::size_t place_of(int node) const { return places_[static_cast<std::size_t>(node)]; }

  /// The place of the node that an entry of an extension names.
  std::optional<std::size_t> find_node(const tinygltf::Value& entry) const;

 private:
  std::optional<Error> order_nodes();
  std::optional<Error> add_node(std::size_t index, pose::Recording& recording) const;

  const tinygltf::Model& model_;
  std::vector<std::optional<std::size_t>> parents_;  // of the file's nodes
  std::vector<std::size_t> order_;                   // the file's nodes, parents first
  std::vector<std::size_t> places_;                  // where in the order each of them stands
};

}  // namespace kine::formats
