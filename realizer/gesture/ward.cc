#include "realizer/gesture/ward.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "realizer/core/assert.h"

namespace kine::gesture {
namespace {

struct Merge {
  std::size_t kept = 0;  // the cluster that has both afterwards
  std::size_t gone = 0;
  double cost = 0;
};

/// Clusters by the number of a point in them.
class Clusters {
 public:
  Clusters(std::span<const double> rows, std::size_t dimensions)
      : centres_(rows.begin(), rows.end()),
        dimensions_(dimensions),
        sizes_(rows.size() / dimensions, 1) {}

  std::size_t points() const { return sizes_.size(); }
  bool is_there(std::size_t i) const { return sizes_[i] > 0; }

  /// What merging adds to the squares within.
  double cost(std::size_t a, std::size_t b) const {
    double squares = 0;
    for (std::size_t d = 0; d < dimensions_; ++d) {
      const double way = centres_[a * dimensions_ + d] - centres_[b * dimensions_ + d];
      squares += way * way;
    }
    const auto m = static_cast<double>(sizes_[a]);
    const auto n = static_cast<double>(sizes_[b]);
    return m * n / (m + n) * squares;
  }

  void merge(std::size_t kept, std::size_t gone) {
    const auto m = static_cast<double>(sizes_[kept]);
    const auto n = static_cast<double>(sizes_[gone]);
    for (std::size_t d = 0; d < dimensions_; ++d) {
      double& centre = centres_[kept * dimensions_ + d];
      centre = (m * centre + n * centres_[gone * dimensions_ + d]) / (m + n);
    }
    sizes_[kept] += sizes_[gone];
    sizes_[gone] = 0;
  }

  /// Of two that are as near, `before` where it is one, so that chains come to an end.
  std::size_t nearest(std::size_t to, std::size_t before) const {
    std::size_t nearest = before;
    double least = before < points() ? cost(to, before) : std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < points(); ++i) {
      if (i == to || !is_there(i)) continue;
      const double here = cost(to, i);
      if (here < least) {
        least = here;
        nearest = i;
      }
    }
    return nearest;
  }

 private:
  std::vector<double> centres_;
  std::size_t dimensions_;
  std::vector<std::size_t> sizes_;
};

/// All merges down to one cluster, the cheapest first.
std::vector<Merge> all_merges(Clusters clusters) {
  std::vector<Merge> merges;
  std::vector<std::size_t> chain;
  std::size_t first = 0;
  while (merges.size() + 1 < clusters.points()) {
    while (!clusters.is_there(first)) ++first;
    if (chain.empty()) chain.push_back(first);
    const std::size_t last = chain.back();
    const std::size_t before = chain.size() > 1 ? chain[chain.size() - 2] : clusters.points();
    const std::size_t next = clusters.nearest(last, before);
    if (next != before) {
      chain.push_back(next);
      continue;
    }
    merges.push_back({.kept = std::min(last, before),
                      .gone = std::max(last, before),
                      .cost = clusters.cost(last, before)});
    clusters.merge(merges.back().kept, merges.back().gone);
    chain.resize(chain.size() - 2);
  }
  std::ranges::stable_sort(merges, {}, &Merge::cost);
  return merges;
}

std::size_t root_of(std::vector<std::size_t>& parents, std::size_t i) {
  while (parents[i] != i) i = parents[i] = parents[parents[i]];
  return i;
}

}  // namespace

std::vector<std::size_t> ward_clusters(std::span<const double> rows, std::size_t dimensions,
                                       std::size_t clusters) {
  KINE_ASSERT(dimensions > 0);
  const std::size_t points = rows.size() / dimensions;
  KINE_ASSERT(clusters > 0 && clusters <= points);
  std::vector<std::size_t> parents(points);
  std::iota(parents.begin(), parents.end(), std::size_t{0});
  const std::vector<Merge> merges = all_merges(Clusters(rows, dimensions));
  for (std::size_t i = 0; i + clusters < points; ++i) {
    const std::size_t a = root_of(parents, merges[i].kept);
    const std::size_t b = root_of(parents, merges[i].gone);
    parents[std::max(a, b)] = std::min(a, b);
  }
  std::vector<std::size_t> cluster_of(points);
  std::size_t count = 0;
  for (std::size_t i = 0; i < points; ++i) {
    const std::size_t root = root_of(parents, i);
    cluster_of[i] = root == i ? count++ : cluster_of[root];
  }
  return cluster_of;
}

}  // namespace kine::gesture
