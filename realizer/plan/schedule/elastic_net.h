// A net of springs whose ends are pulled at: forces in, how far each node moves out.
//
//   pairs that springs may join --> order of elimination --displacements--> moves of the nodes
//
// A node is eliminated by joining its neighbours to each other (star to mesh). That adds and
// divides, and never subtracts: springs of very different strength do not cost digits.
#pragma once

#include <compare>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace kine::plan {

class ElasticNet {
 public:
  /// Two nodes that a spring may join: first < second.
  struct Pair {
    std::size_t first = 0;
    std::size_t second = 0;
    friend auto operator<=>(const Pair&, const Pair&) = default;
  };

  /// Strengths are >= 0; every node hangs on the ground, be it by way of others.
  struct Load {
    std::span<const double> to_ground;  // a strength a node
    std::span<const double> strengths;  // one a pair
    std::span<const double> forces;     // one a node
  };

  /// `pairs` are sorted, none twice. Nothing where one answer would take more than `work_most`
  /// multiplications, about: pairs that lie across each other fill the net up.
  static std::optional<ElasticNet> make(std::size_t nodes, std::span<const Pair> pairs,
                                        std::size_t work_most);

  /// How far each node moves until the springs hold the forces.
  std::vector<double> displacements(const Load& load) const;

  /// Multiplications of one answer, about.
  std::size_t work() const { return work_; }

 private:
  ElasticNet() = default;

  // Nodes are renumbered: places in the order of elimination. A row has the later neighbours of a
  // place, sorted; rows lie one behind the other.
  std::span<const std::size_t> row(std::size_t place) const;

  std::size_t work_ = 0;
  std::vector<std::size_t> place_of_node_;
  std::vector<std::size_t> row_starts_;  // one more than places
  std::vector<std::size_t> neighbours_;
  std::vector<std::size_t> slot_of_pair_;  // in neighbours_
};

}  // namespace kine::plan
