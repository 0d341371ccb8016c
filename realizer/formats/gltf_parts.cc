#include "realizer/formats/gltf_parts.h"

#include <algorithm>
#include <cstddef>
#include <sstream>
#include <utility>

#include "realizer/core/assert.h"
#include "realizer/core/number.h"

namespace kine::formats {
namespace {

template <class Number>
std::span<const std::uint8_t> bytes_of(std::span<const Number> numbers) {
  return {reinterpret_cast<const std::uint8_t*>(numbers.data()), numbers.size_bytes()};
}

std::size_t components_of(int type) {
  return static_cast<std::size_t>(tinygltf::GetNumComponentsInType(static_cast<uint32_t>(type)));
}

}  // namespace

GltfParts::GltfParts() {
  model.asset.version = "2.0";
  model.asset.generator = "kinesphere";
  model.buffers.emplace_back();
  model.scenes.emplace_back();
  model.defaultScene = 0;
}

int GltfParts::add_floats(std::span<const float> numbers, int type, Bounds bounds) {
  const int accessor = add(bytes_of(numbers), TINYGLTF_COMPONENT_TYPE_FLOAT, type,
                           numbers.size() / components_of(type), {});
  if (bounds == Bounds::Said) say_bounds(accessor, numbers);
  return accessor;
}

int GltfParts::add_vertices(std::span<const float> numbers, int type, Bounds bounds) {
  const int accessor = add_floats(numbers, type, bounds);
  model.bufferViews.back().target = TINYGLTF_TARGET_ARRAY_BUFFER;
  return accessor;
}

int GltfParts::add_bytes_of_vertices(std::span<const std::uint8_t> numbers, bool normalized) {
  const int accessor = add(numbers, TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE, TINYGLTF_TYPE_VEC4,
                           numbers.size() / 4, TINYGLTF_TARGET_ARRAY_BUFFER);
  model.accessors.back().normalized = normalized;
  return accessor;
}

int GltfParts::add_corners(std::span<const std::uint32_t> corners) {
  return add(bytes_of(corners), TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT, TINYGLTF_TYPE_SCALAR,
             corners.size(), TINYGLTF_TARGET_ELEMENT_ARRAY_BUFFER);
}

int GltfParts::add_node(tinygltf::Node node) {
  model.nodes.push_back(std::move(node));
  return static_cast<int>(model.nodes.size()) - 1;
}

Result<std::string> GltfParts::bytes() {
  model.buffers[0].name = "numbers";
  const std::size_t size = model.buffers[0].data.size();
  if (size > kGltfBytesMax) {
    return Error{.code = ErrorCode::LimitExceeded,
                 .message = "past gltf_bytes_max of " + std::to_string(kGltfBytesMax) +
                            ", a shorter motion would fit: " + quoted(std::to_string(size))};
  }
  std::ostringstream stream;
  tinygltf::TinyGLTF writer;
  const bool pretty = false;
  const bool binary = true;
  if (!writer.WriteGltfSceneToStream(&model, stream, pretty, binary)) {
    return Error{.code = ErrorCode::Unsupported, .message = "the glTF cannot be written"};
  }
  return std::move(stream).str();
}

int GltfParts::add(std::span<const std::uint8_t> bytes, int component_type, int type,
                   std::size_t count, std::optional<int> target) {
  KINE_ASSERT(!bytes.empty());
  std::vector<unsigned char>& data = model.buffers[0].data;
  tinygltf::BufferView view;
  view.buffer = 0;
  view.byteOffset = data.size();
  view.byteLength = bytes.size();
  if (target) view.target = *target;
  data.insert(data.end(), bytes.begin(), bytes.end());
  while (data.size() % 4 != 0) data.push_back(0);
  model.bufferViews.push_back(std::move(view));

  tinygltf::Accessor accessor;
  accessor.bufferView = static_cast<int>(model.bufferViews.size()) - 1;
  accessor.componentType = component_type;
  accessor.type = type;
  accessor.count = count;
  model.accessors.push_back(std::move(accessor));
  return static_cast<int>(model.accessors.size()) - 1;
}

void GltfParts::say_bounds(int index, std::span<const float> numbers) {
  tinygltf::Accessor& accessor = model.accessors[static_cast<std::size_t>(index)];
  const std::size_t components = components_of(accessor.type);
  for (std::size_t component = 0; component < components; ++component) {
    float low = numbers[component];
    float high = low;
    for (std::size_t at = component; at < numbers.size(); at += components) {
      low = std::min(low, numbers[at]);
      high = std::max(high, numbers[at]);
    }
    accessor.minValues.push_back(low);
    accessor.maxValues.push_back(high);
  }
}

}  // namespace kine::formats
