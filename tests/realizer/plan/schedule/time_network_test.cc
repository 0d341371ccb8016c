// Tests for realizer/plan/schedule/time_network.h.
#include "realizer/plan/schedule/time_network.h"

#include <algorithm>
#include <cstddef>
#include <random>

#include "tests/support/catch.h"
#include "tests/support/plan/time_network_oracle.h"

namespace kine::plan::time_network_test {
namespace {

using namespace std::chrono_literals;

bool near(Seconds a, Seconds b) { return std::abs((a - b).count()) < 1e-9; }

/// Points 1, 2, 3… a spring each from one to the next, of `lengths`.
TimeNetwork chain(const std::vector<Seconds>& lengths) {
  TimeNetwork network{.points = 1, .links = {}, .gaps = {}, .springs = {}};
  for (const Seconds length : lengths) {
    const std::size_t from = network.points++;
    network.springs.push_back({from, from + 1, length, 1});
    network.gaps.push_back({from, from + 1, 0s, 0});
  }
  ++network.points;
  return network;
}

TEST_CASE("what nothing ties starts at the origin, with every spring as it likes",
          "[time_network]") {
  const std::vector<Seconds> times = compute_times(chain({0.2s, 0.5s}));
  REQUIRE(times.size() == 4);
  CHECK(times[0] == 0s);
  CHECK(times[1] == 0s);
  CHECK(near(times[2], 0.2s));
  CHECK(near(times[3], 0.7s));
}

TEST_CASE("springs in a row take the same share of their lengths", "[time_network]") {
  TimeNetwork network = chain({0.2s, 0.5s, 0.3s});
  network.links.push_back({0, 1, 1s, 0});
  network.links.push_back({1, 4, 1.5s, 0});
  const std::vector<Seconds> times = compute_times(network);
  CHECK(times[1] == 1s);
  CHECK(near(times[2], 1.3s));
  CHECK(near(times[3], 2.05s));
  CHECK(times[4] == 2.5s);
}

TEST_CASE("of springs in a row the one that is twice as stiff takes half the share",
          "[time_network]") {
  TimeNetwork network = chain({1s, 1s});
  network.springs[1].stiffness = 2;
  network.links.push_back({1, 3, 2.3s, 0});
  const std::vector<Seconds> times = compute_times(network);
  CHECK(near(times[2], 1.2s));
}

TEST_CASE("a spring gives no more than its gap lets it, the others the rest", "[time_network]") {
  TimeNetwork network = chain({1s, 1s, 1s});
  network.gaps.push_back({1, 2, 0.9s, 0});
  network.gaps.push_back({4, 3, -0.8s, 0});  // 0.8 s at most
  network.links.push_back({1, 4, 2s, 0});
  const std::vector<Seconds> times = compute_times(network);
  CHECK(near(times[2] - times[1], 0.9s));
  CHECK(near(times[3] - times[2], 0.55s));
  CHECK(near(times[4] - times[3], 0.55s));

  network.links.back().offset = 3.6s;  // 1.4 s for both, of which each would take its share
  const std::vector<Seconds> longer = compute_times(network);
  CHECK(near(longer[4] - longer[3], 0.8s));
  CHECK(near(longer[3] - longer[2], 1.4s));
}

TEST_CASE("a cluster is moved as a whole and its links are kept to the bit", "[time_network]") {
  TimeNetwork network = chain({0.3s, 0.4s});
  network.points = 6;
  network.springs.push_back({4, 5, 1.1s, 1});
  network.links.push_back({2, 4, -Seconds(1.7), 0});  // begins before all others
  network.links.push_back({3, 5, 0s, 0});
  const std::vector<Seconds> times = compute_times(network);
  CHECK(times[4] == 0s);
  CHECK(times[2] == Seconds(1.7));
  CHECK(times[3] == times[5]);
}

TEST_CASE("what only a gap ties comes as early as the gap lets it", "[time_network]") {
  TimeNetwork network = chain({1s});
  network.points = 5;
  network.springs.push_back({3, 4, 1s, 1});
  network.gaps.push_back({2, 3, 0.25s, 0});
  const std::vector<Seconds> times = compute_times(network);
  CHECK(times[1] == 0s);
  CHECK(near(times[2], 1s));
  CHECK(near(times[3], 1.25s));
  CHECK(near(times[4], 2.25s));
}

TEST_CASE("a contradiction names the points of its circle and whose it is", "[time_network]") {
  TimeNetwork network = chain({1s, 1s});
  network.links.push_back({0, 1, 2s, 7});
  network.gaps.push_back({3, 0, -1s, 8});  // no later than 1 s
  for (auto& gap : network.gaps) gap.owner = gap.owner == 0 ? 5 : gap.owner;

  const std::vector<Contradiction> found = find_contradictions(network);

  REQUIRE(found.size() == 1);
  CHECK(found[0].owners == std::vector<std::size_t>{5, 7, 8});
  std::vector<std::size_t> points = found[0].points;
  std::ranges::sort(points);
  CHECK(points == std::vector<std::size_t>{0, 1, 2, 3});
}

TEST_CASE("links that disagree are a contradiction, decimals that do not add up are none",
          "[time_network]") {
  TimeNetwork network = chain({1s, 1s});
  network.links = {{0, 1, Seconds(0.1), 1}, {1, 2, Seconds(0.2), 2}, {0, 2, Seconds(0.3), 3}};
  CHECK(find_contradictions(network).empty());
  CHECK(compute_times(network)[2] == Seconds(0.3));

  network.links[2].offset = Seconds(0.31);
  const std::vector<Contradiction> found = find_contradictions(network);
  REQUIRE(found.size() == 1);
  CHECK(found[0].owners == std::vector<std::size_t>{1, 2, 3});
}

TEST_CASE("nothing is before the origin", "[time_network]") {
  TimeNetwork network = chain({1s});
  network.links.push_back({0, 2, 0.4s, 0});
  CHECK(compute_times(network)[1] == 0s);  // squeezed

  network.links.back().offset = -0.4s;
  CHECK(find_contradictions(network).size() >= 1);
}

// Random networks: chains of phases as behaviours have, tied to each other and to times.

class RandomNetworks {
 public:
  explicit RandomNetworks(std::uint32_t seed) : bits_(seed) {}

  TimeNetwork next() {
    TimeNetwork network;
    const std::size_t chains = 1 + below(5);
    for (std::size_t i = 0; i < chains; ++i) add_chain(network);
    const std::size_t ties = below(2 * chains + 1);
    for (std::size_t i = 0; i < ties; ++i) add_tie(network, chains + i);
    return network;
  }

  template <class T>
  void shuffle(std::vector<T>& values) {
    for (std::size_t i = values.size(); i > 1; --i) std::swap(values[i - 1], values[below(i)]);
  }

 private:
  std::size_t below(std::size_t end) { return bits_() % end; }
  Seconds tenths(std::size_t end) { return Seconds(static_cast<double>(below(end)) / 10); }

  void add_chain(TimeNetwork& network) {
    const std::size_t owner = network.points;
    const std::size_t phases = 1 + below(6);
    for (std::size_t i = 0; i < phases; ++i) {
      const std::size_t from = network.points + i;
      const Seconds least = tenths(4);
      const Seconds preferred = least + tenths(6);
      if (below(6) == 0) {
        network.links.push_back({from, from + 1, preferred, owner});
        continue;
      }
      network.gaps.push_back({from, from + 1, least, owner});
      if (below(4) == 0) network.gaps.push_back({from + 1, from, -preferred - tenths(3), owner});
      network.springs.push_back({from, from + 1, preferred, 1.0 + static_cast<double>(below(5))});
    }
    network.points += phases + 1;
  }

  void add_tie(TimeNetwork& network, std::size_t owner) {
    owner += 1000;
    const std::size_t from = below(4) == 0 ? 0 : below(network.points);
    const std::size_t to = 1 + below(network.points - 1);
    const Seconds apart = from == 0 ? tenths(40) : tenths(12) - tenths(8);
    switch (below(3)) {
      case 0:
        network.links.push_back({from, to, apart, owner});
        break;
      case 1:
        network.gaps.push_back({from, to, apart, owner});
        break;
      default:
        network.gaps.push_back({to, from, -apart, owner});
        break;
    }
  }

  std::mt19937 bits_;
};

constexpr int kNetworks = 3000;

TEST_CASE("a network has contradictions just where it cannot be kept", "[time_network]") {
  RandomNetworks networks(1);
  int impossible = 0;
  for (int i = 0; i < kNetworks; ++i) {
    const TimeNetwork network = networks.next();
    CAPTURE(i);
    const std::vector<Contradiction> found = find_contradictions(network);
    REQUIRE(found.empty() == test::can_be_kept(network));
    impossible += found.empty() ? 0 : 1;
    for (const Contradiction& each : found) {
      TimeNetwork only = network;  // what the named owners ask for
      const auto others = [&](const auto& edge) {
        return !std::ranges::binary_search(each.owners, edge.owner);
      };
      std::erase_if(only.links, others);
      std::erase_if(only.gaps, others);
      REQUIRE_FALSE(test::can_be_kept(only));
    }
  }
  CHECK(impossible > kNetworks / 20);
  CHECK(impossible < kNetworks / 2);
}

TEST_CASE("times keep what is asked, strain springs least, and come as early as they can",
          "[time_network]") {
  RandomNetworks networks(2);
  for (int i = 0; i < kNetworks; ++i) {
    const TimeNetwork network = networks.next();
    if (!test::can_be_kept(network)) continue;
    CAPTURE(i);
    const std::vector<Seconds> times = compute_times(network);
    REQUIRE(times.size() == network.points);
    REQUIRE(test::most_missed(network, times) <= 1e-9);
    REQUIRE(test::unbalanced_share(network, times) <= 1e-5);
    REQUIRE(test::most_late(network, times) <= 1e-8);
  }
}

TEST_CASE("the order of links, gaps and springs changes no bit of a time", "[time_network]") {
  RandomNetworks networks(3);
  for (int i = 0; i < kNetworks; ++i) {
    TimeNetwork network = networks.next();
    if (!find_contradictions(network).empty()) continue;
    const std::vector<Seconds> times = compute_times(network);
    networks.shuffle(network.links);
    networks.shuffle(network.gaps);
    networks.shuffle(network.springs);
    REQUIRE(compute_times(network) == times);
  }
}

}  // namespace
}  // namespace kine::plan::time_network_test
