// Tests for realizer/plan/schedule/growing_times.h.
#include "realizer/plan/schedule/growing_times.h"

#include <algorithm>
#include <random>

#include "tests/support/catch.h"
#include "tests/support/plan/time_network_oracle.h"

namespace kine::plan::growing_times_test {
namespace {

using namespace std::chrono_literals;

/// From when on each of a chain of points is: each a second after the one before it.
GrowingTimes chain(std::size_t points, WorkBudget* work = nullptr) {
  GrowingTimes times(points, work);
  for (std::size_t i = 1; i + 1 < points; ++i) CHECK_FALSE(times.add({i, i + 1, 1s, i}));
  return times;
}

/// Gaps between a few points, many of which contradict each other.
class RandomGaps {
 public:
  explicit RandomGaps(std::uint32_t seed) : bits_(seed) {}

  std::size_t below(std::size_t end) { return bits_() % end; }

  TimeNetwork::Gap next(std::size_t points, std::size_t owner) {
    const double least = static_cast<double>(below(20)) / 10 - 1;
    return {below(points), below(points), Seconds(least), owner};
  }

 private:
  std::mt19937 bits_;
};

}  // namespace

TEST_CASE("what is added is kept, and what it moves is moved", "[growing_times]") {
  GrowingTimes times = chain(4);
  CHECK(times.times() == std::vector<double>{0, 0, 1, 2});
  CHECK_FALSE(times.add({0, 2, 5s, 9}));
  CHECK(times.times() == std::vector<double>{0, 0, 5, 6});
}

TEST_CASE("what would close a circle is told with it, and changes nothing", "[growing_times]") {
  GrowingTimes times = chain(5);
  const std::vector<double> before = times.times();
  const auto circle = times.add({4, 2, -1s, 7});  // no more than a second from 2 to 4
  REQUIRE(circle);
  CHECK(circle->points == std::vector<std::size_t>{4, 2, 3});
  CHECK(circle->owners == std::vector<std::size_t>{2, 3, 7});
  CHECK(times.times() == before);
  CHECK_FALSE(times.add({4, 2, -2s, 8}));
}

TEST_CASE("a point cannot be after itself, nor before the first one", "[growing_times]") {
  GrowingTimes times(3);
  const auto own = times.add({1, 1, 1s, 5});
  REQUIRE(own);
  CHECK(own->points == std::vector<std::size_t>{1});
  CHECK_FALSE(times.add({1, 1, 0s, 5}));
  const auto early = times.add({2, 0, 1s, 6});
  REQUIRE(early);
  CHECK(early->points == std::vector<std::size_t>{2, 0});
  CHECK(early->owners == std::vector<std::size_t>{6});
}

TEST_CASE("gaps that were given up contradict nothing", "[growing_times]") {
  GrowingTimes times = chain(4);
  REQUIRE(times.add({3, 1, 0s, 7}));
  times.give_up(2);
  CHECK_FALSE(times.add({3, 1, 0s, 7}));
}

TEST_CASE("of random gaps just those are refused that cannot be kept with those before them",
          "[growing_times]") {
  RandomGaps random(1);
  constexpr std::size_t kPoints = 7;
  int refused = 0;
  for (int round = 0; round < 300; ++round) {
    GrowingTimes times(kPoints);
    TimeNetwork network{.points = kPoints, .links = {}, .gaps = {}, .springs = {}};
    for (std::size_t owner = 0; owner < 20; ++owner) {
      const TimeNetwork::Gap gap = random.next(kPoints, owner);
      network.gaps.push_back(gap);
      const auto circle = times.add(gap);
      CAPTURE(round, owner);
      REQUIRE(circle.has_value() != test::can_be_kept(network));
      if (circle) {
        ++refused;
        REQUIRE(std::ranges::binary_search(circle->owners, owner));
        TimeNetwork only = network;
        std::erase_if(only.gaps, [&](const TimeNetwork::Gap& each) {
          return !std::ranges::binary_search(circle->owners, each.owner);
        });
        REQUIRE_FALSE(test::can_be_kept(only));
        network.gaps.pop_back();
      } else if (random.below(8) == 0) {
        const std::size_t gone = random.below(owner + 1);
        times.give_up(gone);
        std::erase_if(network.gaps, [&](const auto& each) { return each.owner == gone; });
      }
    }
  }
  CHECK(refused > 500);
}

TEST_CASE("a gap costs what it moves, and nothing where it moves nothing", "[growing_times]") {
  WorkBudget work;
  GrowingTimes times = chain(1000, &work);
  const std::uint64_t before = work.spent();
  CHECK(before < 10'000);
  CHECK_FALSE(times.add({1, 900, 3s, 1}));
  CHECK(work.spent() == before);
  CHECK_FALSE(times.add({900, 990, 100s, 1}));  // ten points come later
  CHECK(work.spent() - before < 50);
}

}  // namespace kine::plan::growing_times_test
