// Tests for realizer/plan/schedule/earliest_times.h.
#include "realizer/plan/schedule/earliest_times.h"

#include "tests/support/catch.h"

namespace kine::plan::earliest_times_test {
namespace {

using Times = std::vector<double>;

TEST_CASE("without gaps everything is at once", "[earliest_times]") {
  const EarliestTimes earliest = earliest_times(3, {});
  CHECK(earliest.circle.empty());
  CHECK(earliest.times == Times{0, 0, 0});
}

TEST_CASE("the longest way counts, in whatever order nodes and gaps are", "[earliest_times]") {
  const std::vector<Gap> gaps = {{2, 1, 1}, {3, 2, 0.5}, {3, 1, 1.25}, {0, 3, 2}, {1, 4, 0}};
  const EarliestTimes earliest = earliest_times(5, gaps);
  CHECK(earliest.circle.empty());
  CHECK(earliest.times == Times{0, 3.5, 2.5, 2, 3.5});
}

TEST_CASE("a gap backwards is a longest length, and may move what it begins at",
          "[earliest_times]") {
  // Node 2 is at 5, and node 1 no more than 2 before it.
  const std::vector<Gap> gaps = {{0, 2, 5}, {1, 2, 0}, {2, 1, -2}};
  CHECK(earliest_times(3, gaps).times == Times{0, 3, 5});
}

TEST_CASE("a circle that gains time is found, its gaps in a row", "[earliest_times]") {
  const std::vector<Gap> gaps = {{0, 1, 1}, {1, 2, 0.5}, {2, 3, 0.5}, {3, 1, -0.75}, {3, 4, 1}};
  const std::vector<std::size_t> circle = earliest_times(5, gaps).circle;
  REQUIRE(circle.size() == 3);
  double gained = 0;
  for (std::size_t i = 0; i < circle.size(); ++i) {
    CHECK(gaps[circle[i]].to == gaps[circle[(i + 1) % circle.size()]].from);
    gained += gaps[circle[i]].least;
  }
  CHECK(gained == 0.25);
}

TEST_CASE("a circle that gains nothing is none", "[earliest_times]") {
  const std::vector<Gap> gaps = {{0, 1, 1}, {1, 2, 0.3}, {2, 1, -0.3}};
  const EarliestTimes earliest = earliest_times(3, gaps);
  CHECK(earliest.circle.empty());
  CHECK(earliest.times == Times{0, 1, 1.3});
}

TEST_CASE("nothing may have to be before the first node", "[earliest_times]") {
  // Node 1 is at least a second before node 0.
  const std::vector<Gap> gaps = {{1, 2, 0.25}, {2, 0, 0.75}};
  CHECK(earliest_times(3, gaps).circle == std::vector<std::size_t>{0, 1});
}

}  // namespace
}  // namespace kine::plan::earliest_times_test
