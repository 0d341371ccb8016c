// Tests for realizer/core/random.h.
#include "realizer/core/random.h"

#include <cmath>
#include <set>

#include "tests/support/catch.h"

namespace kine::random_test {

TEST_CASE("mixing is splitmix64", "[random]") {
  // The first outputs of splitmix64 from the state 1234567, as published with its reference code.
  std::uint64_t state = 1234567;
  const std::uint64_t expected[] = {6457827717110365317U, 3203168211198807973U,
                                    9817491932198370423U, 4593380528125082431U,
                                    16408922859458223821U};
  for (const std::uint64_t each : expected) {
    CHECK(mixed(state) == each);
    state += 0x9E3779B97F4A7C15;
  }
}

TEST_CASE("a number is a function of seed, character, tick and purpose", "[random]") {
  const Random::Key key{.seed = 1, .character = 2, .tick = 3, .purpose = 4};
  CHECK(Random(key).bits() == Random(key).bits());
  std::set<std::uint64_t> seen{Random(key).bits()};
  for (std::uint64_t i = 5; i < 100; ++i) {
    seen.insert(Random({i, 2, 3, 4}).bits());
    seen.insert(Random({1, i, 3, 4}).bits());
    seen.insert(Random({1, 2, i, 4}).bits());
    seen.insert(Random({1, 2, 3, i}).bits());
  }
  CHECK(seen.size() == 1 + 4 * 95);
}

// The published 64 bit FNV-1a hashes of "" and "a" (draft-eastlake-fnv, appendix C).
TEST_CASE("a text is a key by FNV-1a", "[random]") {
  CHECK(key_of("") == 0xCBF29CE484222325U);
  CHECK(key_of("a") == 0xAF63DC4C8601EC8CU);
}

TEST_CASE("numbers are spread over their range, normal ones about 0", "[random]") {
  constexpr int kDraws = 20'000;
  double sum = 0;
  double normal_sum = 0;
  double normal_squares = 0;
  for (std::uint64_t tick = 0; tick < kDraws; ++tick) {
    Random random({.seed = 7, .character = 1, .tick = tick, .purpose = 0});
    const double number = random.number(-1, 3);
    REQUIRE(number >= -1);
    REQUIRE(number < 3);
    sum += number;
    const double normal = random.normal();
    normal_sum += normal;
    normal_squares += normal * normal;
  }
  // Means within five standard errors: 4 / sqrt(12) / sqrt(n) and 1 / sqrt(n).
  CHECK(sum / kDraws == Approx(1).margin(5 * 4 / std::sqrt(12.0 * kDraws)));
  CHECK(normal_sum / kDraws == Approx(0).margin(5 / std::sqrt(1.0 * kDraws)));
  CHECK(normal_squares / kDraws == Approx(1).epsilon(0.05));
}

}  // namespace kine::random_test
