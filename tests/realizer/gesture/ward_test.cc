// Tests for realizer/gesture/ward.h.
#include "realizer/gesture/ward.h"

#include <algorithm>
#include <limits>
#include <map>

#include "realizer/core/random.h"
#include "tests/support/catch.h"

namespace kine::gesture::ward_test {
namespace {

std::vector<double> random_points(std::size_t count, std::size_t dimensions, std::uint64_t seed) {
  Random random({.seed = seed});
  std::vector<double> rows(count * dimensions);
  for (double& each : rows) each = random.number(-1, 1);
  return rows;
}

/// The sum of squares around the mean of some points.
double squares_within(const std::vector<double>& rows, std::size_t dimensions,
                      const std::vector<std::size_t>& points) {
  double sum = 0;
  for (std::size_t d = 0; d < dimensions; ++d) {
    double mean = 0;
    for (const std::size_t i : points) mean += rows[i * dimensions + d];
    mean /= static_cast<double>(points.size());
    for (const std::size_t i : points) {
      const double off = rows[i * dimensions + d] - mean;
      sum += off * off;
    }
  }
  return sum;
}

/// Ward's method as he wrote it: of all pairs of clusters, the one that costs least.
std::vector<std::size_t> by_all_pairs(const std::vector<double>& rows, std::size_t dimensions,
                                      std::size_t clusters) {
  std::vector<std::vector<std::size_t>> members(rows.size() / dimensions);
  for (std::size_t i = 0; i < members.size(); ++i) members[i] = {i};
  while (members.size() > clusters) {
    double least = std::numeric_limits<double>::infinity();
    std::pair<std::size_t, std::size_t> best;
    for (std::size_t a = 0; a < members.size(); ++a) {
      for (std::size_t b = a + 1; b < members.size(); ++b) {
        auto both = members[a];
        both.insert(both.end(), members[b].begin(), members[b].end());
        const double cost = squares_within(rows, dimensions, both) -
                            squares_within(rows, dimensions, members[a]) -
                            squares_within(rows, dimensions, members[b]);
        if (cost >= least) continue;
        least = cost;
        best = {a, b};
      }
    }
    auto& into = members[best.first];
    const auto& from = members[best.second];
    into.insert(into.end(), from.begin(), from.end());
    members.erase(members.begin() + static_cast<std::ptrdiff_t>(best.second));
  }
  std::ranges::sort(members, {}, [](const auto& each) { return std::ranges::min(each); });
  std::vector<std::size_t> cluster_of(rows.size() / dimensions);
  for (std::size_t k = 0; k < members.size(); ++k) {
    for (const std::size_t i : members[k]) cluster_of[i] = k;
  }
  return cluster_of;
}

}  // namespace

TEST_CASE("chains of neighbours give the clusters of all pairs", "[gesture]") {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const std::size_t dimensions = 1 + 2 * seed;
    const auto rows = random_points(24, dimensions, seed);
    for (std::size_t clusters = 1; clusters <= 24; ++clusters) {
      CHECK(ward_clusters(rows, dimensions, clusters) == by_all_pairs(rows, dimensions, clusters));
    }
  }
}

TEST_CASE("separated groups are found without a fault", "[gesture]") {
  Random random({.seed = 4});
  constexpr std::size_t kGroups = 6;
  constexpr std::size_t kDimensions = 5;
  const auto centres = random_points(kGroups, kDimensions, 11);
  std::vector<double> rows;
  std::vector<std::size_t> group_of;
  for (std::size_t i = 0; i < 600; ++i) {
    group_of.push_back(random.bits() % kGroups);
    for (std::size_t d = 0; d < kDimensions; ++d) {
      rows.push_back(20 * centres[group_of.back() * kDimensions + d] + random.normal() / 2);
    }
  }
  const auto found = ward_clusters(rows, kDimensions, kGroups);
  std::map<std::size_t, std::size_t> group_of_cluster;
  for (std::size_t i = 0; i < found.size(); ++i) group_of_cluster.emplace(found[i], group_of[i]);
  CHECK(group_of_cluster.size() == kGroups);
  std::size_t right = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    right += group_of_cluster[found[i]] == group_of[i] ? 1 : 0;
  }
  CHECK(right == found.size());
}

TEST_CASE("clusters are numbered in the order of their first points", "[gesture]") {
  const std::vector<double> rows = {5, 0, 5.1, 9, 0.1, 9.2};
  CHECK(ward_clusters(rows, 1, 3) == std::vector<std::size_t>{0, 1, 0, 2, 1, 2});
  CHECK(ward_clusters(rows, 1, 1) == std::vector<std::size_t>(6, 0));
  CHECK(ward_clusters(rows, 1, 6) == std::vector<std::size_t>{0, 1, 2, 3, 4, 5});
}

TEST_CASE("points at one place, and a single point, have clusters as well", "[gesture]") {
  CHECK(ward_clusters(std::vector<double>{1, 2}, 2, 1) == std::vector<std::size_t>{0});
  for (std::size_t clusters = 1; clusters <= 8; ++clusters) {
    const auto found = ward_clusters(std::vector<double>(16, 0.5), 2, clusters);
    CHECK(found.size() == 8);
    CHECK(std::ranges::max(found) == clusters - 1);
  }
}

}  // namespace kine::gesture::ward_test
