// Tests for realizer/tick/state/tension_memory.h.
#include "realizer/tick/state/tension_memory.h"

#include "tests/support/catch.h"

namespace kine::tension_memory_test {
namespace {

const TickRate kRate(60);

}  // namespace

TEST_CASE("who has no tension has no memory of any", "[tension_memory]") {
  TensionMemory memory;
  change({.over = Seconds{1}}, Tick{1}, kRate, memory);
  CHECK(memory.empty());
  CHECK(ahead_at(Tick{1}, body::Side::Left, memory) == Seconds{0});
}

TEST_CASE("a change is for the arms that it names", "[tension_memory]") {
  TensionMemory memory;
  change({.arms = plan::ArmSet::Right, .tension = Tension{0.1, 0.5}}, Tick{1}, kRate, memory);
  REQUIRE(memory.size() == 1);
  CHECK_FALSE(memory.front().arms[0]);
  CHECK(makes_up_lag(memory.front().arms[1]));
  change({.arms = plan::ArmSet::Right, .tension = Tension{0.1, 0.5}, .lag = plan::Lag::Keep},
         Tick{2}, kRate, memory);
  CHECK_FALSE(makes_up_lag(memory.front().arms[1]));
}

TEST_CASE("a change may leave another tension than there is", "[tension_memory]") {
  TensionMemory memory;
  change({.tension = Tension{0.01, 0.4}}, Tick{1}, kRate, memory);
  change({.tension = Tension{0.1, 0.5}, .over = Seconds{1}, .from = Tension{0.3, 0.8}}, Tick{2},
         kRate, memory);
  const auto& arm = memory.front().arms[0];
  REQUIRE(arm);
  CHECK(dynamics::tension_of(arm->from).rest_error_m == Approx(0.3));
  CHECK(dynamics::tension_of(arm->from).zeta == Approx(0.8));
  CHECK(dynamics::tension_of(arm->to).rest_error_m == Approx(0.1));
  CHECK(arm->way.at(Seconds{0.5}) == Approx(0.5));
}

TEST_CASE("a clock that nobody set stays with its body", "[tension_memory]") {
  CharacterTension tension;
  advance_clocks(Tick{4}, kRate, tension);
  CHECK(tension.timed == Tick{4});
  for (const ArmTime& time : tension.times) {
    for (const Seconds ahead : time.ahead) CHECK(ahead == Seconds{0});
  }
}

}  // namespace kine::tension_memory_test
