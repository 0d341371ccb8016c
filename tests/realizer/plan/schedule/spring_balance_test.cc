// Tests for realizer/plan/schedule/spring_balance.h. Random networks: time_network_test.
#include "realizer/plan/schedule/spring_balance.h"

#include <cmath>

#include "tests/support/catch.h"

namespace kine::plan::spring_balance_test {
namespace {

bool near(double a, double b) { return std::abs(a - b) < 1e-9; }

std::vector<double> balanced(const std::vector<Spring>& springs, const std::vector<Gap>& gaps,
                             std::size_t nodes) {
  std::size_t work_left = kBalanceWorkMax;
  return balanced_times(springs, gaps, earliest_times(nodes, gaps).times, work_left);
}

TEST_CASE("two springs at one node meet where their forces do", "[spring_balance]") {
  const std::vector<Spring> springs = {{0, 1, 1, 1}, {0, 1, 2, 3}};
  const std::vector<double> times = balanced(springs, {}, 2);
  CHECK(times[0] == 0);
  CHECK(near(times[1], 1.75));
}

TEST_CASE("a gap that is not missed does nothing, one that is decides", "[spring_balance]") {
  const std::vector<Spring> springs = {{0, 1, 1, 1}, {1, 2, 1, 1}};
  CHECK(near(balanced(springs, {{0, 1, 0.5}}, 3)[2], 2));
  // Node 1 no earlier than 1.4, node 2 no later than 2.
  const std::vector<double> times = balanced(springs, {{0, 1, 1.4}, {2, 0, -2}}, 3);
  CHECK(near(times[1], 1.4));
  CHECK(near(times[2], 2));
}

TEST_CASE("gaps that say the same twice, or meet at one node, do no harm", "[spring_balance]") {
  const std::vector<Spring> springs = {{0, 1, 1, 1}, {1, 2, 1, 1}, {2, 3, 1, 1}};
  const std::vector<Gap> gaps = {{0, 1, 1.2},  {0, 1, 1.2},  {1, 2, 0.9}, {0, 2, 2.1},
                                 {3, 0, -2.4}, {3, 2, -0.3}, {3, 1, -1.2}};
  const std::vector<double> times = balanced(springs, gaps, 4);
  CHECK(near(times[1], 1.2));
  CHECK(near(times[2], 2.1));
  CHECK(near(times[3], 2.4));
}

TEST_CASE("springs that nothing fastens keep their lengths between gaps", "[spring_balance]") {
  const std::vector<Spring> springs = {{1, 2, 1, 1}, {3, 4, 0.5, 2}};
  const std::vector<Gap> gaps = {{2, 3, 0.25}, {3, 2, -0.25}};
  const std::vector<double> times = balanced(springs, gaps, 5);
  CHECK(near(times[2] - times[1], 1));
  CHECK(near(times[3] - times[2], 0.25));
  CHECK(near(times[4] - times[3], 0.5));
}

TEST_CASE("a gap across springs of very different stiffness is shared by these",
          "[spring_balance]") {
  // 3 s where there are 2: shares as 1 to 1e-6.
  const std::vector<Spring> springs = {{0, 1, 1, 1}, {1, 2, 1, 1e6}};
  const std::vector<double> times = balanced(springs, {{0, 2, 3}}, 3);
  CHECK(near(times[2], 3));
  CHECK(near(times[2] - times[1] - 1, 1 / (1e6 + 1)));
}

TEST_CASE("springs that agree have times without strain, others have none", "[spring_balance]") {
  std::vector<Spring> springs = {{0, 1, 1, 1}, {2, 1, 0.5, 1}, {0, 2, 0.5, 1}};
  const auto times = unstrained_times(springs, 3);
  REQUIRE(times);
  CHECK(*times == std::vector<double>{0, 1, 0.5});
  springs.back().length = 0.6;
  CHECK_FALSE(unstrained_times(springs, 3));
}

TEST_CASE("gaps that lie across each other by the hundred are kept all the same",
          "[spring_balance]") {
  // Every node of one side is well after every one of the other, and all of it in no time.
  constexpr std::size_t kSide = 200;
  std::vector<Spring> springs;
  std::vector<Gap> gaps;
  for (std::size_t a = 1; a <= kSide; ++a) {
    springs.push_back({0, a, 1 + 0.01 * static_cast<double>(a), 1});
    for (std::size_t b = kSide + 1; b <= 2 * kSide; ++b) gaps.push_back({a, b, 1});
  }
  for (std::size_t b = kSide + 1; b <= 2 * kSide; ++b) springs.push_back({0, b, 0.5, 1});
  const std::vector<double> times = balanced(springs, gaps, 2 * kSide + 1);
  for (const Gap& gap : gaps) REQUIRE(times[gap.to] - times[gap.from] >= gap.least - 1e-9);
}

}  // namespace
}  // namespace kine::plan::spring_balance_test
