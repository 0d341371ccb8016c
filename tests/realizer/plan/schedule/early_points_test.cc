// Tests for realizer/plan/schedule/early_points.h.
#include "realizer/plan/schedule/early_points.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>

#include "tests/support/catch.h"
#include "tests/support/plan/time_network_oracle.h"

namespace kine::plan::early_points_test {
namespace {

using namespace std::chrono_literals;

bool is_near(Seconds a, Seconds b) { return std::abs((a - b).count()) < 1e-8; }

/// From the origin by three springs, of which the middle one is soft, to where point 4 begins,
/// which lasts a second to point 5 and ends where the springs do.
TimeNetwork held_beside(Seconds length) {
  TimeNetwork network{.points = 6, .links = {}, .gaps = {}, .springs = {}};
  network.links = {{0, 1, 0s, 0}, {4, 5, length, 1}};
  network.springs = {{1, 2, 0.4s, 1}, {2, 3, 1.2s, 1e-4}, {3, 5, 0.4s, 1}};
  network.gaps = {{1, 2, 0.1s, 0}, {2, 3, 0s, 0}, {3, 5, 0.1s, 0}};
  return network;
}

std::vector<EarlyRound> all_yield(const TimeNetwork& network, std::size_t point) {
  return {{{point}, std::vector<bool>(network.springs.size(), true)}};
}

TEST_CASE("a point comes at once where all that is longer yields", "[early_points]") {
  const TimeNetwork network = held_beside(1s);
  CHECK(is_near(compute_times(network)[4], 1s));  // 2 s of springs, less the second that it lasts

  const std::vector<Seconds> times = compute_times(network, all_yield(network, 4));
  CHECK(times[4] == 0s);
  CHECK(is_near(times[5], 1s));
  // The soft spring gives way first: the others lose a share of some 1e-4 of what it does.
  CHECK(std::abs((times[2] - times[1]).count() - 0.4) < 1e-3);
  CHECK(std::abs((times[5] - times[3]).count() - 0.4) < 1e-3);
}

TEST_CASE("a point waits for gaps, and for springs that do not yield", "[early_points]") {
  const TimeNetwork network = held_beside(0.15s);
  const std::vector<EarlyRound> all = all_yield(network, 4);
  const std::vector<Seconds> times = compute_times(network, all);
  CHECK(is_near(times[4], 0.05s));  // 0.2 s of gaps
  CHECK(find_held_up(network, all[0].yields, times, 4) == 5);

  const std::vector<EarlyRound> hold = {{{4}, {false, true, false}}};
  CHECK(is_near(compute_times(network, hold)[4], 0.65s));  // 0.8 s of springs
}

TEST_CASE("nobody waits for what links tie to a time", "[early_points]") {
  TimeNetwork network = held_beside(1s);
  network.links.push_back({0, 4, 3s, 0});
  const auto rounds = all_yield(network, 4);
  const std::vector<Seconds> times = compute_times(network, rounds);
  CHECK(times[4] == 3s);
  CHECK_FALSE(find_held_up(network, rounds[0].yields, times, 4));
}

// Random networks, against the longest paths.

struct Random {
  std::mt19937 bits;

  std::size_t below(std::size_t end) { return bits() % end; }
  Seconds tenths(std::size_t end) { return Seconds(static_cast<double>(below(end)) / 10); }

  TimeNetwork network() {
    TimeNetwork network;
    const std::size_t chains = 2 + below(4);
    for (std::size_t chain = 0; chain < chains; ++chain) {
      const std::size_t phases = 1 + below(4);
      for (std::size_t i = 0; i < phases; ++i) {
        const std::size_t from = network.points + i;
        const Seconds least = tenths(4);
        network.gaps.push_back({from, from + 1, least, 0});
        network.springs.push_back({from, from + 1, least + tenths(9), below(2) == 0 ? 1 : 1e-4});
      }
      network.points += phases + 1;
    }
    for (std::size_t i = 0; i < 2 * chains; ++i) {
      const std::size_t from = below(3) == 0 ? 0 : below(network.points);
      const std::size_t to = 1 + below(network.points - 1);
      if (below(2) == 0) {
        network.links.push_back({from, to, tenths(12) - tenths(6), 0});
      } else {
        network.gaps.push_back({from, to, tenths(12) - tenths(6), 0});
      }
    }
    return network;
  }
};

/// The earliest time of each point that gaps and links allow (Floyd and Warshall).
std::vector<double> earliest_of(const TimeNetwork& network) {
  const std::size_t n = network.points;
  std::vector<std::vector<double>> far(
      n, std::vector<double>(n, -std::numeric_limits<double>::infinity()));
  for (std::size_t i = 0; i < n; ++i) far[0][i] = far[i][i] = 0;
  const auto join = [&](std::size_t from, std::size_t to, double least) {
    far[from][to] = std::max(far[from][to], least);
  };
  for (const auto& gap : network.gaps) join(gap.from, gap.to, gap.least.count());
  for (const auto& link : network.links) {
    join(link.from, link.to, link.offset.count());
    join(link.to, link.from, -link.offset.count());
  }
  for (std::size_t by = 0; by < n; ++by) {
    for (std::size_t from = 0; from < n; ++from) {
      for (std::size_t to = 0; to < n; ++to) join(from, to, far[from][by] + far[by][to]);
    }
  }
  return far[0];
}

TEST_CASE("where every spring yields, points come as early as gaps and links let them",
          "[early_points]") {
  Random random{std::mt19937(7)};
  int moved = 0;
  for (int i = 0; i < 2000; ++i) {
    const TimeNetwork network = random.network();
    if (!test::can_be_kept(network)) continue;
    CAPTURE(i);
    const std::size_t a = 1 + random.below(network.points - 1);
    const std::size_t b = 1 + random.below(network.points - 1);
    const std::vector<EarlyRound> rounds = {
        {{a, b}, std::vector<bool>(network.springs.size(), true)}};
    const std::vector<Seconds> times = compute_times(network, rounds);
    const std::vector<double> earliest = earliest_of(network);
    REQUIRE(std::abs(times[a].count() - earliest[a]) < 1e-7);
    REQUIRE(std::abs(times[b].count() - earliest[b]) < 1e-7);
    REQUIRE(test::most_missed(network, times) <= 1e-8);
    moved += compute_times(network)[a] > times[a] + Seconds(0.01) ? 1 : 0;
  }
  CHECK(moved > 100);
}

}  // namespace
}  // namespace kine::plan::early_points_test
