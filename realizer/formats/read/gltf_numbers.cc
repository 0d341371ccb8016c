#include "realizer/formats/read/gltf_numbers.h"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <utility>

#include "realizer/formats/read/gltf_skeleton.h"

namespace kine::formats {
namespace {

Error numbers_error(const std::string& what) {
  return gltf_error(ErrorCode::Unsupported, "the accessors of a glTF are " + what);
}

/// Bytes of one number; 0: of a kind that is not read.
std::size_t bytes_of_kind(int component_type) {
  switch (component_type) {
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE:
      return 1;
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT:
      return 2;
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT:
    case TINYGLTF_COMPONENT_TYPE_FLOAT:
      return 4;
    default:
      return 0;
  }
}

template <class Number>
double number_in(const unsigned char* bytes) {
  Number number = 0;
  std::memcpy(&number, bytes, sizeof number);
  return static_cast<double>(number);
}

double number_of_kind(int component_type, const unsigned char* bytes) {
  switch (component_type) {
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE:
      return *bytes;
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT:
      return number_in<std::uint16_t>(bytes);
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT:
      return number_in<std::uint32_t>(bytes);
    default:
      return number_in<float>(bytes);
  }
}

/// Elements that lie in a view of a buffer.
struct Elements {
  int view = -1;
  std::uint64_t offset = 0;  // within the view
  std::uint64_t count = 0;
  int component_type = TINYGLTF_COMPONENT_TYPE_FLOAT;
  std::size_t components = 1;
};

Result<std::vector<double>> read_elements(const tinygltf::Model& model, const Elements& wanted) {
  if (!has(model.bufferViews, wanted.view)) return numbers_error("in views that there are");
  const auto& view = model.bufferViews[static_cast<std::size_t>(wanted.view)];
  if (!has(model.buffers, view.buffer)) return numbers_error("in buffers that there are");
  const auto& data = model.buffers[static_cast<std::size_t>(view.buffer)].data;
  const std::uint64_t number = bytes_of_kind(wanted.component_type);
  if (number == 0) return numbers_error("floats or unsigned integers");
  const std::uint64_t element = wanted.components * number;
  const std::uint64_t stride = view.byteStride == 0 ? element : view.byteStride;
  const bool sound = wanted.count > 0 && wanted.count <= data.size() && stride >= element &&
                     stride <= 252 && view.byteOffset <= data.size() &&
                     view.byteLength <= data.size() - view.byteOffset &&
                     wanted.offset <= view.byteLength &&
                     (wanted.count - 1) * stride + element <= view.byteLength - wanted.offset;
  if (!sound) return numbers_error("within their buffer");
  std::vector<double> numbers;
  numbers.reserve(wanted.count * wanted.components);
  for (std::uint64_t i = 0; i < wanted.count; ++i) {
    const unsigned char* at = data.data() + view.byteOffset + wanted.offset + i * stride;
    for (std::uint64_t c = 0; c < wanted.components; ++c) {
      numbers.push_back(number_of_kind(wanted.component_type, at + c * number));
      const double size = std::abs(numbers.back());
      if (!std::isfinite(size) ||
          (wanted.component_type == TINYGLTF_COMPONENT_TYPE_FLOAT && size > kGltfLengthMax)) {
        return numbers_error("finite numbers");
      }
    }
  }
  return numbers;
}

/// Puts what a sparse accessor says in its places.
std::optional<Error> put_sparse(const tinygltf::Model& model, const tinygltf::Accessor& accessor,
                                std::size_t components, std::vector<double>& numbers) {
  const auto& sparse = accessor.sparse;
  const auto count = static_cast<std::uint64_t>(sparse.count);
  const auto places =
      read_elements(model, {.view = sparse.indices.bufferView,
                            .offset = static_cast<std::uint64_t>(sparse.indices.byteOffset),
                            .count = count,
                            .component_type = sparse.indices.componentType});
  if (!places) return places.error();
  const auto values =
      read_elements(model, {.view = sparse.values.bufferView,
                            .offset = static_cast<std::uint64_t>(sparse.values.byteOffset),
                            .count = count,
                            .component_type = accessor.componentType,
                            .components = components});
  if (!values) return values.error();
  for (std::size_t i = 0; i < places->size(); ++i) {
    if ((*places)[i] < 0 || (*places)[i] >= static_cast<double>(accessor.count)) {
      return numbers_error("sparse in places that there are");
    }
    const std::size_t first = static_cast<std::size_t>((*places)[i]) * components;
    for (std::size_t c = 0; c < components; ++c) {
      numbers[first + c] = (*values)[i * components + c];
    }
  }
  return {};
}

}  // namespace

Result<std::vector<double>> numbers_of(const tinygltf::Model& model, int index,
                                       std::size_t components) {
  if (!has(model.accessors, index)) return numbers_error("those that there are");
  const tinygltf::Accessor& accessor = model.accessors[static_cast<std::size_t>(index)];
  const int type = components == 1   ? TINYGLTF_TYPE_SCALAR
                   : components == 3 ? TINYGLTF_TYPE_VEC3
                                     : TINYGLTF_TYPE_VEC4;
  if (accessor.type != type) return numbers_error("numbers, vectors or quaternions where wanted");

  std::vector<double> numbers;
  if (accessor.bufferView >= 0) {
    auto read = read_elements(model, {.view = accessor.bufferView,
                                      .offset = accessor.byteOffset,
                                      .count = accessor.count,
                                      .component_type = accessor.componentType,
                                      .components = components});
    if (!read) return read.error();
    numbers = *std::move(read);
  } else {
    const bool bounded =
        !model.buffers.empty() && accessor.count <= model.buffers.front().data.size();
    if (!bounded) return numbers_error("in a buffer");
    numbers.assign(accessor.count * components, 0);
  }
  if (accessor.sparse.isSparse) {
    if (auto fault = put_sparse(model, accessor, components, numbers)) return *std::move(fault);
  }
  if (accessor.normalized) {
    const double most = accessor.componentType == TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE    ? 255
                        : accessor.componentType == TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT ? 65'535
                                                                                           : 1;
    for (double& number : numbers) number /= most;
  }
  return numbers;
}

}  // namespace kine::formats
