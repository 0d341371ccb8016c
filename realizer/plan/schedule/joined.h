// Which nodes of a graph hang together.
#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <span>
#include <vector>

namespace kine::plan {

/// Sets that grow together; each is named by its least member.
class Joined {
 public:
  explicit Joined(std::size_t nodes) : parents_(nodes) {
    std::iota(parents_.begin(), parents_.end(), std::size_t{0});
  }

  std::size_t root_of(std::size_t node) {
    while (parents_[node] != node) node = parents_[node] = parents_[parents_[node]];
    return node;
  }

  void join(std::size_t a, std::size_t b) {
    const std::size_t first = std::min(root_of(a), root_of(b));
    parents_[root_of(a)] = parents_[root_of(b)] = first;
  }

 private:
  std::vector<std::size_t> parents_;
};

}  // namespace kine::plan
