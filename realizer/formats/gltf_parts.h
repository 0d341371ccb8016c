// The parts that a glTF is put together from: numbers in one buffer, nodes, and their bytes at
// last.
//
// Every header of the library stands behind this one's .cc and those that build on it.
#pragma once

#include <tiny_gltf.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "realizer/core/result.h"

namespace kine::formats {

/// Bytes of a glTF that is written: half of what its 32 bits can say, and more than anybody opens.
inline constexpr std::size_t kGltfBytesMax = std::size_t{1} << 31;

class GltfParts {
 public:
  GltfParts();

  tinygltf::Model model;

  /// An accessor of these floats, so many in an element; its bounds are said where they must be.
  enum class Bounds : std::uint8_t { Left, Said };
  int add_floats(std::span<const float> numbers, int type, Bounds bounds = Bounds::Left);

  /// The same for numbers of a mesh, whose buffer view says what they are for.
  int add_vertices(std::span<const float> numbers, int type, Bounds bounds = Bounds::Left);
  int add_bytes_of_vertices(std::span<const std::uint8_t> numbers, bool normalized);
  int add_corners(std::span<const std::uint32_t> corners);

  int add_node(tinygltf::Node node);

  /// An error where there is more than a glTF can hold.
  Result<std::string> bytes();

 private:
  int add(std::span<const std::uint8_t> bytes, int component_type, int type, std::size_t count,
          std::optional<int> target);
  void say_bounds(int accessor, std::span<const float> numbers);
};

}  // namespace kine::formats
