// The numbers of a glTF's accessors, from any program: nothing is read that is not there.
#pragma once

#include <tiny_gltf.h>

#include <cstddef>
#include <vector>

#include "realizer/core/result.h"

namespace kine::formats {

/// All numbers of an accessor with so many (1, 3 or 4) in one element: floats or unsigned integers,
/// the normalized ones in [0, 1]. What a sparse accessor leaves out is 0 or as its buffer has it.
Result<std::vector<double>> numbers_of(const tinygltf::Model& model, int accessor,
                                       std::size_t components);

}  // namespace kine::formats
