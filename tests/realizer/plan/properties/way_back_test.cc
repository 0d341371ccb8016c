// Tests for realizer/plan/properties/way_back.h.
#include "realizer/plan/properties/way_back.h"

#include <string>

#include "tests/support/catch.h"
#include "tests/support/plan/documents.h"
#include "tests/support/plan/plans.h"

namespace kine::plan::way_back_test {
namespace {

/// How long a hand that has come in half a second, by some way, takes to go back.
double back_s(const std::string& nucleus, const std::string& fade_out = "") {
  const Plan plan = test::plan_of(test::document_of(
      "<script xmlns='urn:kinesphere:script:1'><nucleus id='n' " + nucleus +
      "/><sequence nucleus='n'" + fade_out +
      "><pose time='0.5' hold='1'><position joint='rightHand' target='-0.3 1.2 0.3'/></pose>"
      "</sequence></script>"));
  return test::applied(way_back(), plan).sequences.front().gives_back_over().count();
}

double usual_s() { return back_s(""); }

}  // namespace

TEST_CASE("an extent in time makes the way back longer or shorter, power quicker",
          "[way_back_property]") {
  CHECK(back_s("temporal-extent='0.04'") == Approx(1.02 * usual_s()));
  CHECK(back_s("temporal-extent='-0.2'") == Approx(0.9 * usual_s()));
  CHECK(back_s("power='0.5'") == Approx(usual_s() / 1.1));
  CHECK(back_s("spatial-extent='0.2'") == Approx(1.02 * usual_s()));
  CHECK(back_s("spatial-extent='-1' fluidity='-1'") == usual_s());
}

TEST_CASE("no arm falls or is forgotten: it goes back in 1.25 to 2.15 times its preparation",
          "[way_back_property]") {
  CHECK(back_s("temporal-extent='-1' power='1'") == Approx(1.25 * 0.5));
  CHECK(back_s("temporal-extent='1' power='-1'") == Approx(2.15 * 0.5));
}

TEST_CASE("a fade-out that is written keeps its time in every manner", "[way_back_property]") {
  CHECK(back_s("temporal-extent='1'", " fade-out='0.4'") == Approx(0.4));
  CHECK(back_s("power='1'", " fade-out='0.4'") == Approx(0.4));
}

}  // namespace kine::plan::way_back_test
