// Tests for realizer/plan/schedule/phases.h.
#include "realizer/plan/schedule/phases.h"

#include <chrono>

#include "tests/support/catch.h"

namespace kine::plan::phases_test {

using namespace std::chrono_literals;

TEST_CASE("phases have one point more than there are, and lengths in their order", "[phases]") {
  const Phases fine{.points = {"start", "stroke", "end"},
                    .phases = {Phase::rigid(1s), Phase::hold(2s)}};
  CHECK(fine.valid());
  CHECK_FALSE(Phases{.points = {"start"}, .phases = {}}.valid());
  CHECK_FALSE(Phases{.points = {"start", "end"}, .phases = {}}.valid());
  Phases wrong = fine;
  wrong.phases[0] = {.preferred = 1s, .least = 2s, .most = {}};
  CHECK_FALSE(wrong.valid());
  wrong.phases[0] = {.preferred = 1s, .least = 0s, .most = 0.5s};
  CHECK_FALSE(wrong.valid());
}

TEST_CASE("a hold gives way to nothing, and what is rigid gives none", "[phases]") {
  CHECK(Phase::rigid(1s).is_rigid());
  CHECK_FALSE(Phase::rigid(1s).held);
  CHECK(Phase::hold(1s).held);
  CHECK(Phase::hold(1s).least == 0s);
  CHECK_FALSE(Phase::hold(1s).is_rigid());
}

TEST_CASE("start stands behind a point without a name", "[phases]") {
  const Phase any = Phase::hold(1s);
  CHECK(Phases{.points = {"start", "end"}, .phases = {any}}.start_index() == 0);
  CHECK(Phases{.points = {"", "start", "end"}, .phases = {any, any}}.start_index() == 1);
}

}  // namespace kine::plan::phases_test
