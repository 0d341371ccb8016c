// Tests for realizer/formats/read/gltf_numbers.h.
#include "realizer/formats/read/gltf_numbers.h"

#include <array>
#include <cstdint>

#include "realizer/formats/gltf_parts.h"
#include "tests/support/catch.h"

namespace kine::formats::gltf_numbers_test {
namespace {

constexpr std::array<float, 6> kTwoVectors = {1, -2, 3, -4, 5, 0};

/// One vector of two, the last, is `value`; the others are 0 or as `base` has them.
tinygltf::Model sparse_model(std::uint32_t place, bool with_base) {
  GltfParts parts;
  const std::array<std::uint32_t, 1> places = {place};
  const std::array<float, 3> value = {7, 8, 9};
  const int base = parts.add_floats(kTwoVectors, TINYGLTF_TYPE_VEC3);
  parts.add_corners(places);
  parts.add_floats(value, TINYGLTF_TYPE_VEC3);
  tinygltf::Accessor& accessor = parts.model.accessors[static_cast<std::size_t>(base)];
  if (!with_base) accessor.bufferView = -1;
  accessor.sparse.isSparse = true;
  accessor.sparse.count = 1;
  accessor.sparse.indices.bufferView = 1;
  accessor.sparse.indices.byteOffset = 0;
  accessor.sparse.indices.componentType = TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT;
  accessor.sparse.values.bufferView = 2;
  accessor.sparse.values.byteOffset = 0;
  return parts.model;
}

}  // namespace

TEST_CASE("numbers are read as they were written, bytes as parts of 255", "[formats][gltf]") {
  GltfParts parts;
  const std::array<std::uint8_t, 4> bytes = {0, 51, 102, 255};
  const std::array<std::uint32_t, 3> corners = {0, 70'000, 2};
  parts.add_floats(kTwoVectors, TINYGLTF_TYPE_VEC3);
  parts.add_bytes_of_vertices(bytes, true);
  parts.add_bytes_of_vertices(bytes, false);
  parts.add_corners(corners);

  CHECK(*numbers_of(parts.model, 0, 3) == std::vector<double>{1, -2, 3, -4, 5, 0});
  CHECK(*numbers_of(parts.model, 1, 4) == std::vector<double>{0, 0.2, 0.4, 1});
  CHECK(*numbers_of(parts.model, 2, 4) == std::vector<double>{0, 51, 102, 255});
  CHECK(*numbers_of(parts.model, 3, 1) == std::vector<double>{0, 70'000, 2});
}

TEST_CASE("what a sparse accessor leaves out is 0, or as its buffer has it", "[formats][gltf]") {
  CHECK(*numbers_of(sparse_model(1, false), 0, 3) == std::vector<double>{0, 0, 0, 7, 8, 9});
  CHECK(*numbers_of(sparse_model(1, true), 0, 3) == std::vector<double>{1, -2, 3, 7, 8, 9});
  CHECK_FALSE(numbers_of(sparse_model(2, false), 0, 3));
}

TEST_CASE("what is not there, or is another kind of number, is refused", "[formats][gltf]") {
  GltfParts parts;
  parts.add_floats(kTwoVectors, TINYGLTF_TYPE_VEC3);
  CHECK_FALSE(numbers_of(parts.model, -1, 3));
  CHECK_FALSE(numbers_of(parts.model, 1, 3));
  CHECK_FALSE(numbers_of(parts.model, 0, 4));

  tinygltf::Accessor& accessor = parts.model.accessors[0];
  accessor.count = 3;  // one more than there are
  CHECK_FALSE(numbers_of(parts.model, 0, 3));
  accessor.count = 2;
  accessor.byteOffset = 4;
  CHECK_FALSE(numbers_of(parts.model, 0, 3));
  accessor.byteOffset = 0;
  accessor.componentType = TINYGLTF_COMPONENT_TYPE_BYTE;
  CHECK_FALSE(numbers_of(parts.model, 0, 3));
}

}  // namespace kine::formats::gltf_numbers_test
