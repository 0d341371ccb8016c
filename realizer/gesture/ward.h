// Ward's clusters: those that are merged first whose merging adds least to the squares within.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace kine::gesture {

/// Of points in rows of so many numbers: the cluster of each, numbered in the order of their first
/// points. By chains of nearest neighbours, in the square of the number of points. Pre: all numbers
/// are finite; 1 to as many clusters as there are points.
std::vector<std::size_t> ward_clusters(std::span<const double> rows, std::size_t dimensions,
                                       std::size_t clusters);

}  // namespace kine::gesture
