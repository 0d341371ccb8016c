// Tests for realizer/plan/tension/tension.h.
#include "realizer/plan/tension/tension.h"

#include "tests/support/catch.h"

namespace kine::plan::tension_test {

TEST_CASE("a set of arms has the sides that it is made of", "[tension]") {
  CHECK(contains(ArmSet::Both, body::Side::Left));
  CHECK(contains(ArmSet::Both, body::Side::Right));
  CHECK(contains(ArmSet::Left, body::Side::Left));
  CHECK_FALSE(contains(ArmSet::Left, body::Side::Right));
  CHECK_FALSE(contains(ArmSet::Right, body::Side::Left));
  CHECK_FALSE(contains(ArmSet::None, body::Side::Right));
}

TEST_CASE("tensions are the same if everything about them is", "[tension]") {
  const TensionChange change{.at = Seconds(1), .tension = Tension{0.01, 0.4}};
  TensionChange other = change;
  CHECK(other == change);
  other.frame = TensionFrame::World;
  CHECK_FALSE(other == change);
  other = change;
  other.tension = {};
  CHECK_FALSE(other == change);
}

}  // namespace kine::plan::tension_test
