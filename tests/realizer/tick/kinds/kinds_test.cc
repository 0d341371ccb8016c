// Tests for realizer/tick/kinds/kinds.h.
#include "realizer/tick/kinds/kinds.h"

#include <algorithm>

#include "tests/support/catch.h"
#include "tests/support/motion/lone_row.h"

namespace kine::kinds_test {

TEST_CASE("each kind of solved keys has one row, whose keys it says", "[kinds]") {
  for (const pose::Solved keys :
       {pose::Solved::Ground, pose::Solved::Looks, pose::Solved::Hands, pose::Solved::Body}) {
    CHECK(std::ranges::count(kinds(), keys, &Kind::keys) == 1);
    CHECK(kind_of(keys).keys() == keys);
  }
  CHECK(kind_of(pose::Solved::Nothing).keys() == pose::Solved::Nothing);
}

TEST_CASE("feet are solved before looks, and hands behind both", "[kinds]") {
  const auto place_of = [](pose::Solved keys) {
    return std::ranges::find(kinds(), keys, &Kind::keys) - kinds().begin();
  };
  CHECK(place_of(pose::Solved::Ground) < place_of(pose::Solved::Looks));
  CHECK(place_of(pose::Solved::Looks) < place_of(pose::Solved::Hands));
}

TEST_CASE("where nothing is to be solved the pose stays as it was blended", "[kinds]") {
  test::LoneRow lone;
  TickScratch scratch;
  scratch.pose = lone.base;
  for (const Kind* const kind : kinds()) CHECK_FALSE(kind->wants(lone.row.state, {}));
  solve_pose({lone.context, lone.row, Tick{1}, scratch});
  CHECK(scratch.pose == lone.base);
}

}  // namespace kine::kinds_test
