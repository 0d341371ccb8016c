// Tests for realizer/formats/gltf_parts.h.
#include "realizer/formats/gltf_parts.h"

#include <array>
#include <string>

#include "tests/support/catch.h"

namespace kine::gltf_parts_test {

using namespace kine;

TEST_CASE("bounds of numbers are said component by component", "[formats][gltf_parts]") {
  formats::GltfParts parts;
  const std::array<float, 6> numbers = {1, -2, 3, -4, 5, 0};

  const int said = parts.add_floats(numbers, TINYGLTF_TYPE_VEC3, formats::GltfParts::Bounds::Said);
  const int left = parts.add_floats(numbers, TINYGLTF_TYPE_VEC3);

  CHECK(parts.model.accessors.at(0).count == 2);
  CHECK(said == 0);
  CHECK(parts.model.accessors[0].minValues == std::vector<double>{-4, -2, 0});
  CHECK(parts.model.accessors[0].maxValues == std::vector<double>{1, 5, 3});
  CHECK(left == 1);
  CHECK(parts.model.accessors[1].minValues.empty());
}

TEST_CASE("every buffer view begins at a multiple of four", "[formats][gltf_parts]") {
  formats::GltfParts parts;
  const std::array<std::uint8_t, 4> bytes = {1, 2, 3, 4};
  const std::array<std::uint32_t, 3> corners = {0, 1, 2};
  parts.add_bytes_of_vertices(bytes, true);
  parts.add_corners(corners);

  for (const tinygltf::BufferView& view : parts.model.bufferViews) CHECK(view.byteOffset % 4 == 0);
  CHECK(parts.model.accessors[0].normalized);
  CHECK(parts.model.bufferViews[0].target == TINYGLTF_TARGET_ARRAY_BUFFER);
  CHECK(parts.model.bufferViews[1].target == TINYGLTF_TARGET_ELEMENT_ARRAY_BUFFER);
}

TEST_CASE("the bytes of a glTF begin as binary glTF 2 does, and say their length",
          "[formats][gltf_parts]") {
  formats::GltfParts parts;
  const std::array<float, 1> numbers = {1};
  parts.add_floats(numbers, TINYGLTF_TYPE_SCALAR);
  const auto bytes = parts.bytes();

  REQUIRE(bytes);
  CHECK(bytes->starts_with(std::string("glTF\x02\0\0\0", 8)));
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>((*bytes)[at]); };
  CHECK(bytes->size() == static_cast<std::size_t>(byte(8) + 256 * byte(9)));
}

}  // namespace kine::gltf_parts_test
