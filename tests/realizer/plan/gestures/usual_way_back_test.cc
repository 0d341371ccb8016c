// Tests for realizer/plan/gestures/usual_way_back.h.
#include "realizer/plan/gestures/usual_way_back.h"

#include <string>

#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/plan/documents.h"
#include "tests/support/plan/plans.h"

namespace kine::plan::usual_way_back_test {
namespace {

Vec3 hand_at_rest() {
  return test::ada()
      .compute_model(test::ada().base_pose)
      .positions_m[index_of(body::Joint::RightHand)];
}

std::string beside_rest(double up_m) {
  const Vec3 rest = hand_at_rest();
  return std::to_string(rest.x) + " " + std::to_string(rest.y + up_m) + " " +
         std::to_string(rest.z);
}

/// How long a hand goes back that has come there by that time.
double back_s(const std::string& target, const std::string& time = "0.5") {
  const Plan plan = test::plan_of(
      test::document_of("<script xmlns='urn:kinesphere:script:1'><sequence><pose time='" + time +
                        "' hold='1'><position joint='rightHand' target='" + target +
                        "'/></pose></sequence></script>"));
  return plan.sequences.front().gives_back_over().count();
}

}  // namespace

TEST_CASE("an arm goes back in 1.5 to 2.1 times its preparation, longer for a longer way",
          "[usual_way_back]") {
  // 0.3 m is short, 0.5 m is long, and 0.4 m lies half way between.
  CHECK(back_s(beside_rest(0.2)) == Approx(0.5 * 1.5));
  CHECK(back_s(beside_rest(0.3)) == Approx(0.5 * 1.5).epsilon(1e-4));
  CHECK(back_s(beside_rest(0.4)) == Approx(0.5 * 1.8).epsilon(1e-4));
  CHECK(back_s(beside_rest(0.5)) == Approx(0.5 * 2.1).epsilon(1e-4));
  CHECK(back_s(beside_rest(0.7)) == Approx(0.5 * 2.1));
}

TEST_CASE("who is thrown up or dawdles does not go back so", "[usual_way_back]") {
  CHECK(back_s(beside_rest(0.1), "0.05") == Approx(0.25 * 1.5));
  CHECK(back_s(beside_rest(0.1), "4") == Approx(1.2 * 1.5));
}

}  // namespace kine::plan::usual_way_back_test
